#include "core/elementary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "core/lanes.hpp"
#include "support/numbers.hpp"
#include "support/times.hpp"

namespace hilspace {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();

using Numbers = test::Numbers<11>;

/// Distance from the exact value in units of the last digit.
double ulps(double got, long double exact) {
  int exponent = 0;
  std::frexp(static_cast<double>(exact), &exponent);
  return static_cast<double>(std::fabs((got - exact) / std::ldexp(1.0L, exponent - 53)));
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

TEST(Exponential, IsWithinOneUlp) {
  Numbers numbers;
  double worst = 0.0;
  for (int i = 0; i < 200000; ++i) {
    const double x = i % 2 == 0 ? numbers.between(-708.39, 709.78) : numbers.between(-1.0, 1.0);
    worst = std::max(worst, ulps(exponential(x), std::exp(static_cast<long double>(x))));
  }
  EXPECT_LT(worst, 0.75);
}

TEST(Exponential, HasLimits) {
  EXPECT_TRUE(same(exponential(0.0), 1.0));
  EXPECT_TRUE(same(exponential(-0.0), 1.0));
  EXPECT_EQ(exponential(kSmallest), 1.0);
  EXPECT_EQ(exponential(-708.4), 0.0);
  EXPECT_EQ(exponential(-1e300), 0.0);
  EXPECT_EQ(exponential(-kInfinite), 0.0);
  EXPECT_EQ(exponential(709.8), kInfinite);
  EXPECT_EQ(exponential(1e300), kInfinite);
  EXPECT_EQ(exponential(kInfinite), kInfinite);
  EXPECT_TRUE(std::isnormal(exponential(-708.39)));
  EXPECT_TRUE(std::isfinite(exponential(709.78)));
}

TEST(Logarithm, IsWithinOneUlp) {
  Numbers numbers;
  double worst = 0.0;
  for (int i = 0; i < 300000; ++i) {
    const double anywhere = std::exp2(numbers.between(-1074.0, 1024.0));
    const double near_one = 1.0 + numbers.between(-1.0, 1.0) * std::exp2(numbers.between(-52.0, -1.0));
    const double x = i % 3 == 0 ? numbers.between(0.5, 2.0) : i % 3 == 1 ? anywhere : near_one;
    if (x != 1.0) worst = std::max(worst, ulps(logarithm(x), std::log(static_cast<long double>(x))));
  }
  EXPECT_LT(worst, 0.6);
}

TEST(Logarithm, HasLimits) {
  EXPECT_TRUE(same(logarithm(1.0), 0.0));
  EXPECT_EQ(logarithm(0.0), -kInfinite);
  EXPECT_EQ(logarithm(-0.0), -kInfinite);
  EXPECT_EQ(logarithm(kInfinite), kInfinite);
  EXPECT_DOUBLE_EQ(logarithm(kSmallest), -744.4400719213812);
  EXPECT_DOUBLE_EQ(logarithm(std::numeric_limits<double>::max()), 709.782712893384);
  EXPECT_TRUE(std::isnan(logarithm(-1.0)));
  EXPECT_TRUE(std::isnan(logarithm(-kInfinite)));
}

TEST(ExponentialAndLogarithm, UndoEachOther) {
  Numbers numbers;
  for (int i = 0; i < 100000; ++i) {
    const double y = numbers.between(-708.0, 709.0);
    // An ulp of e^y is worth 2^-53 to 2^-52 in y.
    EXPECT_NEAR(logarithm(exponential(y)), y, 0x1p-52 * (1.0 + std::fabs(y)));
    const double x = std::exp2(numbers.between(-1021.0, 1023.0));
    EXPECT_NEAR(exponential(logarithm(x)) / x, 1.0, 0x1p-52 * (1.0 + std::fabs(std::log(x))));
  }
}

TEST(Power, IsWithinOneUlpForExponentsOfForceLaws) {
  Numbers numbers;
  double worst = 0.0, worst_relative = 0.0;
  for (int i = 0; i < 200000; ++i) {
    const double x = std::pow(10.0, numbers.between(-12.0, 3.0));
    const double n = numbers.between(-5.0, 5.0);
    const long double exact = std::pow(static_cast<long double>(x), static_cast<long double>(n));
    const double got = power(x, n);
    worst = std::max(worst, ulps(got, exact));
    worst_relative = std::max(worst_relative, static_cast<double>(std::fabs((got - exact) / exact)));
  }
  EXPECT_LT(worst, 0.8);
  EXPECT_LT(worst_relative, 1e-15);
}

TEST(Power, LosesLittleUpToTheLimits) {
  Numbers numbers;
  for (int i = 0; i < 100000; ++i) {
    const double x = i % 2 == 0 ? numbers.between(0.5, 2.0) : std::exp2(numbers.between(-1074.0, 1024.0));
    const double total = numbers.between(-708.0, 709.0);
    const double n = total / std::log(x);
    const long double exact = std::pow(static_cast<long double>(x), static_cast<long double>(n));
    EXPECT_LT(ulps(power(x, n), exact), 1.0 + std::fabs(total) / 10.0) << x << " to the power " << n;
  }
}

TEST(Power, IsExactWhereOneExpectsIt) {
  Numbers numbers;
  for (int i = 0; i < 10000; ++i) {
    const double any = numbers.any();
    EXPECT_TRUE(same(power(any, 1.0), any));
    const double x = std::exp2(numbers.between(-1074.0, 1024.0));
    EXPECT_EQ(power(x, 0.0), 1.0);
    EXPECT_EQ(power(1.0, numbers.between(-1e6, 1e6)), 1.0);
  }
  EXPECT_EQ(power(4.0, 0.5), 2.0);
  EXPECT_EQ(power(0x1p-100, 5.0), 0x1p-500);
}

TEST(Power, HasLimits) {
  for (const double n : {0.01, 0.5, 1.0, 1.5, 5.0, 1e10}) {
    EXPECT_TRUE(same(power(0.0, n), 0.0)) << n;
    EXPECT_EQ(power(0.0, -n), kInfinite) << n;
    EXPECT_EQ(power(kInfinite, n), kInfinite) << n;
    EXPECT_EQ(power(kInfinite, -n), 0.0) << n;
  }
  EXPECT_EQ(power(0.0, 0.0), 1.0);
  EXPECT_EQ(power(kInfinite, 0.0), 1.0);
  EXPECT_EQ(power(10.0, 1e300), kInfinite);
  EXPECT_EQ(power(10.0, -1e300), 0.0);
  EXPECT_EQ(power(1e-300, 2.0), 0.0);
  EXPECT_EQ(power(1e300, 2.0), kInfinite);
  EXPECT_TRUE(std::isnan(power(-1.0, 2.0)));
  EXPECT_TRUE(std::isnan(power(-kInfinite, 2.0)));
}

// What is not a number must not be hidden, whatever its bits.
TEST(Elementary, KeepsWhatIsNotANumber) {
  for (std::uint64_t digit = 0; digit < 52; ++digit)
    for (const std::uint64_t sign : {0x7ff0000000000000ull, 0xfff0000000000000ull}) {
      const double nan = std::bit_cast<double>(sign | (std::uint64_t{1} << digit));
      EXPECT_TRUE(std::isnan(exponential(nan))) << digit;
      EXPECT_TRUE(std::isnan(logarithm(nan))) << digit;
      EXPECT_TRUE(std::isnan(normal_quantile(nan))) << digit;
      for (const double x : {0.0, 0.5, 1.0, 2.0, kInfinite}) {
        EXPECT_TRUE(std::isnan(power(nan, x))) << digit;
        EXPECT_TRUE(std::isnan(power(x, nan))) << digit;
      }
    }
}

TEST(NormalQuantile, HasKnownValues) {
  EXPECT_TRUE(same(normal_quantile(0.5), 0.0));
  EXPECT_DOUBLE_EQ(normal_quantile(0.975), 1.959963984540054);
  EXPECT_DOUBLE_EQ(normal_quantile(0.25), -0.6744897501960817);  // these three are in the paper
  EXPECT_DOUBLE_EQ(normal_quantile(0.001), -3.090232306167814);
  EXPECT_DOUBLE_EQ(normal_quantile(1e-20), -9.262340089798408);
  for (const double outside : {-kInfinite, -0.1, 0.0, 1.0, 1.1, kInfinite})
    EXPECT_TRUE(std::isnan(normal_quantile(outside))) << outside;
}

TEST(NormalQuantile, InvertsTheDistributionFunction) {
  Numbers numbers;
  const long double root_half = std::sqrt(0.5L);
  const long double root_two_pi = std::sqrt(2.0L * std::acos(-1.0L));
  double worst = 0.0;
  for (int i = 0; i < 200000; ++i) {
    const double p = i % 3 == 0   ? numbers.between(0.0, 1.0)
                     : i % 3 == 1 ? std::exp2(numbers.between(-1000.0, -1.0))
                                  : 0.5 + std::exp2(numbers.between(-50.0, -2.0));
    const double z = normal_quantile(p);
    // How far the distribution function at z is from p, in a form without cancellation.
    const long double from_half = std::erf(z * root_half) / 2 - (p - 0.5L);
    const long double from_zero = std::erfc(-z * root_half) / 2 - p;
    const long double excess = std::fabs(z) < 1.0 ? from_half : z < 0 ? from_zero : from_half;
    const long double density = std::exp(-0.5L * z * z) / root_two_pi;
    // At p near 1 the digits of 1 - p are few and exact; above z = 5 the difference has too few.
    if (z != 0.0 && z < 5.0) worst = std::max(worst, static_cast<double>(std::fabs(excess / density / z)));
  }
  EXPECT_LT(worst, 1e-15);
}

TEST(NormalQuantile, IsSymmetric) {
  Numbers numbers;
  for (int i = 0; i < 10000; ++i) {
    const double p = 1.0 - numbers.between(0.0, 0.5);  // 1 - p is exact
    EXPECT_EQ(normal_quantile(p), -normal_quantile(1.0 - p));
  }
}

struct Tested {};
template <class Pack>
void expect_lanes_like_singles() {
  Numbers numbers;
  for (int round = 0; round < static_cast<int>(test::fewer(20000)); ++round) {
    Pack x, n, p;
    double xs[kLanes<Pack>], ns[kLanes<Pack>], ps[kLanes<Pack>];
    for (int i = 0; i < kLanes<Pack>; ++i) {
      set_lane(x, i, xs[i] = round % 2 == 0 ? numbers.any() : numbers.between(-1.0, 20.0));
      set_lane(n, i, ns[i] = round % 3 == 0 ? numbers.any() : numbers.between(-1.0, 5.0));
      set_lane(p, i, ps[i] = numbers.between(0.0, 1.0) * std::exp2(numbers.between(-60.0, 0.0)));
    }
    for (int i = 0; i < kLanes<Pack>; ++i) {
      EXPECT_TRUE(same(lane(exponential(x), i), exponential(xs[i]))) << xs[i];
      EXPECT_TRUE(same(lane(logarithm(x), i), logarithm(xs[i]))) << xs[i];
      EXPECT_TRUE(same(lane(power(x, n), i), power(xs[i], ns[i]))) << xs[i] << " to the power " << ns[i];
      EXPECT_TRUE(same(lane(normal_quantile(p), i), normal_quantile(ps[i]))) << ps[i];
    }
  }
}
TEST(Elementary, GivesTheSameBitsInLanes) {
  expect_lanes_like_singles<Lanes<2, Tested>>();
  expect_lanes_like_singles<Lanes<4, Tested>>();
  expect_lanes_like_singles<Lanes<8, Tested>>();
}

// A digest written down once: another compiler, build type or machine must come to it, too.
TEST(Elementary, GivesTheSameBitsEverywhere) {
  Numbers numbers;
  std::uint64_t digest = 14695981039346656037u;  // FNV-1a, by words
  for (int i = 0; i < 100000; ++i) {
    const double share = numbers.between(0x1p-60, 1.0);
    const double n = numbers.between(0.5, 5.0);
    for (const double y : {exponential(1400.0 * (share - 0.5)), logarithm(5.0 * share), power(5.0 * share, n),
                           normal_quantile(share)})
      digest = (digest ^ std::bit_cast<std::uint64_t>(y)) * 1099511628211u;
  }
  EXPECT_EQ(digest, 4653340631454195039u);
}

}  // namespace
}  // namespace hilspace
