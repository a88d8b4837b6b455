#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "contact/law.hpp"
#include "dynamics/axial.hpp"
#include "study/checks/checks.hpp"
#include "study/checks/combination.hpp"
#include "study/setups/setup.hpp"

namespace hilspace::study {
namespace {

/// Longest step, as a fraction of the contact's duration: a longer one may miss the contact, or make it gain
/// energy.
constexpr double kLongestStep = 0.1;

constexpr std::array kIds{
    "chaser.mass"_id,
    "target.mass"_id,
    "chaser.front_mass"_id,
    "target.front_mass"_id,
    "approach.velocity"_id,
    "contact.law"_id,
    "contact.restitution"_id,
    "contact.exponent"_id,
    "contact.chaser_material"_id,
    "contact.target_material"_id,
    "contact.radius"_id,
    "contact.chaser_radius"_id,
    "contact.target_radius"_id,
    "contact.stiffness"_id,
    "contact.reference_force"_id,
    "contact.reference_penetration"_id,
    "numerics.step"_id,
    "rig.rate"_id,
};

/// Default step of the rig: one sample, or a quarter of one if its loop is controlled. s
double rig_step(const Study& study, double rate) {
  return (study.twin == Twin::controlled ? 0.25 : 1.0) / rate;
}

/// Of the masses that touch; without any the target is a wall.
double reduced_mass(const Study& study, const ParameterValues& values) {
  if (study.model != models::ModelKind::four_mass)
    return 1.0 / dynamics::inverse_reduced_mass(values["chaser.mass"_id], values["target.mass"_id]);
  return 1.0 / dynamics::inverse_reduced_mass(values["chaser.front_mass"_id],
                                              or_else(values["target.front_mass"_id], kInfinity));
}

/// Estimated from the elastic contact. s
double contact_duration(const Study& study, const ParameterValues& values) {
  const double mass = reduced_mass(study, values);
  return contact::elastic_duration(law_setup(study, values), mass, values["approach.velocity"_id]);
}

}  // namespace

void check_numerics_values(Reading& reading) {
  const bool is_given = reading.present("numerics.step"_id);
  if (!is_given && reading.study.model != models::ModelKind::rig) return;  // chosen for each scenario
  double shortest = std::numeric_limits<double>::infinity(), longest_step = 0.0;
  for_each_combination(reading.study, kIds, [&](const ParameterValues& values) {
    if (!all_known(kIds, values, reading)) return true;
    const double duration = contact_duration(reading.study, values);
    const double step =
        is_given ? values["numerics.step"_id] : rig_step(reading.study, values["rig.rate"_id]);
    if (step > kLongestStep * duration && duration < shortest) {
      shortest = duration;
      longest_step = step;
    }
    return true;
  });
  if (!std::isfinite(shortest)) return;
  const std::string what = fmt::format(
      "{:.3g} s is more than a tenth of the shortest contact, which lasts about {:.3g} s: steps would pass "
      "over it",
      longest_step, shortest);
  const double advised = kLongestStep * shortest;
  if (is_given)
    return reading.findings.add(
        reading.place_of("numerics.step"_id),
        fmt::format("numerics.step: {}; write at most {:.2g} s, or leave it out", what, advised));
  // Rounded up to two digits.
  const double rate = rig_step(reading.study, 1.0) / advised;
  const double digit = std::pow(10.0, std::floor(std::log10(rate)) - 1.0);
  reading.findings.add(reading.present("rig.rate"_id) ? reading.place_of("rig.rate"_id) : Location{},
                       fmt::format("rig.rate: its step of {}; write at least {:.3g} Hz, or a "
                                   "shorter numerics.step",
                                   what, std::ceil(rate / digit) * digit));
}

}  // namespace hilspace::study
