#include "study/scenario.hpp"

#include <fmt/format.h>

#include <cmath>

#include "study/reading/values.hpp"
#include "study/schema/value_names.hpp"
#include "study/setups/phases.hpp"
#include "study/setups/setup.hpp"

namespace hilspace::study {

models::AxialSetup axial_setup(const Study& study, std::uint64_t index) {
  const ParameterValues values = parameter_values(study, index);
  models::AxialSetup setup;
  setup.chaser_mass = values["chaser.mass"_id];
  setup.target_mass = values["target.mass"_id];
  setup.approach_velocity = values["approach.velocity"_id];
  setup.contact = law_setup(study, values);
  if (study.hil) {  // otherwise the instruments are unused; ideal ones make the HIL model follow the
                    // docking model
    setup.actuator = chain_setup(study, Instrument::actuator, values);
    setup.force_sensor = chain_setup(study, Instrument::force_sensor, values);
    setup.compensator = compensator_setup(values);
    setup.hybrid = hybrid_setup(study, values, setup);
  }
  setup.random = {study.seed, index};
  if (!std::isnan(values["numerics.repeat"_id])) {
    draw_phases(setup.actuator, {study.seed, index, kPlacePhases}, false);
    draw_phases(setup.force_sensor, {study.seed, index, kForcePhases}, true);
    setup.compensator.phase = RandomStream(study.seed, index, kComputerPhase).uniform(0);
  }
  setup.solver = study.solver;
  setup.tolerance = values["numerics.tolerance"_id];
  // Absent: the setup's own default.
  setup.step = or_else(values["numerics.step"_id], or_else(1.0 / values["rig.rate"_id], setup.step));
  setup.time_limit = or_else(values["numerics.time_limit"_id], setup.time_limit);
  setup.penetration_limit = penetration_limit(study, values);
  return setup;
}

std::string text_of(const Study& study, Id parameter, double value) {
  const ValueKind kind = parameters()[static_cast<std::size_t>(parameter)].kind;
  if (has_names(kind)) return std::string(names_of(kind, study)[static_cast<std::size_t>(value)]);
  if (const auto word = word_of(study::parameter(parameter), value); !word.empty()) return std::string(word);
  return fmt::format("{}", value);
}

std::string text_with_unit(const Study& study, Id id, double value) {
  const Parameter& its = parameter(id);
  if (its.kind != ValueKind::quantity || !word_of(its, value).empty()) return text_of(study, id, value);
  const auto [unit, scale] = usual_unit(its);
  return fmt::format("{} {}", scale.from_si(value), unit);
}

}  // namespace hilspace::study
