#include "core/event.hpp"

#include <gtest/gtest.h>

#include <random>

namespace hilspace {
namespace {

TEST(TimeToReach, IsTheSmallestPositiveRoot) {
  std::mt19937_64 random(3);
  const auto number = [&random](double scale) {
    return (static_cast<double>(random() >> 11) * 0x1p-53 - 0.5) * 2.0 * scale;
  };
  for (int i = 0; i < 10000; ++i) {
    const double gap = magnitude(number(1e-6)), v = number(0.1), a = number(100.0);
    const double t = time_to_reach(gap, v, a);
    const double discriminant = v * v + 2.0 * a * gap;
    if (t == kNever) {
      // Either it turns back before the level, or it moves away for ever.
      EXPECT_TRUE(discriminant < 0.0 || (v <= 0.0 && a <= 0.0)) << gap << ' ' << v << ' ' << a;
      continue;
    }
    ASSERT_GT(t, 0.0);
    EXPECT_NEAR(v * t + 0.5 * a * t * t, gap, 1e-9 * (gap + magnitude(v) * t));
    for (int k = 1; k < 8; ++k) EXPECT_LT(v * (t * k / 8) + 0.5 * a * (t * k / 8) * (t * k / 8), gap);
  }
}

TEST(TimeToReach, FindsTheReturnToALevelJustLeft) {
  EXPECT_DOUBLE_EQ(time_to_reach(0.0, -0.1, 50.0), 2.0 * 0.1 / 50.0);
  EXPECT_NEAR(time_to_reach(-1e-20, -0.1, 50.0), 2.0 * 0.1 / 50.0, 1e-15);
}

TEST(TimeToReach, NeverComesWhenNothingMoves) {
  EXPECT_EQ(time_to_reach(1.0, 0.0, 0.0), kNever);
  EXPECT_EQ(time_to_reach(1.0, -1.0, 0.0), kNever);
  EXPECT_EQ(time_to_reach(1.0, 1.0, -0.6), kNever);
}

}  // namespace
}  // namespace hilspace
