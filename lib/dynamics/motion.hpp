#pragma once
// Motion of a rigid body at one instant, computed once from its state: rotation and rates.
//
//   R  turns body axes into inertial ones     w  angular velocity, rad/s     r, v, H, F, T: rigid_body.hpp
//
// All in inertial axes.   w = R I^-1 R^T H,   H' = T = (R I R^T) w' + w x H

#include "dynamics/rigid_body.hpp"

namespace hilspace::dynamics {

struct Motion {
  Eigen::Vector3d position, velocity, rate, momentum;  // r, v, w, H
  Eigen::Matrix3d rotation;                            // R
};

inline Motion motion(const RigidBody& body, const double* y) {
  const BodyState state = unpacked(y);
  Motion now{state.position, state.velocity, {}, state.angular_momentum, state.attitude.toRotationMatrix()};
  now.rate = now.rotation * (body.inverse_inertia * (now.rotation.transpose() * now.momentum));
  return now;
}

/// w'
inline Eigen::Vector3d angular_acceleration(const RigidBody& body, const Motion& now,
                                            const Eigen::Vector3d& torque) {
  const Eigen::Vector3d turning = torque - now.rate.cross(now.momentum);
  return now.rotation * (body.inverse_inertia * (now.rotation.transpose() * turning));
}

inline double kinetic_energy(const RigidBody& body, const Motion& now) {
  return 0.5 * (body.mass * now.velocity.squaredNorm() + now.rate.dot(now.momentum));
}

/// The rates of the state y under F and T, into `rates`.
inline void derivative(const RigidBody& body, const double* y, const Motion& now,
                       const Eigen::Vector3d& force, const Eigen::Vector3d& torque, double* rates) {
  const Eigen::Vector3d half = 0.5 * (now.rotation.transpose() * now.rate);
  const Eigen::Quaterniond attitude(y[6], y[7], y[8], y[9]);
  pack({now.velocity, force / body.mass, attitude * Eigen::Quaterniond(0.0, half.x(), half.y(), half.z()),
        torque},
       rates);
}

}  // namespace hilspace::dynamics
