#pragma once
// Miss: whether a tip has gone past the mouth of what it touches, outside the rim. What has no mouth is never missed.

#include <cmath>

#include "core/signal.hpp"

namespace hilspace::simulate {

class Miss {
 public:
  enum class Way { none, around_the_rim, through_the_wall };

  /// Of the tip at the start of a step. A tip that was between the walls when the step before it began has not come
  /// around the rim: it was pressed in so deep that the wall has no side any more.
  template <class Touching, class Tip>
  Way look(const Touching& touch, const Tip& tip) {
    const bool came_in = in_;
    in_ = touch.to_mouth(tip) < 0.0;
    if (!in_ || !touch.outside(tip)) return Way::none;
    return came_in ? Way::through_the_wall : Way::around_the_rim;
  }

  /// Until a tip outside the rim, at that rate along x, passes the plane of the mouth; infinite for others. s
  template <class Touching, class Tip>
  static double time_left(const Touching& touch, const Tip& tip, double rate) {
    return rate > 0.0 && touch.outside(tip) ? std::fmax(touch.to_mouth(tip) / rate, 0.0) : kNever;
  }

 private:
  bool in_ = false;  // whether it was behind the plane of the mouth
};

}  // namespace hilspace::simulate
