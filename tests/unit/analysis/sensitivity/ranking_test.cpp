#include "analysis/sensitivity/ranking.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/sensitivity/estimate.hpp"

namespace hilspace::analysis {
namespace {

TEST(Ranking, PutsTheMostImportantFirstAndLeavesOutTheUnknown) {
  EXPECT_EQ(order_of(std::vector{0.1, kNone, 0.7, 0.2}), (std::vector<std::size_t>{2, 3, 0}));
  EXPECT_EQ(order_of(std::vector{0.2, 0.2}), (std::vector<std::size_t>{0, 1}));  // equals stay as they are
}

TEST(Ranking, SharesSumUpToOne) {
  const auto its = shares(std::vector{1.0, kNone, 3.0});
  EXPECT_EQ(its[0], 0.25);
  EXPECT_TRUE(std::isnan(its[1]));
  EXPECT_EQ(its[2], 0.75);
  EXPECT_TRUE(std::isnan(shares(std::vector{0.0, 0.0})[0]));  // no share of nothing
}

TEST(Ranking, KeyParametersAreThoseThatMatterOverAllMetrics) {
  const std::vector<std::vector<double>> importance{{0.05, 0.9, 0.3}, {0.05, 0.2, 0.8}, {0.0, 0.7, kNone}};
  const auto keys = key_parameters(importance);
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_EQ(keys[0].parameter, 1u);
  EXPECT_NEAR(keys[0].mean, 0.6, 1e-12);
  EXPECT_EQ(keys[0].first_in, 2u);
  EXPECT_EQ(keys[0].largest, 0.9);
  EXPECT_EQ(keys[0].metric, 0u);
  EXPECT_EQ(keys[1].parameter, 2u);
  EXPECT_NEAR(keys[1].mean, 1.1 / 3.0, 1e-12);
  EXPECT_EQ(keys[1].metric, 1u);
  EXPECT_TRUE(keys[1].is_key());
  EXPECT_FALSE(keys[2].is_key());
  EXPECT_TRUE(key_parameters({}).empty());
}

}  // namespace
}  // namespace hilspace::analysis
