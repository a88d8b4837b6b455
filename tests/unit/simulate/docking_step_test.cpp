#include "simulate/collocation/docking_step.hpp"

#include <gtest/gtest.h>

#include <array>

namespace hilspace::simulate {
namespace {

constexpr PieceLaw<double> kLaw{1e9, 0.5};

/// Both models' largest errors are differences: the docking model is followed as well as the HIL model, by cubics.
TEST(DockingStep, FollowsACubicThroughTheInstantBefore) {
  const auto depth = [](double x) { return 1.0 + x * (2.0 - x * (0.7 + 0.4 * x)); };
  const auto force = [](double x) { return 5.0 - x * (1.0 + x * (0.3 - 0.2 * x)); };
  const auto seen = [&](double x) {
    Seen<double> its{};
    its.depth = depth(x), its.force = force(x);
    return its;
  };
  const DockingStep<double> step(std::array{seen(0.0), seen(0.5), seen(1.0)}, kLaw, 1e-4, 1.0, seen(-0.4),
                                 0.4);
  EXPECT_FALSE(step.ends);
  for (const double x : {0.0, 0.2, 0.5, 0.8, 1.0}) {
    EXPECT_NEAR(step.depth(x), depth(x), 1e-14);
    EXPECT_NEAR(step.force(x), force(x), 1e-14);
  }
}

TEST(DockingStep, IsTheEndOfTheContactWhereThatIsWithin) {
  const double h = 1e-4, left = 4e-5, speed = 0.05;
  Seen<double> start{}, middle{}, end{};
  start.depth = speed * left, end.speed = -speed;
  const DockingStep<double> step(std::array{start, middle, end}, kLaw, h, left, start, 0.0);
  EXPECT_TRUE(step.ends);
  EXPECT_DOUBLE_EQ(step.end, 0.4);
  EXPECT_NEAR(step.depth(0.2), speed * 2e-5, 1e-16);
  EXPECT_NEAR(step.force(0.2), kLaw.force(speed * 2e-5, -speed), 1e-12);
  EXPECT_EQ(step.depth(0.7), 0.0);
  EXPECT_EQ(step.force(0.7), 0.0);
}

}  // namespace
}  // namespace hilspace::simulate
