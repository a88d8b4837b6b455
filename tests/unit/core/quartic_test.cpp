#include "core/quartic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace hilspace {
namespace {

TEST(Quartic, GoesThroughAnyQuartic) {
  const auto p = [](double t) { return 1.0 + t * (2.0 + t * (-3.0 + t * (0.5 + t * 0.7))); };
  const auto rate = [](double t) { return 2.0 + t * (-6.0 + t * (1.5 + t * 2.8)); };
  const Quartic<double> curve({p(-1.0), p(0.0), p(1.0)}, {rate(-1.0), rate(1.0)});
  for (const double t : {-1.0, -0.6, 0.0, 0.3, 1.0}) EXPECT_NEAR(curve.at(t), p(t), 1e-14);
}

/// A ripple over a cell: it falls at both ends, with a crest in between, and its three values are 0.
TEST(Quartic, FindsTheCrestThatThreeValuesMiss) {
  const auto ripple = [](double p) { return p / 24.0 - p * p * p / 6.0; };
  const Points<double> values{ripple(-0.5), ripple(0.0), ripple(0.5)};
  EXPECT_FALSE(has_summit(values));
  const double rate = 0.5 * (1.0 / 24.0 - 1.0 / 8.0);
  const auto largest = Quartic<double>(values, {rate, rate}).largest();
  const double crest = 0.5 / std::sqrt(3.0);
  EXPECT_NEAR(largest.place, 2.0 * crest, 1e-6);
  EXPECT_NEAR(largest.value, ripple(crest), 1e-12);
}

TEST(Quartic, IsLargestAtAnEndOrWhereItTurns) {
  EXPECT_EQ(Quartic<double>({3.0, 2.0, 1.0}, {-1.0, -1.0}).largest().value, 3.0);
  EXPECT_EQ(Quartic<double>({1.0, 2.0, 3.0}, {1.0, 1.0}).largest().value, 3.0);
  const auto turns = Quartic<double>({0.0, 1.0, 0.0}, {2.0, -2.0}).largest();
  EXPECT_NEAR(turns.value, 1.0, 1e-14);
  EXPECT_NEAR(turns.place, 0.0, 1e-14);
}

TEST(Quartic, IsNowhereLargerThanItsBound) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int n = 0; n < 2000; ++n) {
    const Points<double> p{any(random), any(random), any(random)};
    const std::array<double, 2> rates{4.0 * any(random), 4.0 * any(random)};
    const Quartic<double> curve(p, rates);
    for (int k = 0; k <= 100; ++k) EXPECT_LE(curve.at(-1.0 + 0.02 * k), bound_of(p, rates));
  }
}

/// Of signals of up to two radians over the interval, on a slope.
TEST(Quartic, FindsTheLargestValueOfASignalThatTurnsLess) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int n = 0; n < 2000; ++n) {
    const double turn = std::abs(any(random)), phase = 3.14 * any(random), slope = any(random);
    const auto p = [&](double t) { return std::sin(turn * t + phase) + slope * t; };
    const auto rate = [&](double t) { return turn * std::cos(turn * t + phase) + slope; };
    const Quartic<double> curve({p(-1.0), p(0.0), p(1.0)}, {rate(-1.0), rate(1.0)});
    double searched = -1e300;
    for (int k = 0; k <= 400; ++k) searched = std::max(searched, p(-1.0 + 5e-3 * k));
    EXPECT_NEAR(curve.largest().value, searched, 3e-3) << turn << ' ' << phase << ' ' << slope;
  }
}

}  // namespace
}  // namespace hilspace
