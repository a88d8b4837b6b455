#pragma once
// What a quantizer adds to the impulse of a force.
//
//   integral of Q(y) - y over an interval, Q(y) = q round(y/q)
//   = h (r_a^2 - r_b^2)/(2 (b - a)) where y is straight from a to b, r = y - Q(y)
//
// y is a quartic over the interval, and straight in parts of it.
// Limits: y turns once in an interval at most. Source: integration by parts, since r^2/2 is the same on both sides of a jump.

#include "core/parabola.hpp"
#include "core/quartic.hpp"
#include "core/scalar.hpp"

namespace hilspace::simulate {

template <class S>
class RoundedImpulse {
 public:
  explicit RoundedImpulse(S quantum)
      : quantum_(quantum),
        per_quantum_(S(1.0) / select(quantum > S(0.0), quantum, S(1.0))),
        is_there_(any(quantum > S(0.0))) {}

  struct Impulse {
    S to_middle, to_end;
  };
  /// Integral of Q(y) - y over an interval of length h, N s. Rates at both ends; `parts`: of half of it.
  HILSPACE_INLINE Impulse over(const Points<S>& y, S rate_0, S rate_2, S h, int parts) const {
    if (!is_there_) return {S(0.0), S(0.0)};
    const S half = S(0.5) * h, part = S(0.5 / parts) * h;
    const Quartic<S> course(y, {half * rate_0, half * rate_2});
    S from = course.at(S(-1.0)), sum(0.0), to_middle(0.0);
    for (int k = -parts; k < parts; ++k) {
      const S to = course.at(S((k + 1.0) / parts));
      if (k == 0) to_middle = sum;
      sum = sum + part * mean(from, to);
      from = to;
    }
    return {to_middle, sum};
  }

 private:
  /// Mean of Q(s) - s for s straight from a to b: (r_a^2 - r_b^2)/(2 (b - a)), r = s - Q(s).
  HILSPACE_INLINE S mean(S a, S b) const {
    const S width = b - a, rest_a = rest(a), rest_b = rest(b);
    const Mask<S> is_wide = magnitude(width) > S(1e-6) * quantum_;
    const S wide = S(0.5) * (rest_a * rest_a - rest_b * rest_b) / select(is_wide, width, S(1.0));
    return select(quantum_ > S(0.0), select(is_wide, wide, -rest_a), S(0.0));
  }
  HILSPACE_INLINE S rest(S s) const { return s - quantum_ * round_even(s * per_quantum_); }

  S quantum_, per_quantum_;
  bool is_there_;
};

}  // namespace hilspace::simulate
