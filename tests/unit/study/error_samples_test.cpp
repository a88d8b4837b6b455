#include "study/error_samples.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace hilspace::study {
namespace {

/// A grid of these sizes, as far as the samples are concerned.
Study grid(const std::vector<std::size_t>& sizes, double share = 0.01, std::uint64_t seed = 1) {
  Study study;
  study.seed = seed;
  study.error_share = share;
  for (const std::size_t size : sizes)
    study.axes.push_back({"x", {"chaser.mass"_id}, {std::vector<double>(size, 1.0)}});
  return study;
}

/// The same, of scenarios that take long.
Study slow_grid(const std::vector<std::size_t>& sizes, double share = 0.01, std::uint64_t seed = 1) {
  Study study = grid(sizes, share, seed);
  study.solver = models::Solver::reference;
  return study;
}

Study design(std::size_t points, double share = 0.01) {
  Study study = grid({points}, share);
  study.design.emplace();
  return study;
}

std::vector<std::uint64_t> samples(const Study& study) {
  std::vector<std::uint64_t> chosen;
  for (std::uint64_t i = 0; i < scenario_count(study); ++i)
    if (is_error_sample(study, i)) chosen.push_back(i);
  return chosen;
}

TEST(ErrorSamples, AreAllOfAFew) {
  EXPECT_EQ(samples(grid({})).size(), 1U);
  EXPECT_EQ(samples(grid({6, 3, 4, 4})).size(), 288U);
  EXPECT_EQ(samples(slow_grid({20, 8})).size(), 160U);
  EXPECT_EQ(samples(grid({70, 70}, 1.0)).size(), 4900U);
  EXPECT_EQ(samples(grid({70, 70}, 0.0)).size(), 0U);
  EXPECT_EQ(samples(design(4096)).size(), 4096U);
}

TEST(ErrorSamples, AreAboutTheShareOfMany) {
  for (const auto& study : {slow_grid({30, 40, 50}), slow_grid({60000}), slow_grid({2, 2, 3, 100, 50}),
                            grid({100, 100, 100}), design(500000), grid({80, 80, 80}, 0.3)}) {
    const auto expected = static_cast<double>(expected_error_samples(study));
    EXPECT_NEAR(static_cast<double>(samples(study).size()), expected, 0.05 * expected)
        << scenario_count(study);
  }
  EXPECT_EQ(expected_error_samples(slow_grid({30, 40, 50})), 600U);
  EXPECT_EQ(expected_error_samples(slow_grid({30, 40})), 256U);
  EXPECT_EQ(expected_error_samples(grid({300, 40})), 4096U);
  Study controlled = grid({300, 40});
  controlled.twin = Twin::controlled;
  EXPECT_EQ(expected_error_samples(controlled), 1024U);
}

// As many suspects as half of the samples, were they so by chance; of a design none that another size would not have.
TEST(ErrorSamples, LeaveAShareForSuspects) {
  EXPECT_EQ(suspect_share(grid({64, 64}), 7), 0.0);
  EXPECT_EQ(suspect_share(grid({100, 100}, 0.0), 7), 0.0);
  EXPECT_EQ(suspect_share(grid({100, 100}, 1.0), 7), 0.0);
  EXPECT_DOUBLE_EQ(suspect_share(grid({100, 100}), 7), 0.2048);
  EXPECT_DOUBLE_EQ(suspect_share(grid({1000, 1000}), 7), 0.005);
  EXPECT_EQ(suspect_share(design(5000), 4095), 0.0);
  for (const std::uint64_t index : {4096U, 4500U}) {
    EXPECT_GT(suspect_share(design(5000), index), 0.4);
    EXPECT_EQ(suspect_share(design(5000), index), suspect_share(design(90000), index));
  }
  EXPECT_DOUBLE_EQ(suspect_share(design(900000), 899999), 0.005);
}

// What a fixed stride gets wrong: it meets the same value of an axis whose size divides it each time.
TEST(ErrorSamples, HaveEveryLevelOfEveryAxis) {
  for (const auto& sizes : std::vector<std::vector<std::size_t>>{
           {20, 8, 12}, {6, 3, 4, 4, 2}, {7, 6, 6, 5}, {2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, {100, 3}, {1, 64, 5}})
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      const Study study = slow_grid(sizes, 0.01, seed);
      std::vector<std::set<std::size_t>> met(sizes.size());
      for (const std::uint64_t index : samples(study))
        for (std::size_t k = 0; k < sizes.size(); ++k) met[k].insert(positions(study, index)[k]);
      for (std::size_t k = 0; k < sizes.size(); ++k) EXPECT_EQ(met[k].size(), sizes[k]) << k << " " << seed;
    }
}

// No two axes hide together either: each pair of ends of each two axes is met.
TEST(ErrorSamples, HaveTheCorners) {
  const std::vector<std::size_t> sizes{9, 8, 7, 6};
  const Study study = slow_grid(sizes);
  const auto chosen = samples(study);
  const std::set<std::uint64_t> met(chosen.begin(), chosen.end());
  for (unsigned corner = 0; corner < 16; ++corner) {
    std::uint64_t index = 0;
    for (std::size_t k = 0; k < 4; ++k)
      index = index * sizes[k] + ((corner >> k & 1) != 0 ? sizes[k] - 1 : 0);
    EXPECT_TRUE(met.contains(index)) << corner;
  }
  // Of 2^16 corners some, and not all.
  const Study many = slow_grid(std::vector<std::size_t>(16, 2));
  EXPECT_TRUE(is_error_sample(many, 0));
  EXPECT_TRUE(is_error_sample(many, (std::uint64_t{1} << 16) - 1));
  EXPECT_NEAR(static_cast<double>(samples(many).size()), 656.0, 60.0);
}

// The rest is spread: no stretch of the index is without one, and one axis does not follow another.
TEST(ErrorSamples, AreSpread) {
  const Study study = grid({100, 100, 10});
  const auto chosen = samples(study);
  const double gap = 1e5 / (0.25 * 4096.0);
  for (std::size_t k = 1; k < chosen.size(); ++k)
    EXPECT_LE(static_cast<double>(chosen[k] - chosen[k - 1]), 2.0 * gap);
  std::vector<int> of_the_fastest(10);
  for (const std::uint64_t index : chosen) ++of_the_fastest[index % 10];
  for (const int count : of_the_fastest) EXPECT_NEAR(count, 400, 100);
}

TEST(ErrorSamples, DependOnTheSeed) {
  EXPECT_NE(samples(slow_grid({40, 50}, 0.01, 1)), samples(slow_grid({40, 50}, 0.01, 2)));
  EXPECT_EQ(samples(slow_grid({40, 50}, 0.01, 1)), samples(slow_grid({40, 50}, 0.01, 1)));
}

TEST(ErrorSamples, OfADesignStayWhenItGrows) {
  for (const double share : {0.01, 0.37}) {
    const Study large = design(50000, share);
    for (const std::size_t points : {100U, 5000U, 20001U}) {
      const Study small = design(points, share);
      for (std::uint64_t i = 0; i < points; ++i)
        ASSERT_EQ(is_error_sample(small, i), is_error_sample(large, i)) << i;
    }
  }
}

// Where index * samples overflows 64 bits, and an axis cannot have all its levels looked at.
TEST(ErrorSamples, HoldInTheLargestStudies) {
  constexpr std::size_t kMillion = std::size_t{1} << 20;
  Study study = grid({kMillion, kMillion}, 1.0);
  const std::uint64_t count = std::uint64_t{1} << 40;
  for (const std::uint64_t i : {std::uint64_t{0}, count / 3, count - 1})
    EXPECT_TRUE(is_error_sample(study, i));
  study.error_share = 1e-9;  // of which the least number is more
  int found = 0;
  for (std::uint64_t i = 0; i < kMillion; ++i) found += is_error_sample(study, (i << 20) + i % 7);
  EXPECT_LT(found, 10);
  EXPECT_TRUE(is_error_sample(study, 0));
  EXPECT_TRUE(is_error_sample(study, count - 1));
}

}  // namespace
}  // namespace hilspace::study
