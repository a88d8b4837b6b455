#pragma once
// Miss: whether a single tip has gone past its drogue, outside the rim. A mechanism of features knows that by itself.

#include <cmath>

#include "core/signal.hpp"

namespace hilspace::simulate {

template <class Touching>
class Miss {
  /// Whether what it touches is one surface with a mouth.
  template <class Tip>
  static constexpr bool kHasMouth = requires(const Touching& touch, const Tip& tip) {
    touch.mechanism.to_mouth(tip);
    touch.mechanism.outside(tip);
  };

 public:
  enum class Way { none, around_the_rim, through_the_wall };

  /// Of the tip at the start of a step. A tip that was between the walls when the step before it began has not come
  /// around the rim: it was pressed in so deep that the wall has no side any more.
  template <class Tip>
  Way look(const Touching& touch, const Tip& tip) {
    if constexpr (kHasMouth<Tip>) {
      const bool came_in = in_;
      in_ = touch.mechanism.to_mouth(tip) < 0.0;
      if (in_ && touch.mechanism.outside(tip)) return came_in ? Way::through_the_wall : Way::around_the_rim;
    }
    return Way::none;
  }

  /// Until a tip outside the rim, at that rate along x, passes the plane of the mouth; infinite for others. s
  template <class Tip>
  static double time_left(const Touching& touch, const Tip& tip, double rate) {
    if constexpr (kHasMouth<Tip>)
      if (rate > 0.0 && touch.mechanism.outside(tip))
        return std::fmax(touch.mechanism.to_mouth(tip) / rate, 0.0);
    return kNever;
  }

 private:
  bool in_ = false;  // whether it was behind the plane of the mouth
};

}  // namespace hilspace::simulate
