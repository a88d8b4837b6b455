// From the index of a scenario in six degrees of freedom to its numbers.

#include "models/sixdof_setup.hpp"

#include <algorithm>
#include <cmath>

#include "study/phases.hpp"
#include "study/setup.hpp"
#include "study/study.hpp"

namespace hilspace::study {
namespace {

bool any_given(const LowPassIds& ids, const ParameterValues& values) {
  return std::ranges::any_of(ids, [&](Id id) { return !std::isnan(values[id]); });
}

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

models::SpacecraftSetup spacecraft_setup(const Study& study, Body body, const ParameterValues& values) {
  if (const auto& shaped = study.shaped[static_cast<std::size_t>(body)]; !shaped.shapes.empty())
    return shaped.whole;
  const auto value = [&](BodyKey key) { return values[id_of(body, key)]; };
  using enum BodyKey;
  models::SpacecraftSetup setup;
  setup.mass = value(mass);
  setup.inertia = {value(inertia_xx), value(inertia_xy), value(inertia_xz),  //
                   value(inertia_xy), value(inertia_yy), value(inertia_yz),  //
                   value(inertia_xz), value(inertia_yz), value(inertia_zz)};
  setup.port[0] = body == Body::chaser ? value(center_to_port) : -value(center_to_port);
  return setup;
}

mechanism::Setup mechanism_setup(const Study& study, const ParameterValues& values) {
  mechanism::Setup setup;
  setup.kind = study.mechanism;
  setup.tip_radius = values[Id::contact_radius];
  if (study.mechanism == mechanism::Kind::plane) return setup;
  setup.cylinder_radius = values[Id::drogue_cylinder_radius];
  setup.cylinder_length = values[Id::drogue_cylinder_length];
  setup.frustum_length = values[Id::drogue_frustum_length];
  setup.half_angle =
      or_else(values[Id::drogue_half_angle],
              std::atan2(values[Id::drogue_mouth_radius] - setup.cylinder_radius, setup.frustum_length));
  return setup;
}

instruments::ChainSetup chain_setup(SpatialInstrument instrument, std::size_t component,
                                    const ParameterValues& values) {
  const auto own = [&](SpatialKey key) { return values[of_component(instrument, key, component)]; };
  const auto whole = [&](SpatialKey key) { return values[of_whole(instrument, key, component)]; };
  instruments::ChainSetup chain;

  const auto of_its_own = low_pass_of_component(instrument, component);
  const auto ids = any_given(of_its_own, values) ? of_its_own : low_pass_of_whole(instrument);
  if (any_given(ids, values))
    chain.add(low_pass_setup(ids, or_else(own(SpatialKey::damping), whole(SpatialKey::damping)), values));

  const double resolution = or_else(own(SpatialKey::resolution), whole(SpatialKey::resolution));
  if (!std::isnan(resolution)) chain.add(instruments::QuantizerSetup{resolution});
  return chain;
}

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
