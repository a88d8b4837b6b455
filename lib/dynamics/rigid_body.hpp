#pragma once
// A free rigid body in six degrees of freedom, referred to its centre of mass.
//
//   r' = v,   m v' = F,   q' = 1/2 q (0, w),   H' = T,   w = I^-1 R(q)^T H
//
//   r, v  place and velocity of the centre of mass, m, m/s, inertial axes
//   q     attitude, a unit quaternion: R(q) turns body axes into inertial ones
//   H     angular momentum about the centre of mass, N m s, inertial axes
//   w     angular velocity, rad/s, body axes         I  inertia about the centre of mass, kg m2, body axes
//   F, T  force, N, and torque about the centre of mass, N m, inertial axes
//
// The state is H, not w: without a torque it keeps its bits. q' is orthogonal to q for any q, so a
// Runge-Kutta method keeps its order between two normalisations; normalise q after each step.
// Source: Bondoky 6.6, 6.7 (there in body axes, with Euler angles).

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstddef>

namespace hilspace::dynamics {

struct RigidBody {
  double mass = 0.0;  // m, > 0
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  Eigen::Matrix3d inverse_inertia = Eigen::Matrix3d::Zero();

  // For coast.hpp: right-handed principal axes a, p, b as columns, 1/I of p, and 1/I of a and b minus that of
  // p. p is the intermediate axis, b the one with the moment closer to p's; two equal moments are p and b.
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  double middle = 0.0, a_excess = 0.0, b_excess = 0.0;  // 1/(kg m2)
};

/// For an inertia that is physical (mass_properties.hpp).
RigidBody rigid_body(double mass, const Eigen::Matrix3d& inertia);

struct BodyState {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();            // r
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();            // v
  Eigen::Quaterniond attitude = Eigen::Quaterniond::Identity();  // q
  Eigen::Vector3d angular_momentum = Eigen::Vector3d::Zero();    // H
};

/// The state as solvers see it: r, v, q (w, x, y, z), H.
inline constexpr std::size_t kBodyStates = 13;

inline BodyState unpacked(const double* y) {
  using Map = Eigen::Map<const Eigen::Vector3d>;
  return {Map(y), Map(y + 3), Eigen::Quaterniond(y[6], y[7], y[8], y[9]), Map(y + 10)};
}

inline void pack(const BodyState& state, double* y) {
  using Map = Eigen::Map<Eigen::Vector3d>;
  Map{y} = state.position;
  Map{y + 3} = state.velocity;
  y[6] = state.attitude.w();
  Map{y + 7} = state.attitude.vec();
  Map{y + 10} = state.angular_momentum;
}

inline Eigen::Vector3d body_momentum(const BodyState& state) {
  return state.attitude.toRotationMatrix().transpose() * state.angular_momentum;
}

/// w
inline Eigen::Vector3d body_rate(const RigidBody& body, const BodyState& state) {
  return body.inverse_inertia * body_momentum(state);
}

/// R w, in inertial axes.
inline Eigen::Vector3d inertial_rate(const RigidBody& body, const BodyState& state) {
  const Eigen::Matrix3d turn = state.attitude.toRotationMatrix();
  return turn * (body.inverse_inertia * (turn.transpose() * state.angular_momentum));
}

/// The angular momentum for an angular velocity in body axes, in inertial axes.
inline Eigen::Vector3d angular_momentum(const RigidBody& body, const Eigen::Quaterniond& attitude,
                                        const Eigen::Vector3d& body_rate) {
  return attitude.toRotationMatrix() * (body.inertia * body_rate);
}

/// J
inline double kinetic_energy(const RigidBody& body, const BodyState& state) {
  const Eigen::Vector3d momentum = body_momentum(state);
  return 0.5 * (body.mass * state.velocity.squaredNorm() + momentum.dot(body.inverse_inertia * momentum));
}

/// The rates of the state under F and T, each at the index of its variable.
inline BodyState rates(const RigidBody& body, const BodyState& state, const Eigen::Vector3d& force,
                       const Eigen::Vector3d& torque) {
  const Eigen::Vector3d half = 0.5 * body_rate(body, state);
  return {state.velocity, force / body.mass,
          state.attitude * Eigen::Quaterniond(0.0, half.x(), half.y(), half.z()), torque};
}

inline void normalise(BodyState& state) { state.attitude.normalize(); }

/// The same in the solver's vector.
inline void normalise(double* y) { Eigen::Map<Eigen::Vector4d>(y + 6).normalize(); }

}  // namespace hilspace::dynamics
