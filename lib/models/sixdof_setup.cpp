#include "models/sixdof_setup.hpp"

#include <algorithm>
#include <variant>

#include "compensation/compensator.hpp"
#include "instruments/chain_lag.hpp"
#include "mechanism/assembly.hpp"
#include "models/ripple.hpp"

namespace hilspace::models {
namespace {

/// A straight hit on the docking axis, without the instruments. Of a hybrid contact with the stiffest springs.
AxialSetup bare_hit(const SixDofSetup& setup) {
  AxialSetup axial;
  axial.chaser_mass = setup.chaser.mass;
  axial.target_mass = setup.target.mass;
  axial.approach_velocity = setup.approach_velocity;
  axial.contact = setup.contact;
  if (!setup.hybrid.present()) return axial;
  const auto most = hybrid::bounds(setup.hybrid);
  axial.hybrid = setup.hybrid.its;
  axial.hybrid.real_stiffness = most.stiffness;
  axial.hybrid.real_damping = most.damping;
  axial.hybrid.virtual_stiffness = axial.hybrid.virtual_damping = 0.0;
  return axial;
}

}  // namespace

bool is_ideal(const instruments::ChainSetup& chain) {
  return std::ranges::all_of(chain.all(), [](const instruments::StageSetup& stage) {
    if (const auto* its = std::get_if<instruments::LowPassSetup>(&stage))
      return !(its->natural_frequency > 0.0);
    if (const auto* its = std::get_if<instruments::QuantizerSetup>(&stage)) return !(its->resolution > 0.0);
    return false;
  });
}
AxialSetup straight_hit(const SixDofSetup& setup) {
  AxialSetup axial = bare_hit(setup);
  axial.actuator = setup.robot[0];
  axial.force_sensor = setup.wrench_sensor[0];
  axial.compensator = setup.compensator;
  axial.hybrid = hybrid::along(setup.hybrid, {-1.0, 0.0, 0.0});
  axial.random = setup.random;
  axial.tolerance = setup.tolerance;
  return axial;
}

double ripple(const SixDofSetup& setup) { return ripple(straight_hit(setup)); }

double reduced_mass(const SixDofSetup& setup) { return reduced_mass(bare_hit(setup)); }

/// What touches is the link, where there is one.
double automatic_step(const SixDofSetup& setup) {
  AxialSetup hit = bare_hit(setup);
  if (!setup.mechanism.link) return kFineSteps * automatic_step(hit);
  (setup.mechanism.link->on_target ? hit.target_mass : hit.chaser_mass) = setup.mechanism.link->mass;
  return kLinkedSteps * kFineSteps * automatic_step(hit);
}

double automatic_time_limit(const SixDofSetup& setup) {
  if (setup.mechanism.kind == mechanism::MechanismKind::plane)
    return automatic_time_limit(resolved(bare_hit(setup)));
  constexpr double kPasses = 150.0;
  const double length = setup.mechanism.kind == mechanism::MechanismKind::features
                            ? setup.mechanism.assembly->length()
                            : setup.mechanism.cylinder_length + setup.mechanism.frustum_length;
  return kPasses * length / setup.approach_velocity;
}

bool sees_angles(const SixDofSetup& setup) {
  return setup.robot_coupling != kUncoupled || setup.hybrid.is_directed() ||
         !std::all_of(setup.robot.begin() + kLinearComponents, setup.robot.end(), is_ideal);
}

bool is_realisable(const SixDofSetup& setup) {
  const std::size_t shown = sees_angles(setup) ? kComponents : kLinearComponents;
  for (std::size_t i = 0; i < shown; ++i) {
    auto robot = setup.robot[i], sensor = setup.wrench_sensor[i];
    compensation::add_holds(setup.compensator, robot, sensor);
    const bool shows_at_once = instruments::smoothing_of(robot) == 0.0;
    if (shows_at_once && compensation::lags_of(setup.compensator, robot, sensor).position.first != 0.0)
      return false;
    if (shows_at_once) continue;
    AxialSetup its;
    its.actuator = robot;
    its.force_sensor = sensor;
    its.compensator = setup.compensator;
    its.hybrid = setup.hybrid.its;
    if (!is_realisable(its)) return false;
  }
  return true;
}

SixDofSetup resolved(SixDofSetup setup) {
  for (std::size_t i = 0; i < kComponents; ++i)
    compensation::add_holds(setup.compensator, setup.robot[i], setup.wrench_sensor[i]);
  if (!(setup.step > 0.0)) setup.step = automatic_step(setup);
  if (!(setup.time_limit > 0.0)) setup.time_limit = automatic_time_limit(setup);
  return setup;
}

}  // namespace hilspace::models
