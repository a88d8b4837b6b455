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
    six[component] = chain_setup(instrument, component, values);
    if (!std::isnan(values[Id::numerics_repeat])) draw_phases(six[component], phases, is_tared, component);
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
  setup.friction = {values[Id::contact_friction_stiction], values[Id::contact_friction_sliding],
                    values[Id::contact_friction_stribeck_velocity]};

  setup.approach_velocity = values[Id::approach_velocity];
  setup.lateral_velocity = {values[Id::approach_lateral_velocity_y], values[Id::approach_lateral_velocity_z]};
  setup.offset = {values[Id::approach_offset_y], values[Id::approach_offset_z]};
  setup.attitude = {values[Id::approach_attitude_roll], values[Id::approach_attitude_pitch],
                    values[Id::approach_attitude_yaw]};
  setup.angular_velocity = {values[Id::approach_angular_velocity_x], values[Id::approach_angular_velocity_y],
                            values[Id::approach_angular_velocity_z]};

  if (study.hil) {
    setup.robot = chains(SpatialInstrument::robot, study, index, values);
    setup.wrench_sensor = chains(SpatialInstrument::wrench_sensor, study, index, values);
    setup.robot_coupling = study.couplings[static_cast<std::size_t>(SpatialInstrument::robot)];
    setup.wrench_coupling = study.couplings[static_cast<std::size_t>(SpatialInstrument::wrench_sensor)];
  }
  setup.random = {study.seed, index};
  setup.hil = study.hil;
  setup.first_impact = study.first_impact;
  setup.solver = study.solver;
  setup.tolerance = values[Id::numerics_tolerance];
  // Absent: the setup's own default.
  setup.step = or_else(values[Id::numerics_step], setup.step);
  setup.time_limit = or_else(values[Id::numerics_time_limit], setup.time_limit);
  setup.penetration_limit = or_else(values[Id::numerics_penetration_limit], setup.penetration_limit);
  return setup;
}

}  // namespace hilspace::study
