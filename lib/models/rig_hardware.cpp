#include "models/rig_hardware.hpp"

#include <stdexcept>

namespace hilspace::models {
namespace {

/// Streams of the actuator's and the force sensor's noise, as in the axial model.
constexpr std::uint64_t kPositionStream = 0, kForceStream = 1;

}  // namespace

RigHardware::RigHardware(const RigPlantSetup& setup)
    : actuator_(instruments::TransferFunctionSetup{setup.actuator}),
      load_{setup.compliance, setup.compliance_frequency, setup.compliance_damping},
      frame_{setup.frame_compliance, setup.frame_frequency, setup.frame_damping},
      law_(contact::general_law(setup.contact, setup.slowest)),
      position_sensor_(setup.position_sensor,
                       RandomStream(setup.random.seed, setup.random.index, kPositionStream)),
      force_sensor_(setup.force_sensor, RandomStream(setup.random.seed, setup.random.index, kForceStream)),
      zero_(setup.air_gap + setup.offset) {
  if (setup.actuator.empty() || setup.actuator.size() > kSections)
    throw std::invalid_argument("the rig's actuator has 1 to 4 sections");
  for (const instruments::Section& section : setup.actuator)
    gain_ *= section.numerator[0] / section.denominator[0];
  for (const Sensor* sensor : {&position_sensor_, &force_sensor_})
    if (sensor->has_memory()) throw std::invalid_argument("the rig's sensors have no transport delay");
}

void RigHardware::rest(double extension, double* y) {
  for (std::size_t i = 0; i < kStates; ++i) y[i] = 0.0;
  actuator_.follow_ramp({command_for(extension), 0.0, 0.0}, y);
  position_sensor_.follow_ramp({extension, 0.0, 0.0}, y + kPositionAt);
  force_sensor_.follow_ramp({0.0, 0.0, 0.0}, y + kForceAt);
}

RigHardware::Signals RigHardware::signals(const double* y, double command) const {
  Signals now{actuator_.output(y, {command, 0.0, 0.0}), {}, {}};
  now.extension.value -= y[kLoadAt];
  now.extension.rate -= y[kLoadAt + 1];
  now.interface = now.extension;
  now.interface.value -= zero_ + y[kFrameAt];
  now.interface.rate -= y[kFrameAt + 1];
  const Signal<double> force = law_.signal(now.interface, now.interface.rate);
  now.force = {force.value, force.rate, 0.0};
  return now;
}

void RigHardware::derivative(const double* y, double command, double* rate) const {
  const Signals now = signals(y, command);
  actuator_.derivative(y, {command, 0.0, 0.0}, rate);
  load_.derivative(y + kLoadAt, now.force.value, rate + kLoadAt);
  frame_.derivative(y + kFrameAt, now.force.value, rate + kFrameAt);
  position_sensor_.derivative(y + kPositionAt, now.extension, rate + kPositionAt);
  force_sensor_.derivative(y + kForceAt, now.force, rate + kForceAt);
}

RigView RigHardware::view(const double* y, double command) const {
  const Signals now = signals(y, command);
  return {now.extension.value,
          now.interface.value,
          now.interface.rate,
          now.force.value,
          position_sensor_.output(y + kPositionAt, now.extension).value,
          force_sensor_.output(y + kForceAt, now.force).value,
          law_.potential(now.interface)};
}

double RigHardware::begin_step(const double* y, double command, Horizon<double> horizon) {
  Signals now = signals(y, command);
  law_.begin_step(now.interface, false, horizon);
  now = signals(y, command);
  position_sensor_.freeze(y + kPositionAt, now.extension, false, horizon);
  force_sensor_.freeze(y + kForceAt, now.force, false, horizon);
  const double edge = law_.edge(now.interface, false, horizon);
  auto outlook = Outlook<double>::smooth(horizon);
  outlook.until = smaller(outlook.until, larger(edge, horizon.shortest));
  const double until = position_sensor_.look_ahead(y + kPositionAt, now.extension, outlook, horizon).until;
  return smaller(until, force_sensor_.look_ahead(y + kForceAt, now.force, outlook, horizon).until);
}

}  // namespace hilspace::models
