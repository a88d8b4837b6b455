// Mechanisms made of features: where they stand, what of them meets, and bounds of when.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>
#include <string>

#include "core/error.hpp"
#include "mechanism/assembly.hpp"
#include "support/features.hpp"
#include "unit/mechanism/oracle.hpp"

namespace hilspace::mechanism {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using hilspace::test::feature;
using test::Random;

constexpr double kOneDegree = std::numbers::pi / 180.0;

FeatureSetup petals(Side side) {
  auto petal = feature(side, FeatureType::petal, 0.5985);
  petal.half_angle = 45.0 * kOneDegree;
  petal.height = 0.16;
  petal.half_width = {28.5 * kOneDegree, 15.0 * kOneDegree};
  petal.repeat = 3;
  return petal;
}

/// Features that no other can be behind, in places that are nowhere special.
std::vector<FeatureSetup> solids() {
  std::vector<FeatureSetup> all{
      feature(Side::both, FeatureType::sphere, 0.05), feature(Side::target, FeatureType::plane),
      feature(Side::chaser, FeatureType::torus, 0.2), feature(Side::both, FeatureType::segment, 0.01),
      feature(Side::chaser, FeatureType::plane)};
  all[0].at = {0.02, 0.1, -0.05};
  all[1].at = {0.3, 0.0, 0.0};
  all[1].rotation = {0.2, 0.3, -0.1};
  all[2].tube = 0.02;
  all[3].from = {0.05, 0.3, 0.0};
  all[3].to = {-0.02, 0.35, 0.2};
  all[4].at = {0.3, 0.0, 0.0};
  all[4].axis = Vec3{-1.0, 0.3, 0.1};
  return all;
}

double deepest(const Assembly& assembly, const Pose& pose) {
  double most = -HUGE_VAL;
  assembly.visit(pose, [&](std::size_t, std::size_t, const ContactPoint& contact) {
    most = std::max(most, contact.penetration);
  });
  return most;
}

TEST(Assembly, TurnsWhatIsOnBothHalfATurnAboutZ) {
  auto petal = petals(Side::both);
  const auto made = Assembly::of(std::array{petal, feature(Side::both, FeatureType::edge, 0.6)}, {});
  ASSERT_EQ(made.chaser().size(), 4u);
  ASSERT_EQ(made.target().size(), 4u);
  EXPECT_EQ(made.pairs().size(), 6u);  // petals of each on the edge of the other
  for (const auto& target : made.target()) EXPECT_NEAR(target.pose.turn(0, 0), -1.0, 1e-15);
  // azimuths 180, 60, -60 degrees: between those of the chaser
  const double azimuths[]{180.0, 60.0, -60.0};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3d middle = made.target()[i].pose.turn.col(1);
    EXPECT_NEAR(middle.y(), std::cos(azimuths[i] * kOneDegree), 1e-15);
    EXPECT_NEAR(middle.z(), std::sin(azimuths[i] * kOneDegree), 1e-15);
  }
}

TEST(Assembly, TurnsXWhereTheAxisPoints) {
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{-2, 0, 0}, Vec3{0, 0, 3}, Vec3{-1, 1e-3, 0}, Vec3{1, 2, -2}}) {
    auto plane = feature(Side::target, FeatureType::plane);
    plane.axis = axis;
    const auto made = Assembly::of(std::array{feature(Side::chaser, FeatureType::point), plane}, {});
    const Matrix3d& turn = made.target()[0].pose.turn;
    EXPECT_LT((turn.col(0) - Vector3d(axis[0], axis[1], axis[2]).normalized()).norm(), 1e-15);
    EXPECT_LT((turn.transpose() * turn - Matrix3d::Identity()).norm(), 1e-12);
    EXPECT_NEAR(turn.determinant(), 1.0, 1e-12);
  }
}

