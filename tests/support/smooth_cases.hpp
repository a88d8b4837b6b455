#pragma once
// Impacts behind linear instruments without quanta.

#include <cmath>
#include <cstddef>
#include <list>
#include <numbers>
#include <utility>
#include <vector>

#include "contact/law.hpp"
#include "instruments/setup.hpp"
#include "models/axial_setup.hpp"
#include "support/numbers.hpp"

namespace hilspace::test {

/// Sections that outlive the setups that point to them.
inline std::list<std::vector<instruments::Section>>& sections() {
  static std::list<std::vector<instruments::Section>> all;
  return all;
}
inline instruments::TransferFunctionSetup transfer(std::vector<instruments::Section> its) {
  sections().push_back(std::move(its));
  return {sections().back()};
}
/// (1 + lead s/w)/(1 + 2 zeta s/w + s^2/w^2) and a first-order lag ten times as quick.
inline instruments::TransferFunctionSetup filter(double w, double zeta, double lead) {
  return transfer(
      {{{1.0, lead / w, 0.0}, {1.0, 2.0 * zeta / w, 1.0 / (w * w)}}, {{2.0, 0.0, 0.0}, {2.0, 0.2 / w, 0.0}}});
}

using SmoothDraws = Numbers<31>;

/// Impacts of every law that fits, behind low-passes, transfer functions and transport delays.
inline std::vector<models::AxialSetup> smooth_impacts(std::size_t count) {
  SmoothDraws numbers;
  std::vector<models::AxialSetup> setups;
  for (std::size_t i = 0; i < count; ++i) {
    models::AxialSetup setup;
    setup.chaser_mass = std::exp(numbers.between(1.0, 8.0));
    setup.target_mass = std::exp(numbers.between(1.0, 11.0));
    setup.approach_velocity = std::exp(numbers.between(-5.0, -1.0));
    if (i % 3 == 0) {
      setup.contact.law = numbers.one_in(2) ? contact::Law::kelvin_voigt : contact::Law::kelvin_voigt_tensile;
      setup.contact.exponent = 1.0;
      setup.contact.stiffness = std::exp(numbers.between(6.0, 14.0));
      setup.contact.viscosity =
          2.0 * numbers.between(0.0, 0.3) * std::sqrt(setup.contact.stiffness * models::reduced_mass(setup));
    } else {
      setup.contact.law = contact::Law::flores;
      setup.contact.exponent = numbers.one_in(4) ? 2.0 : 1.5;
      setup.contact.stiffness = std::exp(numbers.between(14.0, 24.0));
      setup.contact.damping_number = contact::damping_number(setup.contact.law, numbers.between(0.5, 1.0));
    }
    const double duration = models::contact_duration(setup), phase = std::numbers::pi / duration;
    const double slow = phase * std::exp(numbers.between(1.5, 5.0)), quick = 3.0 * slow;
    const std::size_t kind = numbers.below(4);
    if (kind == 0) {
      setup.actuator.add(filter(slow, numbers.between(0.5, 1.0), numbers.between(0.0, 0.8)));
      setup.force_sensor.add(filter(quick, numbers.between(0.5, 1.0), numbers.between(0.0, 0.8)));
    }
    if (kind == 1 || kind == 2) {
      setup.actuator.add(instruments::TransportDelaySetup{duration * std::exp(numbers.between(-6.0, -2.0))});
      if (numbers.one_in(2))
        setup.force_sensor.add(
            instruments::TransportDelaySetup{duration * std::exp(numbers.between(-6.0, -2.0))});
    }
    if (kind >= 2) {
      setup.actuator.add(instruments::LowPassSetup{slow, numbers.between(0.5, 1.0)});
      setup.force_sensor.add(instruments::LowPassSetup{quick, numbers.between(0.5, 1.0)});
    }
    setup.solver = models::Solver::collocation;
    setups.push_back(setup);
  }
  return setups;
}

}  // namespace hilspace::test
