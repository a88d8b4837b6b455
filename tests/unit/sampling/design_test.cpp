#include "sampling/design.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include "numerics/share_interval.hpp"
#include "sampling/openturns.hpp"

namespace hilspace::sampling {
namespace {

constexpr std::size_t kDimensions = 5;

/// Those that are made, not given, as far as this build has them.
std::vector<DesignType> made() {
  std::vector<DesignType> types{DesignType::random, DesignType::one_at_a_time, DesignType::morris};
  if (openturns::available())
    types.insert(types.end(),
                 {DesignType::latin_hypercube, DesignType::sobol, DesignType::halton, DesignType::saltelli});
  return types;
}

/// The square of the centred L2 discrepancy [Hickernell, Math. Comput. 67 (1998) 299, eq. 5.1c].
double discrepancy(const Points& points) {
  const std::size_t n = points.front().size();
  const double count = static_cast<double>(n);
  double single = 0.0, pairs = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double product = 1.0;
    for (const auto& u : points) {
      const double z = std::abs(u[i] - 0.5);
      product *= 1.0 + 0.5 * z - 0.5 * z * z;
    }
    single += product;
    for (std::size_t k = 0; k < n; ++k) {
      double both = 1.0;
      for (const auto& u : points)
        both *= 1.0 + 0.5 * std::abs(u[i] - 0.5) + 0.5 * std::abs(u[k] - 0.5) - 0.5 * std::abs(u[i] - u[k]);
      pairs += both;
    }
  }
  return std::pow(13.0 / 12.0, static_cast<double>(points.size())) - 2.0 / count * single +
         pairs / (count * count);
}

TEST(Design, HasAsManyPointsAsItSaysInTheOpenCube) {
  for (const DesignType type : made()) {
    const sampling::DesignSetup setup{.type = type, .samples = 32};
    const Points its = points(setup, kDimensions);
    ASSERT_EQ(its.size(), kDimensions);
    for (const auto& u : its) {
      EXPECT_EQ(u.size(), point_count(setup, kDimensions)) << named(type).name;
      EXPECT_TRUE(std::ranges::all_of(u, [](double x) { return x > 0.0 && x < 1.0; })) << named(type).name;
    }
  }
}

TEST(Design, IsTheSameWheneverItIsMade) {
  for (const DesignType type : made()) {
    const sampling::DesignSetup setup{.type = type, .samples = 16, .seed = 7};
    const Points first = points(setup, 3);
    points({.type = type, .samples = 9, .seed = 8}, 2);  // what another one leaves behind does not matter
    EXPECT_EQ(points(setup, 3), first) << named(type).name;
  }
}

TEST(Design, OfAnotherSeedIsAnother) {
  for (const DesignType type : made()) {
    const bool is_random =
        type == DesignType::random || type == DesignType::morris || type == DesignType::latin_hypercube;
    EXPECT_NE(points({.type = type, .samples = 8, .seed = 1}, 3) ==
                  points({.type = type, .samples = 8, .seed = 2}, 3),
              is_random)
        << named(type).name;
  }
}

TEST(Design, ThatGrowsKeepsItsFirstPoints) {
  for (const DesignType type : made()) {
    if (!named(type).grows) continue;
    const Points small = points({.type = type, .samples = 10}, 3),
                 large = points({.type = type, .samples = 37}, 3);
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_TRUE(std::equal(small[j].begin(), small[j].end(), large[j].begin())) << named(type).name;
  }
}

TEST(Design, IsUniformInEachCoordinate) {
  for (const DesignType type : made()) {
    if (type == DesignType::one_at_a_time) continue;
    const Points its = points({.type = type, .samples = 1000}, 2);
    for (const auto& u : its) {
      std::array<double, 4> counts{};
      for (const double x : u) counts[static_cast<std::size_t>(4.0 * x)] += 1.0;
      // Six standard deviations of as many independent points. Of a trajectory, half of the points move.
      const double n = static_cast<double>(u.size());
      for (const double count : counts)
        EXPECT_NEAR(count / n, 0.25, 6.0 * std::sqrt(0.25 * 0.75 / 1000.0)) << named(type).name;
    }
  }
}

TEST(RandomDesign, HasIndependentCoordinates) {
  const Points its = points({.type = DesignType::random, .samples = 4000}, 2);
  double product = 0.0;
  for (std::size_t i = 0; i < 4000; ++i) product += (its[0][i] - 0.5) * (its[1][i] - 0.5);
  EXPECT_NEAR(12.0 * product / 4000.0, 0.0, 6.0 / std::sqrt(4000.0));  // the correlation
}

TEST(OneAtATime, MovesOneCoordinateOverItsLevels) {
  const Points its = points({.type = DesignType::one_at_a_time, .levels = 3}, 2);
  EXPECT_EQ(its[0], (std::vector{0.5, 1.0 / 6.0, 0.5, 2.5 / 3.0, 0.5, 0.5, 0.5}));
  EXPECT_EQ(its[1], (std::vector{0.5, 0.5, 0.5, 0.5, 1.0 / 6.0, 0.5, 2.5 / 3.0}));
}

TEST(Morris, MovesEachCoordinateOnceByAHalfInEachTrajectory) {
  constexpr std::uint64_t kTrajectories = 200, kLevels = 6;
  const Points its =
      points({.type = DesignType::morris, .samples = kTrajectories, .levels = kLevels}, kDimensions);
  std::set<std::vector<std::size_t>> orders;
  std::set<double> values;
  int up = 0;
  for (std::size_t t = 0; t < kTrajectories; ++t) {
    std::vector<std::size_t> order;
    for (std::size_t i = t * (kDimensions + 1); i < (t + 1) * (kDimensions + 1) - 1; ++i)
      for (std::size_t j = 0; j < kDimensions; ++j) {
        values.insert(its[j][i]);
        if (its[j][i + 1] == its[j][i]) continue;
        EXPECT_NEAR(std::abs(its[j][i + 1] - its[j][i]), 0.5, 1e-15);
        order.push_back(j);
        up += its[j][i + 1] > its[j][i] ? 1 : 0;
      }
    orders.insert(order);
    std::ranges::sort(order);
    std::vector<std::size_t> all(kDimensions);
    std::iota(all.begin(), all.end(), std::size_t{0});
    ASSERT_EQ(order, all) << "trajectory " << t;
  }
  EXPECT_EQ(values.size(), kLevels);
  EXPECT_GT(orders.size(), 80U);  // of 120
  EXPECT_NEAR(up / 1000.0, 0.5, 6.0 * 0.5 / std::sqrt(1000.0));
}

TEST(LatinHypercube, HasOnePointInEachSliceOfEachCoordinate) {
  if (!openturns::available()) GTEST_SKIP();
  for (const std::uint64_t n : {1U, 2U, 7U, 100U}) {
    const Points its = points({.type = DesignType::latin_hypercube, .samples = n}, 4);
    for (const auto& u : its) {
      std::set<int> slices;
      for (const double x : u) slices.insert(static_cast<int>(x * static_cast<double>(n)));
      EXPECT_EQ(slices.size(), n);
    }
  }
}

TEST(LatinHypercube, IsSpreadBetterThanARandomOne) {
  if (!openturns::available()) GTEST_SKIP();
  const double optimised =
      discrepancy(points({.type = DesignType::latin_hypercube, .samples = 100}, kDimensions));
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Points shuffled = points({.type = DesignType::random, .samples = 100, .seed = seed}, kDimensions);
    // The same as a Latin hypercube: ranks in the place of coordinates.
    Points ranks = shuffled;
    for (std::size_t j = 0; j < kDimensions; ++j)
      for (std::size_t i = 0; i < 100; ++i)
        ranks[j][i] = (static_cast<double>(
                           std::ranges::count_if(shuffled[j], [&](double x) { return x < shuffled[j][i]; })) +
                       0.5) /
                      100.0;
    EXPECT_LT(optimised, 0.6 * discrepancy(ranks));
  }
}