TEST(Assembly, ContactsKeepTheLawOfAllPairs) {
  const auto made = Assembly::of(solids(), {});
  Random random(hilspace::test::seed());
  constexpr double h = 1e-6;
  int held = 0, all = 0;
  for (int i = 0; i < 300; ++i) {
    const Pose pose{random.turn(0.3), random.in_box(0.4)};
    const Vector3d v = random.in_box(1.0), w = random.in_box(1.0);
    const auto later = [&](double t) {
      const Vector3d axis = w.normalized();
      return Pose{Eigen::AngleAxisd(w.norm() * t, axis).toRotationMatrix() * pose.turn, pose.origin + t * v};
    };
    double depth = -HUGE_VAL, rate = 0.0;
    made.visit(pose, [&](std::size_t, std::size_t, const ContactPoint& contact) {
      if (contact.penetration <= depth) return;
      depth = contact.penetration;
      rate = -contact.normal.dot(v + w.cross(contact.point - pose.origin));
    });
    const double difference = (deepest(made, later(h)) - deepest(made, later(-h))) / (2.0 * h);
    ++all;
    held += std::abs(difference - rate) < 1e-6 ? 1 : 0;
  }
  EXPECT_GT(held, all - 10);  // the deepest changes from one contact to another now and then
}

TEST(Assembly, BallsHoldTheirFeatures) {
  Random random(hilspace::test::seed());
  for (const auto& setup : {petals(Side::chaser)}) {
    const auto petal = std::get<primitive::Petal>(primitive_of(setup));
    const Ball ball = ball_around(petal);
    for (int i = 0; i < 10000; ++i) {
      const double h = random.in(-petal.below, petal.height);
      const double width =
          petal.half_width_base + (petal.half_width_top - petal.half_width_base) * h / petal.height;
      const Vector3d point =
          test::on_circle(h, petal.radius - h * std::tan(petal.half_angle), random.in(-width, width));
      ASSERT_LE((point - ball.centre).norm(), ball.radius);
    }
    EXPECT_LT(ball.radius, 0.5);
  }
}

/// Nothing may touch before free_time() is over, whatever moves no faster than it was told.
TEST(Assembly, FreeTimeEndsBeforeAnyTouch) {
  const auto made = Assembly::of(solids(), {});
  Random random(hilspace::test::seed());
  int moved = 0;
  for (int i = 0; i < 400; ++i) {
    Pose pose{random.turn(0.3), random.in_box(0.8)};
    pose.origin.x() -= 1.0;
    const Vector3d v = random.in_box(1.0) + Vector3d(1.0, 0.0, 0.0), w = random.in_box(0.5);
    const Motion motion{v.norm(), w.norm(), 0.0, 0.0};
    if (deepest(made, pose) > 0.0) continue;
    const double time = made.free_time(pose, motion);
    if (!(time > 0.0)) continue;
    for (int k = 1; k <= 8; ++k) {
      const double t = time * k / 8.0;
      const Matrix3d turn = Eigen::AngleAxisd(w.norm() * t, w.normalized()).toRotationMatrix() * pose.turn;
      ASSERT_LE(deepest(made, {turn, pose.origin + t * v}), 1e-12) << i;
    }
    ++moved;
  }
  EXPECT_GT(moved, 200);
}

/// Rings come together: the same for borders and petals, whose gap has a bound of its own.
TEST(Assembly, FreeTimeOfRingsEndsBeforeAnyTouchAndIsNotShort) {
  const auto made =
      Assembly::of(std::array{petals(Side::both), feature(Side::both, FeatureType::edge, 0.6)}, {});
  Random random(hilspace::test::seed());
  for (int i = 0; i < 100; ++i) {
    Pose pose{random.turn(0.05), random.in_box(0.05)};
    const Vector3d v(0.1, random.in(-0.02, 0.02), random.in(-0.02, 0.02)), w = random.in_box(0.01);
    pose.origin.x() -= 0.5;
    int leaps = 0;
    for (; leaps < 60; ++leaps) {
      ASSERT_LE(deepest(made, pose), 1e-12) << i;
      const double time = made.free_time(pose, {v.norm(), w.norm(), 0.0, 0.0});
      if (!(time > 1e-5)) break;
      pose.turn = Eigen::AngleAxisd(w.norm() * time, w.normalized()).toRotationMatrix() * pose.turn;
      pose.origin += time * v;
    }
    EXPECT_LT(leaps, 60) << i;
    EXPECT_GT(pose.origin.x(), -0.25) << i;  // the petals are 160 mm high, and have come to the other ring
  }
}

