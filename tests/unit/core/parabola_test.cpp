#include "core/parabola.hpp"

#include <gtest/gtest.h>

namespace hilspace {
namespace {

TEST(Parabola, HasItsSummitInsideOrNone) {
  EXPECT_DOUBLE_EQ(Parabola<double>({0.0, 1.0, 0.0}).summit(), 0.5);
  EXPECT_DOUBLE_EQ(Parabola<double>({0.0, 1.0, 0.0}).at(0.5), 1.0);
  EXPECT_EQ(Parabola<double>({0.0, 1.0, 2.0}).summit(), 0.0);
  EXPECT_EQ(Parabola<double>({1.0, 0.0, 1.0}).summit(), 0.0);
}

TEST(Parabola, GoesThroughItsPoints) {
  const Parabola<double> curve({2.0, -1.0, 5.0});
  EXPECT_EQ(curve.at(0.0), 2.0);
  EXPECT_EQ(curve.at(0.5), -1.0);
  EXPECT_EQ(curve.at(1.0), 5.0);
}

TEST(Parabola, SlopesAsItRises) {
  const Parabola<double> curve({2.0, -1.0, 5.0});  // 2 - 15 x + 18 x^2
  for (const double x : {0.0, 0.3, 1.0}) EXPECT_NEAR(curve.slope_at(x), -15.0 + 36.0 * x, 1e-14);
}

TEST(Simpson, IsExactForCubics) { EXPECT_DOUBLE_EQ(simpson<double>({0.0, 0.125, 1.0}, 1.0), 0.25); }

}  // namespace
}  // namespace hilspace
