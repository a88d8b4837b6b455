#pragma once
// Scenarios in six degrees of freedom shared by tests: the spacecraft of Bondoky's tables 6.2 and 6.4 (the
// docking of 6.5.2) and 6.8 (the case study of 6.5.1).

#include <cmath>
#include <numbers>

#include "contact/law.hpp"
#include "contact/material.hpp"
#include "models/sixdof_setup.hpp"

namespace hilspace::test {

inline constexpr double kDegree = std::numbers::pi / 180.0;

/// An inertia about the principal axes.
inline Mat3 diagonal(double x, double y, double z) { return {x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z}; }

inline models::SixDofSetup docking(const models::SpacecraftSetup& chaser,
                                   const models::SpacecraftSetup& target, double cylinder_length) {
  models::SixDofSetup setup;
  setup.chaser = chaser;
  setup.target = target;
  setup.mechanism = {mechanism::MechanismKind::drogue, 0.025, 0.032, cylinder_length, 0.195, 24.78 * kDegree};
  setup.contact.law = contact::Law::flores;
  setup.contact.stiffness = contact::hertz_stiffness({4e9, 0.35}, {69e9, 0.34}, 0.025);
  setup.contact.damping_number = contact::damping_number(contact::Law::flores, 0.8);
  setup.friction = {0.35, 0.25, 0.015};
  setup.approach_velocity = 0.1;
  return setup;
}

/// The docking of 6.5.2 and 7.3.1: 75 mm off the axis, tilted by 7.5 degrees.
inline models::SixDofSetup whole_docking() {
  auto setup = docking({360.466, diagonal(50.3001, 145.76, 145.76), {1.8325, 0.0, 0.0}},
                       {770.0, diagonal(374.729, 383.82, 383.82), {-0.8477, 0.0, 0.0}}, 0.05);
  setup.offset = {0.0, 0.075};
  setup.attitude = {0.0, -7.5 * kDegree, 0.0};
  return setup;
}

/// A cell of the map of 6.5.1: offset along z, m, and pitch, rad.
inline models::SixDofSetup map_cell(double offset, double pitch) {
  auto setup = docking({360.0, diagonal(50.341, 122.433, 122.433), {1.833, 0.0, 0.0}},
                       {770.0, diagonal(374.734, 385.391, 385.391), {-0.847, 0.0, 0.0}}, 0.03);
  setup.offset = {0.0, offset};
  setup.attitude = {0.0, pitch, 0.0};
  setup.time_limit = 300.0;
  setup.hil = false;
  return setup;
}

/// No alignment or symmetry: 3D offset and attitude, products of inertia, ports off the axes, rates.
inline models::SixDofSetup skew_docking() {
  auto setup = whole_docking();
  setup.chaser.inertia = {50.0, 4.0, -3.0, 4.0, 140.0, 5.0, -3.0, 5.0, 150.0};
  setup.target.inertia = {370.0, -12.0, 8.0, -12.0, 380.0, 15.0, 8.0, 15.0, 400.0};
  setup.chaser.port = {1.83, 0.02, -0.03};
  setup.target.port = {-0.85, -0.01, 0.04};
  setup.offset = {0.03, -0.05};
  setup.attitude = {10.0 * kDegree, -4.0 * kDegree, 3.0 * kDegree};
  setup.lateral_velocity = {0.004, -0.003};
  setup.angular_velocity = {0.02, -0.01, 0.015};
  return setup;
}

/// Robot and sensor, equal in all components.
inline void equip(models::SixDofSetup& setup, double robot_delay, double robot_resolution,
                  double sensor_delay, double sensor_resolution) {
  const auto low_pass = [](double delay) {
    return instruments::LowPassSetup{delay > 0.0 ? 4.0 / delay : 0.0, 0.7};
  };
  for (std::size_t i = 0; i < models::kComponents; ++i) {
    setup.robot[i].add(low_pass(robot_delay));
    setup.robot[i].add(instruments::QuantizerSetup{robot_resolution});
    setup.wrench_sensor[i].add(low_pass(sensor_delay));
    setup.wrench_sensor[i].add(instruments::QuantizerSetup{sensor_resolution});
  }
}

}  // namespace hilspace::test
