#include "rig/backends/in_process.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace hilspace::rig {
namespace {

std::int64_t nanoseconds(double seconds) { return static_cast<std::int64_t>(seconds * 1e9); }

/// Copies its sections, so that the originals may be destroyed.
models::RigPlantSetup with_actuator(models::RigPlantSetup plant,
                                    std::span<const instruments::Section> actuator) {
  plant.actuator = actuator;
  return plant;
}

}  // namespace

InProcess::InProcess(const InProcessSetup& setup)
    : setup_(setup),
      hysteresis_(setup.truth.hysteresis),
      plant_(with_actuator(setup.plant, true_actuator(setup.plant.actuator, setup.truth)), setup.plant_step),
      beat_time_(-nanoseconds(setup.relay_hold) - 1),
      command_(setup.scaling.command_volts(0.0)),
      lowest_(command_),
      highest_(command_) {}

const Injection* InProcess::active(Disturbance what) const noexcept {
  for (const Injection& each : setup_.script)
    if (each.what == what && cycle_ >= each.cycle && cycle_ < each.cycle + each.cycles) return &each;
  return nullptr;
}

const Injection* InProcess::active(Disturbance what, SensorOf sensor) const noexcept {
  for (const Injection& each : setup_.script)
    if (each.what == what && each.sensor == sensor && cycle_ >= each.cycle &&
        cycle_ < each.cycle + each.cycles)
      return &each;
  return nullptr;
}

bool InProcess::relay_closed() const noexcept {
  return time_ - beat_time_ <= nanoseconds(setup_.relay_hold) && active(Disturbance::relay_open) == nullptr;
}

void InProcess::pass(std::int64_t until) noexcept {
  if (until <= time_) return;
  const double volts = setup_.truth.command.shown(relay_closed() ? command_ : 0.0, seconds());
  plant_.advance(hysteresis_(setup_.scaling.command(volts)), 1e-9 * static_cast<double>(until - time_));
  time_ = until;
  const models::RigView now = plant_.view();
  largest_force_ = std::max(largest_force_, now.contact_force);
  largest_extension_ = std::max(largest_extension_, now.extension);
  lowest_extension_ = std::min(lowest_extension_, now.extension);
}

void InProcess::wait_until(std::int64_t time) noexcept {
  const Injection* late = active(Disturbance::late_wake);
  pass(std::max(time, time_) + (late != nullptr ? nanoseconds(late->value) : 0));
}

double InProcess::convert(double volts, double before, SensorOf sensor) const noexcept {
  const auto [low, high] = setup_.inputs;
  if (const Injection* spike = active(Disturbance::spike, sensor)) volts += spike->value;
  volts = converted(volts, low, high, setup_.input_bits);
  if (active(Disturbance::rail, sensor) != nullptr) volts = high;
  if (active(Disturbance::freeze, sensor) != nullptr) volts = before;
  if (active(Disturbance::nan, sensor) != nullptr) volts = std::numeric_limits<double>::quiet_NaN();
  return volts;
}

bool InProcess::read(Inputs& inputs) noexcept {
  if (const Injection* delay = active(Disturbance::read_delay)) pass(time_ + nanoseconds(delay->value));
  const bool failed = active(Disturbance::read_failure) != nullptr;
  if (failed) {  // a driver's buffer is undefined after a failed read
    inputs.position = inputs.force = std::numeric_limits<double>::quiet_NaN();
  } else {
    const RigTruth& truth = setup_.truth;
    double position =
        truth.position.shown(setup_.scaling.position_volts(plant_.measured_position()), seconds());
    double force =
        truth.force.shown(setup_.scaling.force_volts(plant_.measured_force() + setup_.load), seconds());
    if (truth.inputs_exchanged) std::swap(position, force);
    position_ = convert(position, position_, SensorOf::position);
    force_ = convert(force, force_, SensorOf::force);
    const double laser = laser_volts(setup_.scaling.laser, plant_.extension());
    inputs = {position_,
              force_,
              (pressed_ && truth.stop_wired) || active(Disturbance::stop) != nullptr,
              relay_closed() || !truth.relay_wired,
              converted(laser, setup_.inputs.min, setup_.inputs.max, setup_.input_bits),
              code_of(position_, setup_.inputs.min, setup_.inputs.max, setup_.input_bits),
              code_of(force_, setup_.inputs.min, setup_.inputs.max, setup_.input_bits)};
  }
  return !failed;
}

bool InProcess::write(const Outputs& outputs) noexcept {
  const bool failed = active(Disturbance::write_failure) != nullptr;
  ++cycle_;
  if (failed) return false;
  command_ = outputs.command;
  lowest_ = std::min(lowest_, command_);
  highest_ = std::max(highest_, command_);
  if (std::isnan(command_)) lowest_ = highest_ = command_;
  if (outputs.heartbeat != heartbeat_) beat_time_ = time_;
  heartbeat_ = outputs.heartbeat;
  return true;
}

}  // namespace hilspace::rig
