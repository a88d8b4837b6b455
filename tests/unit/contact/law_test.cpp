#include "contact/law.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hilspace::contact {
namespace {

TEST(DampingNumber, FollowsItsFormula) {
  EXPECT_EQ(damping_number(Law::hertz, 0.3), 0.0);
  EXPECT_DOUBLE_EQ(damping_number(Law::flores, 0.8), 0.4);
  EXPECT_EQ(damping_number(Law::flores, 1.0), 0.0);
}

TEST(Laws, AreListedInTheOrderOfTheirEnumerators) {
  for (std::size_t i = 0; i < kLaws.size(); ++i) EXPECT_EQ(static_cast<std::size_t>(kLaws[i].law), i);
}

TEST(HuntCrossley, IsHertzWithoutRate) {
  const HuntCrossley<double> law{2e9, 4.0};
  EXPECT_DOUBLE_EQ(law.force(1e-4, 0.0), 2e9 * 1e-6);
}

TEST(HuntCrossley, NeverPullsAndNeverActsAtADistance) {
  const HuntCrossley<double> law{2e9, 4.0};
  for (double rate = -2.0; rate <= 2.0; rate += 0.05) {
    EXPECT_EQ(law.force(-1e-6, rate), 0.0);
    EXPECT_EQ(law.force(0.0, rate), 0.0);
    EXPECT_GE(law.force(1e-4, rate), 0.0);
    EXPECT_EQ(law.force(1e-4, rate) > 0.0, law.press(rate) > 0.0);
  }
}

TEST(HuntCrossley, ForceRateIsTheSlopeAlongAMotion) {
  const HuntCrossley<double> law{2e9, 4.0};
  const double d = 8e-5, v = 0.03, a = -60.0, h = 1e-7;
  const auto force_at = [&](double t) { return law.force(d + v * t + 0.5 * a * t * t, v + a * t); };
  const double slope = (force_at(h) - force_at(-h)) / (2.0 * h);
  EXPECT_NEAR(law.force_rate(d, v, v, a), slope, 1e-6 * std::abs(slope));
}

TEST(HuntCrossley, ForceGrowsWithDepthAndWithApproach) {
  const HuntCrossley<double> law{2e9, 4.0};
  EXPECT_GT(law.force(2e-5, 0.05), law.force(1e-5, 0.05));
  EXPECT_GT(law.force(1e-5, 0.05), law.force(1e-5, -0.05));
}

}  // namespace
}  // namespace hilspace::contact
