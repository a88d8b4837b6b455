#include "integrate/smooth_share.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hilspace::integrate {
namespace {

TEST(SmoothShare, EndsRightBehindTheFirstJump) {
  for (const double jump : {0.01, 0.3, 0.5, 0.77, 0.999}) {
    const double share = smooth_share([jump](double x) { return x < jump; }, 1e-3);
    EXPECT_GE(share, jump);
    EXPECT_LE(share, jump + 1e-9);
  }
}

TEST(SmoothShare, IsAllOfASmoothStep) {
  EXPECT_EQ(smooth_share([](double) { return true; }, 1e-3), 1.0);
}

TEST(SmoothShare, LeavesWhatIsNearestToTheStart) {
  EXPECT_EQ(smooth_share([](double) { return false; }, 2.0), 1.0);
  const double share = smooth_share([](double x) { return x < 1e-6; }, 1e-3);
  EXPECT_NEAR(share, 1e-3, 1e-9);
}

TEST(SmoothShareBy, IsJustBehindTheJumpInFewLooks) {
  for (const double jump : {2e-3, 0.1, 0.3, 0.5000001, 0.77, 0.9999}) {
    int looks = 0;
    const double share = smooth_share_by(
        [&](double x) {
          ++looks;
          return (jump - x) * (1.0 + x * x);
        },
        1e-3);
    EXPECT_GT(share, jump);
    EXPECT_LE(share - jump, 1e-9);
    EXPECT_LE(looks, 20) << jump;  // bisection takes up to 32
    // The least of two margins: the second one is smaller until shortly before the jump.
    const double of_two = smooth_share_by(
        [&](double x) { return std::fmin((jump - x) * (1.0 + x * x), 1e-4 * (1.1 - x)); }, 1e-3);
    EXPECT_GT(of_two, jump);
    EXPECT_LE(of_two - jump, 1e-9);
  }
}

TEST(SmoothShareBy, IsTheWholeStepWithoutAJumpAndBisectsWhatHasNoSlope) {
  EXPECT_EQ(smooth_share_by([](double) { return 0.0; }, 1e-3), 1.0);
  EXPECT_EQ(smooth_share_by([](double) { return HUGE_VAL; }, 1e-3), 1.0);
  const double share = smooth_share_by([](double x) { return x < 0.6 ? HUGE_VAL : -HUGE_VAL; }, 1e-3);
  EXPECT_GE(share, 0.6);
  EXPECT_LE(share - 0.6, 1e-9);
}

}  // namespace
}  // namespace hilspace::integrate
