#pragma once
// The ratio of two numbers that are each known with an uncertainty, and the interval it lies in: Fieller's.
//
//   a = A +- u_a, b = B +- u_b independent; u standard errors with v degrees of freedom
//   interval   all r with (a - r b)^2 <= t^2 (u_a^2 + r^2 u_b^2)
//   t          Student's quantile with v = (u_a^2 + q^2 u_b^2)^2/(u_a^4/v_a + q^4 u_b^4/v_b), q = a/b (Welch)
//
// A/B is in it where the difference A - (A/B) B = 0 is in its own interval, whatever the size of b: no series
// in u_b/b, as the delta method's, is broken off. Where b cannot be told from 0, b^2 <= t^2 u_b^2, every
// ratio is possible: the interval has no ends, and a/b says nothing. Source: Fieller, J. R. Stat. Soc. B 16
// (1954) 175.

namespace hilspace::numerics {

/// A number with its standard error, estimated with so many degrees of freedom; an error of 0: it is exact.
struct Uncertain {
  double value, error, degrees;
};

/// Degrees of freedom of a - r b (Welch and Satterthwaite); infinite where both are exact.
double welch_degrees(const Uncertain& a, const Uncertain& b, double r = 1.0);

struct RatioInterval {
  double value;      // a/b
  double low, high;  // NaN where it is not bounded
  bool bounded;
};

/// `confidence` as 0.95.
RatioInterval ratio_interval(const Uncertain& a, const Uncertain& b, double confidence);

}  // namespace hilspace::numerics
