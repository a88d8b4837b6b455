#pragma once
// Elementary functions: exponential, logarithm, power and the normal quantile, scalar and SIMD.
//
//   exponential(x)       e^x      within 1 ulp; 0 below x = -708.39 (never a subnormal number),
//                                 infinite above 709.78
//   logarithm(x)         ln x     within 1 ulp for every finite x > 0; -infinite at 0, not a number below
//   power(x, n)          x^n      x >= 0, any finite n; within 1 ulp for |n| <= 5, |n ln x| / 10 ulp more
//                                 beyond; limits as of exponential; exactly x for n = 1, whatever x;
//                                 else not a number for x < 0
//   normal_quantile(p)   quantile z of the standard normal distribution at probability p, 0 < p < 1; within
//                                 1e-15 relative
//
// NaN is propagated. A mathematical library would give other bits on another machine, and tables would need a
// gather instruction; hence series, with two-part argument reduction (Cody and Waite, Software Manual for the
// Elementary Functions, 1980, chapters 5 to 7):
//
//   e^x   x = k ln 2 + r, |r| <= ln 2 / 2;  Taylor's series up to r^13, cut off at 4e-18
//   ln x  x = 2^k m, 1/sqrt 2 <= m < sqrt 2;  ln m = 2 artanh s, s = (m - 1) / (m + 1), |s| <= 0.172;
//         its series up to s^21, cut off below 1e-18
//   x^n   e^(n ln x), where ln x and the product carry about 60 bits, since the relative error grows by n ln
//         x
//
// The quantile is algorithm AS 241 (PPND16) of M. J. Wichura, The percentage points of the normal
// distribution, Applied Statistics 37 (1988) 477-484, doi:10.2307/2347330.

#include <cstdint>
#include <limits>

#include "core/scalar.hpp"