TEST(LatinHypercube, OfManyPointsIsOneStill) {
  if (!openturns::available()) GTEST_SKIP();
  constexpr std::uint64_t kMany = 20'000;
  const Points its = points({.type = DesignType::latin_hypercube, .samples = kMany}, 2);
  std::set<int> slices;
  for (const double x : its[1]) slices.insert(static_cast<int>(x * static_cast<double>(kMany)));
  EXPECT_EQ(slices.size(), kMany);
}

TEST(Sequences, FillTheCubeBetterThanChance) {
  if (!openturns::available()) GTEST_SKIP();
  for (const DesignType type : {DesignType::sobol, DesignType::halton})
    for (const std::uint64_t seed : {1U, 2U, 3U})
      EXPECT_LT(
          discrepancy(points({.type = type, .samples = 256}, kDimensions)),
          0.2 * discrepancy(points({.type = DesignType::random, .samples = 256, .seed = seed}, kDimensions)))
          << named(type).name;
}

// The share of the points that a condition on one parameter holds for, over many designs.
TEST(Designs, PointsOfOneTrajectoryCountAsOneDraw) {
  constexpr std::uint64_t kTrajectories = 25, kSeeds = 400;
  const DesignSetup setup{.type = DesignType::morris, .samples = kTrajectories};
  const auto draws = draws_per_point(setup.type, kDimensions);
  int held = 0, held_as_if_independent = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    auto seeded = setup;
    seeded.seed = seed;
    const auto first = points(seeded, kDimensions)[0];
    const auto below =
        static_cast<std::uint64_t>(std::ranges::count_if(first, [](double u) { return u < 0.25; }));
    const auto holds = [&](double draw) {
      const auto its = numerics::share_interval(below, first.size(), 0.95, draw);
      return its.low <= 0.25 && 0.25 <= its.high;
    };
    held += holds(draws);
    held_as_if_independent += holds(1.0);
  }
  EXPECT_GE(held, 0.93 * kSeeds);
  EXPECT_LT(held_as_if_independent, 0.85 * kSeeds);
}