TEST(Assembly, StartsAClearanceBeforeTheFirstTouch) {
  auto cone = feature(Side::target, FeatureType::cone, 0.05);
  cone.mouth_radius = 0.4;
  cone.length = 0.35;
  const auto made = Assembly::of(std::array{feature(Side::chaser, FeatureType::sphere, 0.055), cone}, {});
  for (const double offset : {0.0, 0.02, 0.2, 0.39, 0.42}) {
    const double x = made.start(Matrix3d::Identity(), offset, 0.0);
    EXPECT_NEAR(-deepest(made, {Matrix3d::Identity(), {x, offset, 0.0}}), Assembly::kStartClearance, 2.1e-5)
        << offset;
  }
  const auto edge = Assembly::of(std::array{feature(Side::chaser, FeatureType::sphere, 0.045),
                                            feature(Side::target, FeatureType::edge, 0.4)},
                                 {});
  EXPECT_LT(edge.start(Matrix3d::Identity(), 0.6, 0.0), -0.4);  // passes by: where the balls are apart
  EXPECT_EQ(made.inside_out(), nullptr);
}

TEST(Assembly, KnowsWhatIsInsideOut) {
  auto cone = feature(Side::target, FeatureType::revolution);
  cone.profile = {{-0.35, 0.4}, {0.0, 0.05}};
  const auto made = Assembly::of(std::array{feature(Side::chaser, FeatureType::sphere, 0.045), cone}, {});
  EXPECT_NE(made.inside_out(), nullptr);
}

TEST(Assembly, MeetsOnlyThePairsThatAreGiven) {
  auto cone = feature(Side::target, FeatureType::cone, 0.05);
  cone.mouth_radius = 0.4;
  cone.length = 0.35;
  const std::vector<FeatureSetup> features{feature(Side::chaser, FeatureType::sphere, 0.045), cone,
                                           feature(Side::target, FeatureType::plane)};
  EXPECT_EQ(Assembly::of(features, {}).pairs().size(), 2u);
  const std::array pairs{FeaturePairSetup{"sphere", "plane", 0.15}};
  const auto made = Assembly::of(features, pairs);
  ASSERT_EQ(made.pairs().size(), 1u);
  EXPECT_EQ(made.pairs()[0].friction, 0.15);
  const std::vector<FeatureSetup> flat{feature(Side::chaser, FeatureType::plane), cone};
  EXPECT_THROW(Assembly::of(flat, std::array{FeaturePairSetup{"plane", "cone", {}}}), InputError);
}

TEST(Nearness, KnowsHowFarNoPointOfAFeatureHasGone) {
  Nearness nearness({0.5, HUGE_VAL});
  const auto turned = [](double angle) -> Eigen::Matrix3d {
    return Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  };
  EXPECT_LT(nearness.gap(0, {}), 0.0);  // nothing is known
  nearness.note(0, {}, 0.01);
  nearness.note(1, {}, 0.01);
  EXPECT_NEAR(nearness.gap(0, {}), 0.01, 1e-8);
  EXPECT_LT(nearness.gap(1, {}), 0.0);  // unbounded
  EXPECT_NEAR(nearness.gap(0, {Eigen::Matrix3d::Identity(), {0.0, 0.003, 0.0}}), 0.007, 1e-8);
  const double turn = 0.01, moved = 0.5 * 2.0 * std::sin(0.5 * turn);  // of its farthest point
  EXPECT_LE(nearness.gap(0, {turned(turn), {0.0, 0.0, 0.0}}), 0.01 - moved);
  EXPECT_GT(nearness.gap(0, {turned(turn), {0.0, 0.0, 0.0}}), 0.01 - 2.0 * moved);
  EXPECT_FALSE(nearness.is_worn(0, {Eigen::Matrix3d::Identity(), {0.004, 0.0, 0.0}}));
  EXPECT_TRUE(nearness.is_worn(0, {Eigen::Matrix3d::Identity(), {0.006, 0.0, 0.0}}));
}

}  // namespace
}  // namespace hilspace::mechanism