namespace hilspace {
namespace elementary {

// ln 2 in two parts: the first ends in 21 zero bits, so that its integer multiples are exact.
inline constexpr double kLn2High = 0x1.62e42feep-1;
inline constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
inline constexpr double kInfinite = std::numeric_limits<double>::infinity();
// Added to an integer below 2^51, it leaves that integer in the lowest bits.
inline constexpr double kShift = 0x1.8p52;

/// x rounded to its leading 26 bits: the product of two such numbers is exact.
template <class S>
HILSPACE_INLINE S leading_half(S x) {
  return from_bits<S>(bits(x) & ~std::uint64_t{0x7ffffff});
}

/// c0 + c1 x + c2 x^2 + ...
template <class S>
HILSPACE_INLINE S polynomial(S, double c0) {
  return S(c0);
}
template <class S, class... More>
HILSPACE_INLINE S polynomial(S x, double c0, More... more) {
  return S(c0) + x * polynomial(x, more...);
}

/// Four terms of a long polynomial, arranged for instruction-level parallelism.
template <class S>
HILSPACE_INLINE S four_terms(S x, S x2, double c0, double c1, double c2, double c3) {
  return (S(c0) + S(c1) * x) + x2 * (S(c2) + S(c3) * x);
}

/// Double-double number high + low, |low| much smaller than |high|.
template <class S>
struct Parts {
  S high, low;
};

/// e^(high + low), where `about` is high + low or a rounding error away from it.
template <class S>
HILSPACE_INLINE S exponential_of(S about, Parts<S> x) {
  const S shifted = about * S(0x1.71547652b82fep0) + S(kShift);  // over ln 2, rounded
  const S k = shifted - S(kShift);
  const S high = x.high - k * S(kLn2High);
  const S low = x.low - k * S(kLn2Low);
  const S r = high + low;
  const S rest = low - (r - high);
  const S r2 = r * r;
  const S r4 = r2 * r2;
  // (e^r - 1 - r) / r^2
  const S series =
      four_terms(r, r2, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120) +
      r4 * (four_terms(r, r2, 1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880) +
            r4 * four_terms(r, r2, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800));
  // Adds back the rounding error of 1 + r, so that essentially only the last addition rounds.
  const S sum = S(1.0) + r;
  const S lost = r - (sum - S(1.0));
  const S y = sum + (lost + (rest + r2 * series));
  // Multiplies by 2^k, by adding k to the exponent field.
  const S scaled = from_bits<S>(bits(y) + (bits(shifted) << 52));
  const S within = select(about < S(-708.39), S(0.0), scaled);
  return select(about <= S(709.78), within, about * S(kInfinite));  // propagates NaN
}

/// ln x for 0 < x < infinity.
template <class S>
HILSPACE_INLINE Parts<S> logarithm_parts(S x) {
  const Mask<S> subnormal = x < S(std::numeric_limits<double>::min());
  const S normal = select(subnormal, x * S(0x1p54), x);
  // With the bits between sqrt(1/2) and 1 added, the exponent field is that of 2^k.
  const Bits<S> biased = (bits(normal) + std::uint64_t{0x3ff0000000000000 - 0x3fe6a09e667f3bcd}) >> 52;
  const S count = from_bits<S>(biased | std::uint64_t{0x4330000000000000}) - S(0x1p52 + 1023);
  const S k = select(subnormal, count - S(54.0), count);
  const S m = from_bits<S>(bits(normal) - ((biased - std::uint64_t{1023}) << 52));

  // s = f / (m + 1) in two parts: both leading halves multiply exactly, so the remainder of the division is
  // exact. It has to be divided by m + 1 too: 1 / (m + 1) is (1 - s) / 2.
  const S f = m - S(1.0);
  const S divisor = m + S(1.0);
  const S s = f / divisor;
  const S s_high = leading_half(s);
  const S divisor_high = leading_half(divisor);
  const S divisor_low = m - (divisor_high - S(1.0));
  const S remainder = (f - s_high * divisor_high) - s_high * divisor_low;
  const S twice_s_low = remainder * (S(1.0) - s);

  const S z = s * s;
  const S z2 = z * z;
  const S z4 = z2 * z2;
  // (2 artanh s - 2 s) / s^3
  const S series =
      four_terms(z, z2, 2.0 / 3, 2.0 / 5, 2.0 / 7, 2.0 / 9) +
      z4 * (four_terms(z, z2, 2.0 / 11, 2.0 / 13, 2.0 / 15, 2.0 / 17) + z4 * (S(2.0 / 19) + S(2.0 / 21) * z));
  const S whole = k * S(kLn2High);
  const S twice_s_high = s_high + s_high;
  const S high = whole + twice_s_high;
  const S lost = twice_s_high - (high - whole);
  return {high, lost + ((k * S(kLn2Low) + twice_s_low) + (s * z) * series)};
}

}  // namespace elementary

template <class S>
HILSPACE_INLINE S exponential(S x) {
  return elementary::exponential_of(x, {x, S(0.0)});
}

template <class S>
HILSPACE_INLINE S logarithm(S x) {
  const elementary::Parts<S> y = elementary::logarithm_parts(x);
  const S edge = select(x == S(0.0), S(-elementary::kInfinite),
                        select(x > S(0.0), x, S(std::numeric_limits<double>::quiet_NaN())));
  return select(x > S(0.0) && finite(x), y.high + y.low, edge);
}

template <class S>
HILSPACE_INLINE S power(S x, S n) {
  const elementary::Parts<S> ln = elementary::logarithm_parts(x);
  const S n_high = elementary::leading_half(n);
  const S ln_high = elementary::leading_half(ln.high);
  const S ln_low = (ln.high - ln_high) + ln.low;
  const elementary::Parts<S> product{n_high * ln_high, (n - n_high) * ln_high + n * ln_low};
  const S y = elementary::exponential_of(n * (ln.high + ln.low), product);
  // 0 and infinity have no logarithm; only the sign of n matters.
  const S inverse = select(x == S(0.0), S(elementary::kInfinite), S(0.0));
  const S edge = select(n > S(0.0), x, select(n < S(0.0), inverse, n + S(1.0)));
  const Mask<S> at_edge = x == S(0.0) || x == S(elementary::kInfinite);
  const S whole = select(at_edge, edge, select(x > S(0.0), y, S(std::numeric_limits<double>::quiet_NaN())));
  return select(n == S(1.0), x, whole);
}

template <class S>
HILSPACE_INLINE S normal_quantile(S p) {
  using elementary::polynomial;
  const S q = p - S(0.5);
  // Three pieces: |q| <= 0.425, and the tails on both sides of p = e^-25.
  const S r = S(0.180625) - q * q;
  const S middle_over =
      q * polynomial(r, 3.3871328727963666080e0, 1.3314166789178437745e+2, 1.9715909503065514427e+3,
                     1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                     3.3430575583588128105e+4, 2.5090809287301226727e+3);
  const S middle_under = polynomial(
      r, 1.0, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
      2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4, 5.2264952788528545610e+3);

  const S root = square_root(-logarithm(smaller(p, S(1.0) - p)));
  const S near = root - S(1.6);
  const S near_over =
      polynomial(near, 1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
                 3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
                 2.27238449892691845833e-2, 7.74545014278341407640e-4);
  const S near_under =
      polynomial(near, 1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
                 1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
                 1.05075007164441684324e-9);
  const S far = root - S(5.0);
  const S far_over =
      polynomial(far, 6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
                 2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                 2.71155556874348757815e-5, 2.01033439929228813265e-7);
  const S far_under =
      polynomial(far, 1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
                 7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
                 2.04426310338993978564e-15);

  const Mask<S> middle = magnitude(q) <= S(0.425);
  const Mask<S> is_near = root <= S(5.0);
  const S tail_over = select(is_near, near_over, far_over);
  const S over = select(middle, middle_over, select(q < S(0.0), -tail_over, tail_over));
  const S under = select(middle, middle_under, select(is_near, near_under, far_under));
  return over / under;
}

}  // namespace hilspace
