#pragma once
// Event prediction: when a signal reaches a level, from its value and derivatives at the start of a step. The
// step can then end there, so the right-hand side is smooth within every step.
//
//   gap = v t + a t^2 / 2,  the smallest t > 0
//
//   gap  distance to the level, in the signal's unit, >= 0 (slightly below 0: has just left the level)
//   v    speed towards the level                a   acceleration towards it
//
// A gap near 0 with v < 0 gives the return to the level. The neglected jerk j shifts the event by j t^3 / (6
// v), where t is at most one step. Never reached: kNever.

#include "core/scalar.hpp"

namespace hilspace {

inline constexpr double kNever = 1e300;

template <class S>
HILSPACE_INLINE S time_to_reach(S gap, S v, S a) {
  const S discriminant = v * v + S(2.0) * (a * gap);
  const S root = square_root(larger(discriminant, S(0.0)));
  const Mask<S> away = v < S(0.0);
  // Two forms of the same root, each used where it is free of cancellation.
  const S numerator = select(away, root - v, gap + gap);
  const S denominator = select(away, a, v + root);
  const Mask<S> reached = discriminant >= S(0.0) && denominator > S(0.0) && numerator >= S(0.0);
  return select(reached, numerator / select(reached, denominator, S(1.0)), S(kNever));
}

/// Whether a signal at distance x can reach 0 within that many seconds: inexpensive, no false negatives.
template <class S>
HILSPACE_INLINE Mask<S> may_reach(S x, S v, S a, S within) {
  return magnitude(x) <= S(1.01) * within * (magnitude(v) + S(0.5) * within * magnitude(a));
}

/// Time until a signal at distance u from the centre of a cell leaves it on either side; `half` is the cell's
/// half width. 0 when it is already outside and moving on.
template <class S>
HILSPACE_INLINE S time_to_leave(S u, S v, S a, S half) {
  // To the level ahead, or, if it turns before, to the level behind.
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
