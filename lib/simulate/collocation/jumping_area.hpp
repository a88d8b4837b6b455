#pragma once
// Area of an error that jumps fast around its mean, e + u with u uniform in -s ... s.
//
//   mean of |e + u| = |e|,                |e| >= s
//                     (s + e^2/s)/2,      |e| < s
//
// Source: derived in docs/numerics.md, "Collocation".

#include "core/parabola.hpp"
#include "core/scalar.hpp"

namespace hilspace::simulate {

/// Mean of |e + u| for e straight from a to b and u uniform in -s ... s.
template <class S>
HILSPACE_INLINE S straight_area(S a, S b, S s) {
  const S width = b - a, largest = larger(magnitude(a), magnitude(b));
  const S per_spread = S(1.0) / select(s > S(0.0), s, S(1.0));
  // Integral of the mean from 0 to e.
  const auto sum = [&](S e) HILSPACE_INLINE_LAMBDA {
    const S size = magnitude(e), square = size * size;
    const S inside = S(0.5) * size * (s + S(1.0 / 3.0) * square * per_spread);
    const S outside = S(0.5) * square + S(1.0 / 6.0) * (s * s);
    const S both = select(size < s, inside, outside);
    return select(e < S(0.0), -both, both);
  };
  const Mask<S> is_wide = magnitude(width) > S(1e-6) * (largest + s);
  const S mixed = S(0.5) * (s + largest * largest * per_spread);
  return select(is_wide, (sum(b) - sum(a)) / select(is_wide, width, S(1.0)),
                select(largest < s, mixed, largest));
}

/// Integral of the magnitude of an error that may change its sign and jumps by up to `spread` around its mean.
/// `whole`: its integral.
template <class S>
HILSPACE_INLINE S jumping_area(const Points<S>& error, S whole, S spread, S h) {
  const Points<S> size{magnitude(error[0]), magnitude(error[1]), magnitude(error[2])};
  const S smooth = magnitude(whole);
  const Mask<S> mixed = error[0] * error[2] < S(0.0) || smaller(size[0], smaller(size[1], size[2])) < spread;
  if (!any(mixed)) return smooth;
  const S kinked =
      S(0.5) * h * (straight_area(error[0], error[1], spread) + straight_area(error[1], error[2], spread));
  // What straight halves miss counts by the share that has one sign: all of it without jumps, none at a crossing.
  const S signed_sum = S(0.5) * h * (S(0.5) * (error[0] + error[2]) + error[1]);
  const S share = signed_sum / select(kinked > S(0.0), kinked, S(1.0));
  return select(mixed, kinked + share * (whole - signed_sum), smooth);
}

}  // namespace hilspace::simulate
