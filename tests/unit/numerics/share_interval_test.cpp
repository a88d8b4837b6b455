#include "numerics/share_interval.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "numerics/quantile.hpp"

namespace hilspace::numerics {
namespace {

// (q - p)^2 = z^2 p (1 - p)/n at both ends.
TEST(ShareInterval, EndsWhereTheShareJustCannotBeToldFromTheProbability) {
  const double z = normal_quantile(0.975);
  for (const std::uint64_t k : {1u, 3u, 20u, 39u}) {
    const auto found = share_interval(k, 40, 0.95);
    EXPECT_DOUBLE_EQ(found.share, static_cast<double>(k) / 40.0);
    for (const double p : {found.low, found.high})
      EXPECT_NEAR((found.share - p) * (found.share - p), z * z * p * (1.0 - p) / 40.0, 1e-15) << k;
    EXPECT_LT(found.low, found.share);
    EXPECT_GT(found.high, found.share);
  }
}

TEST(ShareInterval, OfNoneAndOfAllHasAWidth) {
  const double z = normal_quantile(0.975);
  const auto none = share_interval(0, 25, 0.95), all = share_interval(25, 25, 0.95);
  EXPECT_EQ(none.low, 0.0);
  EXPECT_NEAR(none.high, z * z / (25.0 + z * z), 1e-15);
  EXPECT_EQ(all.high, 1.0);
  EXPECT_NEAR(all.low, 1.0 - none.high, 1e-15);
  EXPECT_TRUE(std::isnan(share_interval(0, 0, 0.95).share));
}

// The exact probability that a binomial count leads to an interval that holds p.
TEST(ShareInterval, HoldsTheProbabilityAsOftenAsItSays) {
  constexpr int n = 60;
  double covered = 0.0;
  int cases = 0;
  for (double p = 0.05; p < 0.96; p += 0.01, ++cases)
    for (int k = 0; k <= n; ++k) {
      const auto found = share_interval(static_cast<std::uint64_t>(k), n, 0.95);
      if (found.low > p || found.high < p) continue;
      covered += std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                          k * std::log(p) + (n - k) * std::log1p(-p));
    }
  EXPECT_NEAR(covered / cases, 0.95, 0.005);
}

}  // namespace
}  // namespace hilspace::numerics
