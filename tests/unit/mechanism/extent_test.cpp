// Where features end along the docking axis.

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "mechanism/extent.hpp"
#include "support/features.hpp"

namespace hilspace::mechanism {
namespace {

using hilspace::test::feature;

Extent extent_of_one(const FeatureSetup& setup) {
  auto face = feature(Side::target, FeatureType::plane);
  return chaser_extent(Assembly::of(std::array{setup, face}, {}));
}

TEST(Extent, HoldsTheShape) {
  auto rod = feature(Side::chaser, FeatureType::segment, 0.03);
  rod.from = {-0.45, 0.0, 0.0};
  EXPECT_NEAR(extent_of_one(rod).low, -0.48, 1e-12);
  EXPECT_NEAR(extent_of_one(rod).high, 0.03, 1e-12);
  auto ball = feature(Side::chaser, FeatureType::sphere, 0.045);
  ball.at = {0.1, 0.3, 0.0};
  EXPECT_NEAR(extent_of_one(ball).low, 0.055, 1e-12);
  EXPECT_NEAR(extent_of_one(ball).high, 0.145, 1e-12);
}

// A rod in a cone with a socket, and with its axis across the docking axis.
TEST(Extent, IsPastWhereAllOfTheChaserIs) {
  auto rod = feature(Side::chaser, FeatureType::segment, 0.03);
  rod.from = {-0.45, 0.0, 0.0};
  auto ball = feature(Side::chaser, FeatureType::sphere, 0.045);
  auto cone = feature(Side::target, FeatureType::revolution);
  cone.profile = {{0.0, 0.0}, {0.0, 0.05}, {-0.09, 0.05}, {-0.44, 0.4}};
  auto rim = feature(Side::target, FeatureType::edge, 0.05);
  rim.at = {-0.09, 0.0, 0.0};
  const auto straight = Assembly::of(std::array{rod, ball, cone, rim}, {});
  EXPECT_FALSE(is_past(straight, 0.479));
  EXPECT_TRUE(is_past(straight, 0.481));
  cone.axis = {0.0, 0.0, 1.0};
  EXPECT_NEAR(target_extent(Assembly::of(std::array{ball, cone}, {})).high, 0.4, 1e-12);
}

TEST(Extent, OfAPlaneHasNoEnd) {
  const auto met = Assembly::of(std::array{feature(Side::chaser, FeatureType::sphere, 0.045),
                                           feature(Side::target, FeatureType::plane)},
                                {});
  EXPECT_FALSE(is_past(met, 100.0));
}

}  // namespace
}  // namespace hilspace::mechanism
