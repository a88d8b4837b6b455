// From a scenario's index to two spacecraft of two masses each.

#include <cmath>

#include "study/scenario.hpp"

namespace hilspace::study {
namespace {

models::RearSetup rear_of(Body body, const ParameterValues& values) {
  const double mass = or_else(values[id_of(body, "rear_mass")], 0.0);
  if (mass == 0.0) return {};
  return {mass, values[id_of(body, "stiffness")], values[id_of(body, "damping")]};
}

}  // namespace

models::FourMassSetup four_mass_setup(const Study& study, std::uint64_t index) {
  const ParameterValues values = parameter_values(study, index);
  models::FourMassSetup setup;
  setup.impact = axial_setup(study, index);
  setup.impact.chaser_mass = values["chaser.front_mass"_id];
  setup.impact.target_mass = values["target.front_mass"_id];
  setup.chaser = rear_of(Body::chaser, values);
  setup.target = rear_of(Body::target, values);
  if (study.fixed_target) {
    if (std::isnan(setup.impact.target_mass))
      setup.impact.target_mass = kInfinity;
    else
      setup.target = {kInfinity, values["target.stiffness"_id], values["target.damping"_id]};
  }
  setup.acceleration = values["approach.acceleration"_id];
  setup.latch_travel = or_else(values["latch.travel"_id], 0.0);
  setup.first_impact = study.first_impact;
  return setup;
}

}  // namespace hilspace::study
