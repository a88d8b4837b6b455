#include "integrate/smooth_share.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace hilspace::integrate
