#include "dynamics/euler.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "unit/dynamics/bodies.hpp"

namespace hilspace::dynamics {
namespace {

using Eigen::AngleAxisd;
using Eigen::Vector3d;

Eigen::Matrix3d in_turn(const Vector3d& angles) {
  return (AngleAxisd(angles[2], Vector3d::UnitZ()) * AngleAxisd(angles[1], Vector3d::UnitY()) *
          AngleAxisd(angles[0], Vector3d::UnitX()))
      .toRotationMatrix();
}

/// Calls with angles all over their ranges.
template <class Check>
void everywhere(Check&& check) {
  for (double roll = -3.1; roll < 3.14; roll += 0.61)
    for (double pitch = -1.55; pitch < 1.57; pitch += 0.29)
      for (double yaw = -3.13; yaw < 3.14; yaw += 0.57) check(Vector3d(roll, pitch, yaw));
}

TEST(Euler, RollPitchAndYawAreTurnsAboutXYZInTurn) {
  everywhere([](const Vector3d& angles) {
    EXPECT_LT((rotation_from_angles(angles) - in_turn(angles)).norm(), 2e-15);
    EXPECT_LT((attitude_from_angles(angles).toRotationMatrix() - in_turn(angles)).norm(), 2e-15);
    EXPECT_NEAR(attitude_from_angles(angles).norm(), 1.0, 1e-15);
  });
  // The signs, by hand: yaw turns x towards y, pitch turns x towards -z, roll turns y towards z.
  EXPECT_LT((attitude_from_angles({0, 0, kPi / 2}) * Vector3d::UnitX() - Vector3d::UnitY()).norm(), 1e-15);
  EXPECT_LT((attitude_from_angles({0, kPi / 2, 0}) * Vector3d::UnitX() + Vector3d::UnitZ()).norm(), 1e-15);
  EXPECT_LT((attitude_from_angles({kPi / 2, 0, 0}) * Vector3d::UnitY() - Vector3d::UnitZ()).norm(), 1e-15);
}

TEST(Euler, AnglesComeBack) {
  everywhere([](const Vector3d& angles) {
    EXPECT_LT((angles_from_attitude(attitude_from_angles(angles)) - angles).norm(), 1e-13);
    EXPECT_LT((angles_from_rotation(rotation_from_angles(angles)) - angles).norm(), 1e-13);
  });
}

TEST(Euler, AttitudesComeBackStraightUpAndDownToo) {
  for (const double pitch : {-kPi / 2, -kPi / 2 + 1e-9, kPi / 2 - 1e-12, kPi / 2})
    for (double roll = -3.0; roll < 3.14; roll += 0.7)
      for (double yaw = -3.0; yaw < 3.14; yaw += 0.8) {
        const Eigen::Quaterniond attitude = attitude_from_angles({roll, pitch, yaw});
        const Vector3d angles = angles_from_attitude(attitude);
        EXPECT_LT(angle_between(attitude_from_angles(angles), attitude), 2e-15);
        EXPECT_LE(std::abs(angles[1]), kPi / 2);
      }
}

// R' = R [w], by differences, for the rates of the angles one by one.
TEST(Euler, RatesAreHowTheAttitudeTurns) {
  const double h = 1e-5;
  everywhere([&](const Vector3d& angles) {
    const Vector3d rates{0.3, -0.2, 0.7};
    const Eigen::Matrix3d change =
        (rotation_from_angles(angles + h * rates) - rotation_from_angles(angles - h * rates)) / (2.0 * h);
    const Eigen::Matrix3d turn = rotation_from_angles(angles).transpose() * change;
    const Vector3d rate = body_rate_from_angle_rates(angles, rates);
    EXPECT_LT((Vector3d(turn(2, 1), turn(0, 2), turn(1, 0)) - rate).norm(), 1e-9);
    EXPECT_LT((angle_rates_from_body_rate(angles, rate) - rates).norm(), 1e-13 / std::cos(angles[1]));
  });
}

}  // namespace
}  // namespace hilspace::dynamics
