// Seats on one axis are known where a contact jumps from side to side, and nowhere else.

#include "mechanism/coaxial.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <string>
#include <utility>
#include <vector>

#include "support/features.hpp"

namespace hilspace::mechanism {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using hilspace::test::feature;

constexpr Reach kShort{1e-3, 0.0, 0.0};

FeatureSetup cone() {
  auto its = feature(Side::target, FeatureType::cone, 0.03);
  its.mouth_radius = 0.15;
  its.length = 0.12;
  return its;
}

FeatureSetup ring() {
  auto its = feature(Side::chaser, FeatureType::torus, 0.045);
  its.tube = 0.01;
  return its;
}

const FeatureSetup kBall = feature(Side::chaser, FeatureType::sphere, 0.045);
const FeatureSetup kFace = feature(Side::target, FeatureType::plane);
const FeatureSetup kRim = feature(Side::target, FeatureType::edge, 0.03);
const FeatureSetup kKnob = feature(Side::target, FeatureType::sphere, 0.05);

bool is_coaxial(const std::vector<FeatureSetup>& features, double y = 0.0, double tilt = 0.0,
                const Reach& reach = kShort, const std::vector<FeaturePairSetup>& pairs = {}) {
  const auto assembly = Assembly::of(features, pairs);
  const Matrix3d turn = Eigen::AngleAxisd(tilt, Vector3d::UnitY()).toRotationMatrix();
  return coaxial(assembly, turn, y, 0.0, reach) != nullptr;
}

TEST(Coaxial, IsASeatOnOneAxis) {
  EXPECT_TRUE(is_coaxial({kBall, cone()}));
  EXPECT_TRUE(is_coaxial({kBall, kRim}));
  EXPECT_TRUE(is_coaxial({ring(), cone()}));
  EXPECT_TRUE(is_coaxial({ring(), kKnob}));
  EXPECT_TRUE(is_coaxial({ring(), kFace}));  // on the whole circle at once
}

TEST(Coaxial, IsNoneWhereOneDirectionIsNearest) {
  EXPECT_FALSE(is_coaxial({kBall, kFace}));
  EXPECT_FALSE(is_coaxial({kBall, kKnob}));
  // Parallel pins meet along a line, whose normal stays.
  auto pin = feature(Side::chaser, FeatureType::segment, 0.01),
       bar = feature(Side::target, FeatureType::segment, 0.01);
  pin.from = bar.from = {0.0, -0.05, 0.0};
  pin.to = bar.to = {0.0, 0.05, 0.0};
  EXPECT_FALSE(is_coaxial({pin, bar}));
  for (const auto& [active, passive] : std::vector<std::pair<FeatureSetup, FeatureSetup>>{
           {kBall, cone()}, {kBall, kRim}, {ring(), cone()}, {ring(), kKnob}, {ring(), kFace}})
    EXPECT_FALSE(is_coaxial({active, passive}, 1e-6, 1e-6)) << active.name << " " << passive.name;
}

TEST(Coaxial, IsNoneOfPads) {
  auto pads = feature(Side::chaser, FeatureType::sphere, 0.01);
  pads.at = {0.0, 0.045, 0.0};
  pads.repeat = 3;
  EXPECT_FALSE(is_coaxial({pads, cone()}));
  EXPECT_FALSE(is_coaxial({pads, kFace}));
}

TEST(Coaxial, IsOfCopiesThatStandBeside) {
  auto balls = kBall, cones = cone();
  balls.at = cones.at = {0.0, 0.3, 0.1};
  balls.repeat = cones.repeat = 4;
  EXPECT_TRUE(is_coaxial({balls, cones}));
  EXPECT_FALSE(is_coaxial({balls, cones}, 1e-6));
}

/// The ball in its cone, and three stops that meet a wall before.
bool is_coaxial_behind_stops(bool on_link, const Reach& reach) {
  auto stop = feature(Side::chaser, FeatureType::sphere, 0.01);
  stop.name = "stop";
  stop.at = {0.02, 0.4, 0.0};
  stop.repeat = 3;
  stop.on_link = on_link;
  auto wall = kFace;
  wall.at = {-0.055, 0.0, 0.0};
  return is_coaxial({kBall, cone(), stop, wall}, 0.0, 0.0, reach,
                    {{"sphere", "cone", {}}, {"stop", "plane", {}}});
}

TEST(Coaxial, IsNoneBehindWhatEndsTheWay) {
  EXPECT_FALSE(is_coaxial_behind_stops(false, {1e-4, 0.0, 0.0}));
  EXPECT_TRUE(is_coaxial_behind_stops(false, {0.2, 0.0, 0.0}));
}

TEST(Coaxial, IsOfBodiesThatMeetBehindTheTravelOfALink) {
  EXPECT_FALSE(is_coaxial_behind_stops(true, {1e-4, 1e-4, 0.0}));
  EXPECT_TRUE(is_coaxial_behind_stops(true, {1e-4, 1e-4, 0.2}));
}

TEST(Coaxial, IsNoneBehindWhichTheWayBegins) {
  auto wall = kFace;
  wall.at = {0.3, 0.0, 0.0};
  const auto assembly = Assembly::of(std::vector{kBall, kRim, wall}, {});
  const auto from = [&](double start_at) {
    return coaxial(assembly, Matrix3d::Identity(), 0.0, 0.0, kShort, start_at);
  };
  EXPECT_NE(from(-0.2), nullptr);
  EXPECT_EQ(from(0.1), nullptr);  // between rim and wall
}

}  // namespace
}  // namespace hilspace::mechanism
