#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "contact/law.hpp"
#include "dynamics/axial.hpp"
#include "study/checks/checks.hpp"
#include "study/checks/combination.hpp"
#include "study/setups/setup.hpp"

namespace hilspace::study {
namespace {

/// Of the contact's duration: a longer step may pass over the contact, or make it gain energy.
constexpr double kLongestStep = 0.1;

constexpr std::array kIds{
    Id::chaser_mass,
    Id::target_mass,
    Id::approach_velocity,
    Id::contact_law,
    Id::contact_restitution,
    Id::contact_exponent,
    Id::contact_chaser_material,
    Id::contact_target_material,
    Id::contact_radius,
    Id::contact_chaser_radius,
    Id::contact_target_radius,
    Id::contact_stiffness,
    Id::contact_reference_force,
    Id::contact_reference_penetration,
    Id::numerics_step,
};

/// As estimated from the elastic contact. s
double contact_duration(const Study& study, const ParameterValues& values) {
  const double mass = 1.0 / dynamics::inverse_reduced_mass(values[Id::chaser_mass], values[Id::target_mass]);
  return contact::elastic_duration(law_setup(study, values), mass, values[Id::approach_velocity]);
}

}  // namespace

void check_numerics_values(Reading& reading) {
  if (!reading.present(Id::numerics_step)) return;
  double shortest = std::numeric_limits<double>::infinity(), longest_step = 0.0;
  for_each_combination(reading.study, kIds, [&](const ParameterValues& values) {
    if (!all_known(kIds, values, reading)) return true;
    const double duration = contact_duration(reading.study, values), step = values[Id::numerics_step];
    if (step > kLongestStep * duration && duration < shortest) {
      shortest = duration;
      longest_step = step;
    }
    return true;
  });
  if (!std::isfinite(shortest)) return;
  reading.findings.add(
      reading.place_of(Id::numerics_step),
      fmt::format(
          "numerics.step: {:.3g} s is more than a tenth of the shortest contact, which lasts about {:.3g} s: "
          "steps would pass over it; write at most {:.2g} s, or leave it out",
          longest_step, shortest, kLongestStep * shortest));
}

}  // namespace hilspace::study
