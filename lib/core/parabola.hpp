#pragma once
// Parabola of a signal within one step, through its values at start, middle and end: it locates a peak inside
// the step, and Simpson's rule integrates it. Signals are continuous within a step.

#include <array>

#include "core/scalar.hpp"

namespace hilspace {

/// A signal at the start, in the middle and at the end of a step.
template <class S>
using Points = std::array<S, 3>;

template <class S>
HILSPACE_INLINE S simpson(const Points<S>& p, S h) {
  return S(1.0 / 6.0) * h * (p[0] + S(4.0) * p[1] + p[2]);
}

/// Whether the parabola has its maximum in the interior.
template <class S>
HILSPACE_INLINE Mask<S> has_summit(const Points<S>& p) {
  const S first = p[1] - p[0], second = p[2] - p[1];
  return S(3.0) * first > second && first > S(3.0) * second;
}

/// The parabola through three points, over x = 0 ... 1. Through equal points it is constant to the bit.
template <class S>
struct Parabola {
  S constant, slope, bend;

  HILSPACE_INLINE explicit Parabola(const Points<S>& p)
      : constant(p[0]),
        slope(S(4.0) * (p[1] - p[0]) - (p[2] - p[0])),
        bend(S(2.0) * ((p[0] - p[1]) + (p[2] - p[1]))) {}
  HILSPACE_INLINE S at(S x) const { return constant + x * (slope + x * bend); }
  HILSPACE_INLINE S slope_at(S x) const { return slope + S(2.0) * x * bend; }
  /// Position of the maximum, if in the interior; else 0.
  HILSPACE_INLINE S summit() const {
    const Mask<S> inside = bend < S(0.0) && slope > S(0.0) && slope < S(-2.0) * bend;
    return select(inside, slope / select(inside, S(-2.0) * bend, S(1.0)), S(0.0));
  }
};

}  // namespace hilspace
