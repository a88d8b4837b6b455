#pragma once
// Dry friction between two surfaces, as a coefficient and a force.
//
//   mu(v) = mu1 + (mu0 - mu1) exp(-v/vS)      Ff = -mu N vt / max(v, v1),   v = |vt|
//
//   vt  sliding velocity of one surface on the other, m/s     N   normal force, >= 0
//   mu0 stiction, mu1 sliding     vS  Stribeck velocity, m/s  Ff  force on the surface that slides, N
//   v1  creep velocity, 1e-4 m/s unless given: below it friction is viscous, so that its direction is defined at rest
//
// Ff dissipates at the rate -Ff . vt >= 0. No viscous friction above v1. Source: Bondoky 6.33 (Tustin), where
// (mu0 - mu1) multiplies the exponential.

#include <Eigen/Core>
#include <cmath>

#include "contact/friction_setup.hpp"
#include "core/elementary.hpp"

namespace hilspace::contact {

inline double friction_coefficient(const FrictionSetup& setup, double speed) {
  if (setup.stiction == setup.sliding) return setup.sliding;
  return setup.sliding + (setup.stiction - setup.sliding) * exponential(-speed / setup.stribeck_velocity);
}

inline Eigen::Vector3d friction_force(const FrictionSetup& setup, double normal_force,
                                      const Eigen::Vector3d& sliding) {
  const double speed = std::sqrt(sliding.squaredNorm());
  const double share = friction_coefficient(setup, speed) * normal_force;
  return -(share / std::fmax(speed, setup.creep_velocity)) * sliding;
}

}  // namespace hilspace::contact
