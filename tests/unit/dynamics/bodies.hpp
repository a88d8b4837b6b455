#pragma once
// Bodies and states for tests: lopsided, with no axis along any other.

#include <numbers>

#include "core/vec.hpp"
#include "dynamics/euler.hpp"
#include "dynamics/rigid_body.hpp"

namespace hilspace::dynamics {

inline constexpr double kPi = std::numbers::pi;

inline Mat3 diagonal(double x, double y, double z) { return {x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z}; }

/// An inertia of these principal moments in axes turned by some angles.
inline Eigen::Matrix3d inertia(double first, double second, double third) {
  const Eigen::Matrix3d turn = rotation_from_angles({0.4, -0.9, 2.1});
  return turn * Eigen::Vector3d(first, second, third).asDiagonal() * turn.transpose();
}

inline BodyState spinning(const RigidBody& body, const Eigen::Vector3d& rate) {
  BodyState state;
  state.position = {1.0, -2.0, 0.5};
  state.velocity = {0.02, 0.1, -0.03};
  state.attitude = attitude_from_angles({-0.7, 0.3, 1.9});
  state.angular_momentum = angular_momentum(body, state.attitude, rate);
  return state;
}

/// Angle of the turn between two attitudes, rad.
inline double angle_between(const Eigen::Quaterniond& a, const Eigen::Quaterniond& b) {
  return 2.0 * (a.conjugate() * b).vec().norm();
}

}  // namespace hilspace::dynamics
