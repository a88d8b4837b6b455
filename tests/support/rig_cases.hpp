#pragma once
// Scenarios on the 1DOF rig shared by tests.

#include <array>
#include <vector>

#include "models/published_rig.hpp"
#include "models/rig_setup.hpp"
#include "support/axial_cases.hpp"

namespace hilspace::test {

/// Amplifier and piezo in series.
inline const std::vector<instruments::Section>& published_actuator() {
  static const std::vector<instruments::Section> sections{models::kAmplifier[0], models::kPiezo[0],
                                                          models::kPiezo[1]};
  return sections;
}

/// 1/{0.8, w} of 300 um: an actuator that controls its own extension.
template <int kNaturalFrequency>
const std::array<instruments::Section, 1>& identified_actuator() {
  constexpr double w = kNaturalFrequency;
  static const std::array<instruments::Section, 1> section{
      {{{300e-6, 0.0, 0.0}, {1.0, 1.6 / w, 1.0 / (w * w)}}}};
  return section;
}

/// Scenario 1 of Bondoky's Table 8.3 without noise: controller and prefilter as published.
inline models::RigSetup rig_scenario(double restitution = 0.8) {
  models::RigSetup setup;
  const auto axial = impact(35, 35, 0.05, "aluminium_6060", "peek", contact::Law::flores, restitution);
  setup.computer.chaser_mass = axial.chaser_mass;
  setup.computer.target_mass = axial.target_mass;
  setup.computer.approach_velocity = axial.approach_velocity;
  setup.computer.air_gap = setup.plant.air_gap = 43e-6;
  setup.computer.offset = setup.plant.offset = 20e-6;
  setup.computer.force_threshold = 22.0;
  setup.computer.prefilter = models::kPrefilterPublished;
  setup.computer.controller = models::kPid;
  setup.plant.actuator = published_actuator();
  setup.plant.contact = axial.contact;
  setup.plant.force_sensor.add(instruments::LowPassSetup{2.0 * std::numbers::pi * 1e3, 0.707});
  return setup;
}

/// The same with an actuator that controls its own extension, of natural frequency w (rad/s).
template <int kNaturalFrequency>
models::RigSetup identified_rig_scenario() {
  models::RigSetup setup = rig_scenario();
  setup.computer.prefilter = setup.computer.controller = {};
  setup.computer.full_scale = 300e-6;
  setup.plant.actuator = identified_actuator<kNaturalFrequency>();
  return setup;
}

}  // namespace hilspace::test
