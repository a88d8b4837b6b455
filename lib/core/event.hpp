#pragma once
// When does a signal reach a level? Predicted from its value and derivatives at the start of a step, so
// that the step can end there and the right-hand side is smooth within every step.
//
//   gap = v t + a t^2 / 2,  the smallest t > 0
//
//   gap  distance still to go towards the level, its own unit, >= 0 (a hair below 0: just left the level)
//   v    speed towards the level                a   acceleration towards it
//
// A gap of about 0 with v < 0 asks for the return to the level. The neglected jerk moves the event by
// j t^3 / (6 v), where t is at most one step. Never reached: kNever.

#include "core/scalar.hpp"

namespace hilspace {

inline constexpr double kNever = 1e300;

template <class S>
HILSPACE_INLINE S time_to_reach(S gap, S v, S a) {
  const S discriminant = v * v + S(2.0) * (a * gap);
  const S root = square_root(larger(discriminant, S(0.0)));
  const Mask<S> away = v < S(0.0);
  // Two forms of the same root, each free of cancellation where it is used.
  const S numerator = select(away, root - v, gap + gap);
  const S denominator = select(away, a, v + root);
  const Mask<S> reached = discriminant >= S(0.0) && denominator > S(0.0) && numerator >= S(0.0);
  return select(reached, numerator / select(reached, denominator, S(1.0)), S(kNever));
}

}  // namespace hilspace
