#include "dynamics/merged_bodies.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace hilspace::dynamics {
namespace {

TEST(MergedBodies, TwoAreThemselves) {
  const auto two = merged(std::vector<RowBody>{{17.0, 1e3, 4.0}, {2.0, 0.0, 0.0}});
  EXPECT_EQ(two.rear, 17.0);
  EXPECT_EQ(two.front, 2.0);
  EXPECT_EQ(two.stiffness, 1e3);
  EXPECT_EQ(two.damping, 4.0);
  EXPECT_NEAR(two.frequency, std::sqrt(1e3 * (1.0 / 17.0 + 1.0 / 2.0)), 1e-12 * two.frequency);
  EXPECT_NEAR(two.exact, two.frequency, 1e-12 * two.frequency);
}

/// The spring whose two masses swing slowest is the one that moves, which need not be the softest.
TEST(MergedBodies, SwingOnTheSlowestSpring) {
  const std::vector<RowBody> row{{100.0, 5e3, 1.0}, {20.0, 8e2, 2.0}, {5.0, 5e3, 3.0}, {1.0, 7e2, 0.0}};
  const auto two = merged(row);
  EXPECT_EQ(two.behind, 2u);
  EXPECT_EQ(two.rear, 120.0);
  EXPECT_EQ(two.front, 6.0);
  EXPECT_EQ(two.stiffness, 8e2);
  EXPECT_EQ(two.damping, 2.0);
  EXPECT_LT(two.exact, two.frequency);

  const auto light_tip = merged(std::vector<RowBody>{{100.0, 1e3, 1.0}, {50.0, 9e2, 2.0}, {0.1, 0.0, 0.0}});
  EXPECT_EQ(light_tip.behind, 1u);
}

/// n equal bodies on equal springs have 2 sqrt(k/m) sin(pi/2n).
TEST(MergedBodies, KnowTheLowestFrequencyOfAll) {
  for (const std::size_t n : {2u, 3u, 5u, 20u}) {
    const std::vector<RowBody> row(n, RowBody{2.0, 50.0, 0.0});
    const double exact =
        2.0 * std::sqrt(50.0 / 2.0) * std::sin(std::numbers::pi / (2.0 * static_cast<double>(n)));
    const auto two = merged(row);
    EXPECT_NEAR(two.exact, exact, 1e-12 * exact) << n;
    EXPECT_GE(two.frequency, two.exact * (1.0 - 1e-12)) << n;
  }
}

/// Locked springs are infinitely stiff ones.
TEST(MergedBodies, AreExactWhereTheOthersAreStiff) {
  const std::vector<RowBody> row{{100.0, 1e12, 0.0}, {20.0, 1e3, 0.0}, {5.0, 1e12, 0.0}, {1.0, 0.0, 0.0}};
  const auto two = merged(row);
  EXPECT_NEAR(two.exact, two.frequency, 1e-7 * two.frequency);
}

}  // namespace
}  // namespace hilspace::dynamics