// Where one parameter decides alone, by (k^2 + 4)/(k + 2)^2 of the variance of a draw for a block.
TEST(Designs, ABlockCountsAsNoMoreThanItsVariance) {
  for (const std::size_t d : {1u, 2u, 5u, 20u}) {
    const double points = static_cast<double>(d) + 2.0;
    const double of_one = (static_cast<double>(d * d) + 4.0) / (points * points);
    EXPECT_LE(of_one, draws_per_point(DesignType::saltelli, d) * points) << d;
    EXPECT_EQ(draws_per_point(DesignType::sobol, d), 1.0);
    EXPECT_EQ(draws_per_point(DesignType::one_at_a_time, d), 0.0);
  }
}

TEST(Sequences, BeginAtTheirSecondPoint) {
  if (!openturns::available()) GTEST_SKIP();
  const Points sobol = points({.type = DesignType::sobol, .samples = 3}, 2);
  EXPECT_EQ(sobol[0], (std::vector{0.5, 0.75, 0.25}));
  EXPECT_EQ(sobol[1], (std::vector{0.5, 0.25, 0.75}));
  const Points halton = points({.type = DesignType::halton, .samples = 3}, 2);
  EXPECT_EQ(halton[0], (std::vector{1.0 / 2.0, 1.0 / 4.0, 3.0 / 4.0}));
  EXPECT_DOUBLE_EQ(halton[1][1], 2.0 / 3.0);
}

TEST(Saltelli, HasBlocksOfAThenAWithOneCoordinateOfBThenB) {
  if (!openturns::available()) GTEST_SKIP();
  constexpr std::size_t kD = 3, kSize = kD + 2;
  const Points its = points({.type = DesignType::saltelli, .samples = 8}, kD);
  const Points base = points({.type = DesignType::sobol, .samples = 8}, 2 * kD);
  for (std::size_t block = 0; block < 8; ++block)
    for (std::size_t j = 0; j < kD; ++j) {
      const double a = base[j][block], b = base[kD + j][block];
      EXPECT_EQ(its[j][block * kSize], a);
      for (std::size_t k = 0; k < kD; ++k) EXPECT_EQ(its[j][block * kSize + 1 + k], k == j ? b : a);
      EXPECT_EQ(its[j][block * kSize + kSize - 1], b);
    }
}

}  // namespace
}  // namespace hilspace::sampling
