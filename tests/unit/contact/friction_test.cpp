#include "contact/friction.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

namespace hilspace::contact {
namespace {

constexpr FrictionSetup kSetup{0.35, 0.25, 0.015};

TEST(Friction, FallsFromStictionToSliding) {
  EXPECT_DOUBLE_EQ(friction_coefficient(kSetup, 0.0), 0.35);
  EXPECT_NEAR(friction_coefficient(kSetup, 0.015), 0.25 + 0.1 * std::exp(-1.0), 1e-15);
  EXPECT_NEAR(friction_coefficient(kSetup, 10.0), 0.25, 1e-15);
}

TEST(Friction, OpposesSlidingAndNeverGivesEnergy) {
  for (const double speed : {1e-9, 1e-5, 1e-4, 1e-3, 0.1}) {
    const Eigen::Vector3d sliding = speed * Eigen::Vector3d(0.6, 0.0, -0.8);
    const Eigen::Vector3d force = friction_force(kSetup, 100.0, sliding);
    EXPECT_LT(force.cross(sliding).norm(), 1e-15);
    EXPECT_LE(force.dot(sliding), 0.0);
    EXPECT_NEAR(force.norm(),
                100.0 * friction_coefficient(kSetup, speed) * std::min(speed / kSetup.creep_velocity, 1.0),
                1e-9);
  }
}

TEST(Friction, IsContinuousWhereItBecomesViscous) {
  const Eigen::Vector3d way(1.0, 0.0, 0.0);
  const double below = friction_force(kSetup, 1.0, (1.0 - 1e-12) * kSetup.creep_velocity * way).x();
  const double above = friction_force(kSetup, 1.0, (1.0 + 1e-12) * kSetup.creep_velocity * way).x();
  EXPECT_NEAR(below, above, 1e-11);
  EXPECT_EQ(friction_force(kSetup, 1.0, Eigen::Vector3d::Zero()), Eigen::Vector3d::Zero());
}

TEST(Friction, IsNoneWithoutCoefficientsOrForce) {
  const Eigen::Vector3d sliding(0.1, 0.0, 0.0);
  EXPECT_EQ(friction_force({}, 100.0, sliding).norm(), 0.0);
  EXPECT_EQ(friction_force(kSetup, 0.0, sliding).norm(), 0.0);
}

}  // namespace
}  // namespace hilspace::contact
