#include "analysis/sensitivity/morris_effects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "analysis/sensitivity/estimate.hpp"
#include "test_functions.hpp"

namespace hilspace::analysis {
namespace {

sampling::Points trajectories(std::uint64_t count, std::size_t parameters) {
  return sampling::points({.type = sampling::DesignType::morris, .samples = count, .levels = 4}, parameters);
}

TEST(MorrisEffects, OfALinearFunctionAreItsSlopes) {
  const auto points = trajectories(10, 3);
  const auto effects = morris_effects(
      points, values_of([](std::span<const double> u) { return 5.0 + 2.0 * u[0] - 3.0 * u[1]; }, points),
      0.95);
  const std::array slopes{2.0, -3.0, 0.0};
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_NEAR(effects[j].mean.value, slopes[j], 1e-12);
    EXPECT_NEAR(effects[j].mean_absolute.value, std::abs(slopes[j]), 1e-12);
    EXPECT_NEAR(effects[j].mean_absolute.high, std::abs(slopes[j]), 1e-12);
    EXPECT_NEAR(effects[j].deviation, 0.0, 1e-12);
    EXPECT_EQ(effects[j].effects, 10u);
  }
}

// For u0 u1 the effect of u0 is u1, evenly 1/8, 3/8, 5/8, 7/8: mean 1/2, variance 5/64.
TEST(MorrisEffects, OfAProductSpread) {
  const auto points = trajectories(4000, 2);
  const auto effects =
      morris_effects(points, values_of([](std::span<const double> u) { return u[0] * u[1]; }, points), 0.95);
  for (const auto& its : effects) {
    EXPECT_NEAR(its.mean.value, 0.5, 0.02);
    EXPECT_NEAR(its.deviation, std::sqrt(5.0) / 8.0, 0.01);
  }
}

TEST(MorrisEffects, IntervalsAreStudents) {
  const auto points = trajectories(5, 2);
  const auto its = morris_effects(
      points, values_of([](std::span<const double> u) { return u[0] * u[1]; }, points), 0.95)[0];
  EXPECT_NEAR(its.mean.high - its.mean.value, 2.776445 * its.deviation / std::sqrt(5.0), 1e-6);
  EXPECT_NEAR(its.mean.value - its.mean.low, 2.776445 * its.deviation / std::sqrt(5.0), 1e-6);
}

TEST(MorrisEffects, RankTheParametersOfMorris) {
  const auto points = trajectories(50, 20);
  const auto effects = morris_effects(points, values_of(morris_function, points), 0.95);
  // The first ten matter, the others do not; those with squares and products have a large sigma, 8 to 10 do
  // not.
  for (std::size_t i = 0; i < 10; ++i)
    for (std::size_t j = 10; j < 20; ++j)
      EXPECT_GT(effects[i].mean_absolute.low, effects[j].mean_absolute.high) << i << " and " << j;
  for (const std::size_t curved : {0u, 1u, 2u, 3u, 4u, 5u})
    for (const std::size_t straight : {7u, 8u, 9u})
      EXPECT_GT(effects[curved].deviation, 2 * effects[straight].deviation);
}

TEST(MorrisEffects, RankTheParametersOfTheGFunction) {
  const auto points = trajectories(200, kG.size());
  const auto effects = morris_effects(points, values_of(g_function, points), 0.95);
  for (std::size_t j = 1; j < 5; ++j)
    EXPECT_GT(effects[j - 1].mean_absolute.value, effects[j].mean_absolute.value) << j;
}

TEST(MorrisEffects, LoseOnlyTheStepsAtAFailedPoint) {
  const auto points = trajectories(6, 4);
  const auto f = [](std::span<const double> u) { return u[0] + 2.0 * u[1] + 3.0 * u[2] + 4.0 * u[3]; };
  auto values = values_of(f, points);
  values[5 + 2] = kNone;   // in the middle of the second trajectory: two steps
  values[10 + 0] = kNone;  // at the beginning of the third: one
  const auto effects = morris_effects(points, values, 0.95);
  std::size_t left_out = 0, counted = 0;
  for (std::size_t j = 0; j < 4; ++j) {
    left_out += effects[j].left_out;
    counted += effects[j].effects;
    EXPECT_NEAR(effects[j].mean.value, static_cast<double>(j + 1), 1e-12);
  }
  EXPECT_EQ(left_out, 3u);
  EXPECT_EQ(counted, 6u * 4u - 3u);
}

TEST(MorrisEffects, OfNothingAreNone) {
  const auto points = trajectories(2, 2);
  const auto none = morris_effects(points, std::vector<double>(6, kNone), 0.95);
  EXPECT_TRUE(std::isnan(none[0].mean_absolute.value));
  auto one = values_of([](std::span<const double> u) { return u[0]; }, points);
  std::fill(one.begin() + 3, one.end(), kNone);
  const auto single = morris_effects(points, one, 0.95);
  EXPECT_NEAR(single[0].mean.value, 1.0, 1e-12);
  EXPECT_TRUE(std::isnan(single[0].mean.low));  // a spread takes two
  EXPECT_THROW(morris_effects(points, std::vector<double>(5), 0.95), std::invalid_argument);
}

}  // namespace
}  // namespace hilspace::analysis
