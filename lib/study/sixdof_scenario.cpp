// From the index of a scenario in six degrees of freedom to its numbers.

#include <cmath>

#include "study/scenario.hpp"
#include "study/setups/phases.hpp"
#include "study/setups/setup.hpp"
#include "study/setups/spatial_setup.hpp"

namespace hilspace::study {
namespace {

models::SixChains chains(SpatialInstrument instrument, const Study& study, std::uint64_t index,
                         const ParameterValues& values) {
  const bool is_tared = instrument == SpatialInstrument::wrench_sensor;
  const RandomStream phases(study.seed, index, is_tared ? kForcePhases : kPlacePhases);
  models::SixChains six;
  for (std::size_t component = 0; component < six.size(); ++component) {
    six[component] = chain_setup(study, instrument, component, values);
    if (!std::isnan(values["numerics.repeat"_id])) draw_phases(six[component], phases, is_tared, component);
  }
  return six;
}

}  // namespace

models::SixDofSetup sixdof_setup(const Study& study, std::uint64_t index) {
  const ParameterValues values = parameter_values(study, index);
  models::SixDofSetup setup;
  setup.chaser = spacecraft_setup(study, Body::chaser, values);
  setup.target = spacecraft_setup(study, Body::target, values);
  setup.mechanism = mechanism_setup(study, values);
  setup.contact = law_setup(study, values);
  setup.friction = {values["contact.friction.stiction"_id], values["contact.friction.sliding"_id],
                    values["contact.friction.stribeck_velocity"_id]};
  setup.friction.creep_velocity =
      or_else(values["contact.friction.creep_velocity"_id], setup.friction.creep_velocity);

  setup.approach_velocity = values["approach.velocity"_id];
  setup.lateral_velocity = {values["approach.lateral_velocity.y"_id],
                            values["approach.lateral_velocity.z"_id]};
  setup.offset = {values["approach.offset.y"_id], values["approach.offset.z"_id]};
  setup.attitude = {values["approach.attitude.roll"_id], values["approach.attitude.pitch"_id],
                    values["approach.attitude.yaw"_id]};
  setup.angular_velocity = {values["approach.angular_velocity.x"_id],
                            values["approach.angular_velocity.y"_id],
                            values["approach.angular_velocity.z"_id]};

  if (study.hil) {
    setup.robot = chains(SpatialInstrument::robot, study, index, values);
    setup.wrench_sensor = chains(SpatialInstrument::wrench_sensor, study, index, values);
    setup.compensator = compensator_setup(values);
    setup.robot_coupling = study.couplings[static_cast<std::size_t>(SpatialInstrument::robot)];
    setup.wrench_coupling = study.couplings[static_cast<std::size_t>(SpatialInstrument::wrench_sensor)];
    setup.one_sensor = study.one_sensor;
    setup.hybrid = spatial_hybrid_setup(study, values, setup);
    if (!std::isnan(values["numerics.repeat"_id]))
      setup.compensator.phase = RandomStream(study.seed, index, kComputerPhase).uniform(0);
  }
  setup.thrust = or_else(values["scenario.post_contact_thrust"_id], setup.thrust);
  setup.thrust_time = or_else(values["scenario.thrust_time"_id], kInfinity);
  setup.ends_with_capture = study.ends_with_capture;
  setup.after_capture = or_else(values["scenario.after_capture"_id], setup.after_capture);
  setup.random = {study.seed, index};
  setup.hil = study.hil;
  setup.first_impact = study.first_impact;
  setup.solver = study.solver;
  setup.resolve_quantizers = study.resolve_quantizers;
  setup.tolerance = values["numerics.tolerance"_id];
  // Absent: the setup's own default.
  setup.step = or_else(values["numerics.step"_id], setup.step);
  setup.time_limit = or_else(values["numerics.time_limit"_id], setup.time_limit);
  setup.penetration_limit = penetration_limit(study, values);
  return setup;
}

}  // namespace hilspace::study
