#pragma once
// Axial scenarios shared by tests, and access to metrics by name.

#include <gtest/gtest.h>

#include <numbers>
#include <string_view>
#include <variant>

#include "contact/law.hpp"
#include "contact/material.hpp"
#include "metrics/catalogue.hpp"
#include "models/axial_setup.hpp"

namespace hilspace::test {

inline contact::Material material(std::string_view name) {
  for (const auto& known : contact::materials())
    if (known.name == name) return known.material;
  ADD_FAILURE() << "no material " << name;
  return {};
}

inline double metric(const metrics::Row& row, std::string_view name) {
  const auto catalogue = metrics::catalogue();
  for (std::size_t i = 0; i < catalogue.size(); ++i)
    if (catalogue[i].name == name) return row.values[i];
  ADD_FAILURE() << "no metric " << name;
  return 0.0;
}

/// A low-pass (0: none) and a quantizer (0: none).
inline instruments::ChainSetup instrument(double natural_frequency, double damping, double resolution) {
  instruments::ChainSetup chain;
  chain.add(instruments::LowPassSetup{natural_frequency, damping});
  chain.add(instruments::QuantizerSetup{resolution});
  return chain;
}

/// These two stages of such an instrument.
inline instruments::LowPassSetup& low_pass(instruments::ChainSetup& chain) {
  return std::get<instruments::LowPassSetup>(chain.stages[0]);
}
inline instruments::QuantizerSetup& quantizer(instruments::ChainSetup& chain) {
  return std::get<instruments::QuantizerSetup>(chain.stages[1]);
}

/// A sphere of 25 mm radius on a plane, observed through neutral instruments.
inline models::AxialSetup impact(double chaser_mass, double target_mass, double velocity,
                                 std::string_view sphere, std::string_view plane, contact::Law law,
                                 double restitution) {
  models::AxialSetup setup;
  setup.chaser_mass = chaser_mass;
  setup.target_mass = target_mass;
  setup.approach_velocity = velocity;
  setup.actuator = setup.force_sensor = instrument(0.0, 0.7, 0.0);
  setup.contact.law = law;
  setup.contact.stiffness = contact::hertz_stiffness(material(sphere), material(plane), 0.025);
  setup.contact.damping_number = contact::damping_number(law, restitution);
  return setup;
}

/// The scenario of Bondoky 5.3.1, whose force sensor is a 10 kHz low-pass with 1 N.
inline models::AxialSetup bondoky_531(double total_delay) {
  models::AxialSetup setup = impact(30, 75, 0.1, "polyimide", "aluminium", contact::Law::flores, 0.8);
  setup.actuator = instrument(total_delay > 0.0 ? 4.0 / total_delay : 0.0, 0.7, 1e-6);
  setup.force_sensor = instrument(2.0 * std::numbers::pi * 10e3, 0.7, 1.0);
  return setup;
}

}  // namespace hilspace::test
