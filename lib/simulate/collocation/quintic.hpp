#pragma once
// A signal within one step by its values and rates at start, middle and end: the polynomial of fifth degree through them.
//
//   p(t) = p1 + t (r1 + t^2 (o3 + t^2 o5)) + t^2 (e2 + t^2 e4),   t = -1 ... 1 over the step
//
//   p1, r1    value in the middle, and its rate by half a step
//   e, o      even and odd coefficients, from the sums and differences at both ends
//
// Limits: a step over which the signal is smooth. Source: Hermite's interpolation.

#include "core/parabola.hpp"
#include "core/scalar.hpp"

namespace hilspace::simulate {

template <class S>
class Quintic {
 public:
  /// `rates`: by time, of a step whose half is `half` long.
  HILSPACE_INLINE Quintic(const Points<S>& values, const Points<S>& rates, S half)
      : middle_(values[1]), slope_(rates[1] * half) {
    const S even = S(0.5) * (values[0] + values[2]) - middle_,
            even_rate = S(0.5) * half * (rates[2] - rates[0]);
    e4_ = S(0.5) * even_rate - even;
    e2_ = even - e4_;
    const S odd = S(0.5) * (values[2] - values[0]) - slope_;
    const S odd_rate = S(0.5) * half * (rates[2] + rates[0]) - slope_;
    o5_ = S(0.5) * (odd_rate - S(3.0) * odd);
    o3_ = odd - o5_;
  }
  HILSPACE_INLINE S at(S t) const {
    const S square = t * t;
    return middle_ + square * (e2_ + square * e4_) + t * (slope_ + square * (o3_ + square * o5_));
  }
  /// dp/dt: by half a step.
  HILSPACE_INLINE S rate_at(S t) const {
    const S square = t * t;
    return slope_ + square * (S(3.0) * o3_ + S(5.0) * (square * o5_)) +
           t * (S(2.0) * e2_ + S(4.0) * (square * e4_));
  }

 private:
  S middle_, slope_, e2_, e4_, o3_, o5_;
};

}  // namespace hilspace::simulate
