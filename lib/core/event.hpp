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

/// Whether a signal at distance x can be at 0 within so many seconds: cheap, and never wrongly false.
template <class S>
HILSPACE_INLINE Mask<S> may_reach(S x, S v, S a, S within) {
  return magnitude(x) <= S(1.01) * within * (magnitude(v) + S(0.5) * within * magnitude(a));
}

/// When a signal at distance u from the middle of a cell leaves it on either side; `half` its half width.
/// 0 when it is outside already and moves on.
template <class S>
HILSPACE_INLINE S time_to_leave(S u, S v, S a, S half) {
  // Towards the level in front; and where it turns before, to the level behind.
  const Mask<S> up = v > S(0.0);
  const S speed = magnitude(v);
  const S onward = select(up, a, -a);
  const S passed = select(up, u, -u);
  const S front = half - passed, behind = half + passed;
  const S square = speed * speed;
  const S reaches = square + S(2.0) * (onward * front);
  const Mask<S> turns = reaches < S(0.0);
  const S root = square_root(larger(select(turns, square - S(2.0) * (onward * behind), reaches), S(0.0)));
  const S sum = speed + root;
  const S numerator = select(turns, sum, front + front);
  const S denominator = select(turns, -onward, sum);
  const Mask<S> moves = denominator > S(0.0);
  return select(moves, larger(numerator, S(0.0)) / select(moves, denominator, S(1.0)), S(kNever));
}

}  // namespace hilspace
