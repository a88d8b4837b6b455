#pragma once
// The docking model's motion at any time of a scenario, from its course in units of chi alone (docking_course.hpp).

#include <array>
#include <cstddef>

#include "core/scalar.hpp"
#include "simulate/collocation/docking_course.hpp"

namespace hilspace::simulate {

/// For instants >= 0 that do not decrease.
template <class S>
class Playback {
 public:
  /// `length` and `approach`: l in m, v0 in m/s.
  HILSPACE_INLINE Playback(const DockingCourse<S>& course, S length, S approach)
      : course_(course),
        length_(length),
        approach_(approach),
        end(length / approach * course.duration),
        velocity_after_(approach * course.velocity_after),
        parts_per_second_(S(double{kParts}) / end),
        d_(course.d[0]),
        v_(course.v[0]) {}

  struct Motion {
    S d, v;  // m, m/s
    Mask<S> touches;
  };
  HILSPACE_INLINE Motion at(S time) {
    const S parts = time * parts_per_second_;
    if (any(parts > last_part_ + S(1.0) && !at_end_)) advance(parts);
    const S share = smaller(larger(parts - last_part_, S(0.0)), S(1.0));
    S tau = share;
    if (any(at_onset_)) tau = select(at_onset_, square_root(share), tau);
    if (any(at_end_)) tau = select(at_end_, S(1.0) - square_root(S(1.0) - share), tau);
    const S after = time - end;
    const Mask<S> touches = after < S(0.0);
    return {select(touches, length_ * integrate::at(d_, tau), after * velocity_after_),
            select(touches, approach_ * integrate::at(v_, tau), velocity_after_), touches};
  }

 private:
  static constexpr std::size_t kParts = DockingCourse<S>::kParts;

  /// Each lane goes on to the part that has its time.
  HILSPACE_INLINE void advance(S parts) {
    for (std::size_t p = 1; p < kParts; ++p) {
      const S part(static_cast<double>(p));
      const Mask<S> goes_on = parts > part && last_part_ < part;
      if (!any(goes_on)) continue;
      for (std::size_t i = 0; i <= integrate::kNodes; ++i) {
        d_[i] = select(goes_on, course_.d[p][i], d_[i]);
        v_[i] = select(goes_on, course_.v[p][i], v_[i]);
      }
      last_part_ = select(goes_on, part, last_part_);
      at_onset_ = at_onset_ && !goes_on;
      if (p + 1 == kParts) at_end_ = at_end_ || goes_on;
    }
  }

  const DockingCourse<S>& course_;
  S length_, approach_;

 public:
  S end;  // of the contact, s

 private:
  S velocity_after_, parts_per_second_;
  S last_part_ = S(0.0);
  integrate::OverPiece<S> d_, v_;
  Mask<S> at_onset_{true}, at_end_{false};
};

}  // namespace hilspace::simulate
