#include "analysis/sensitivity/one_at_a_time.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "analysis/sensitivity/estimate.hpp"
#include "test_functions.hpp"

namespace hilspace::analysis {
namespace {

TEST(OneAtATime, SwingIsTheRangeOverOneParameter) {
  const sampling::DesignSetup setup{.type = sampling::DesignType::one_at_a_time, .levels = 4};
  const auto points = sampling::points(setup, 3);
  const auto all = swings(
      values_of([](std::span<const double> u) { return 2.0 * u[0] - 10.0 * u[1] + 100.0 * u[0] * u[2]; },
                points),
      3);
  // u from 1/8 to 7/8, the others at 1/2.
  EXPECT_NEAR(all[0].swing, 52.0 * 0.75, 1e-12);
  EXPECT_NEAR(all[1].swing, 10.0 * 0.75, 1e-12);
  EXPECT_NEAR(all[2].swing, 50.0 * 0.75, 1e-12);
  EXPECT_NEAR(all[1].smallest, 21.0 - 5.0 + 5.0 - 8.75 + 5.0, 1e-12);
  EXPECT_NEAR(all[1].largest, all[1].smallest + all[1].swing, 1e-12);
}

TEST(OneAtATime, FailedPointsAreLeftOut) {
  const std::vector values{3.0, 1.0, kNone, 7.0, kNone, kNone, kNone};
  const auto all = swings(values, 2);
  EXPECT_EQ(all[0].swing, 6.0);
  EXPECT_EQ(all[0].left_out, 1u);
  EXPECT_TRUE(std::isnan(all[1].swing));  // undefined from the middle point alone
  EXPECT_EQ(all[1].left_out, 3u);
  EXPECT_THROW(swings(std::vector<double>(6), 2), std::invalid_argument);
}

}  // namespace
}  // namespace hilspace::analysis
