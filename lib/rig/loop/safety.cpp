#include "rig/loop/safety.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace hilspace::rig {

Safety::Safety(const Limits& limits, double rate, VoltRange inputs, double last) noexcept
    : limits_(limits),
      period_(1.0 / rate),
      low_rail_(inputs.min + limits.rail_margin * (inputs.max - inputs.min)),
      high_rail_(inputs.max - limits.rail_margin * (inputs.max - inputs.min)),
      smoothing_(1.0 - std::exp(-2.0 * std::numbers::pi * limits.velocity_bandwidth / rate)),
      last_(std::clamp(last, limits.command_min, limits.command_max)) {}

void Safety::reach(Fault fault, double value, double limit) noexcept {
  if (trip_) return;
  trip_ = {fault, value, limit, cycle_};
  ramping_ = true;
}

void Safety::count(Count& count, std::uint64_t more, std::uint32_t row, Fault in_a_row, std::uint32_t all,
                   Fault in_all) noexcept {
  count.add(more);
  if (row > 0 && count.row >= row) reach(in_a_row, static_cast<double>(count.row), row);
  if (all > 0 && count.all >= all) reach(in_all, static_cast<double>(count.all), all);
}

void Safety::see(Channel& channel, double volts, std::uint32_t stuck_cycles, Fault stuck,
                 Fault railed) noexcept {
  const bool same = std::bit_cast<std::uint64_t>(volts) == std::bit_cast<std::uint64_t>(channel.shown);
  channel.stuck = same ? channel.stuck + 1 : 1;
  channel.shown = volts;
  channel.railed = volts <= low_rail_ || volts >= high_rail_ ? channel.railed + 1 : 0;
  if (limits_.railed_cycles > 0 && channel.railed >= limits_.railed_cycles)
    reach(railed, static_cast<double>(channel.railed), limits_.railed_cycles);
  if (stuck_cycles > 0 && channel.stuck >= stuck_cycles)
    reach(stuck, static_cast<double>(channel.stuck), stuck_cycles);
}

void Safety::check_outside(const Sighting& cycle) noexcept {
  if (cycle.guard_fired) {
    reach(Fault::guard, 1.0, 0.0);
    last_ = limits_.command_safe;  // what stands at the output by now
  }
  if (cycle.guard_silent) reach(Fault::guard_silent, 1.0, 0.0);
  if (cycle.stop) reach(Fault::operator_stop, 1.0, 0.0);
  if (cycle.unrecorded) reach(Fault::recording, 1.0, 0.0);
  count(open_, cycle.relay_closed ? 0 : 1, limits_.relay_cycles, Fault::relay_open);
  count(unwritten_, cycle.written ? 0 : 1, limits_.unwritten_cycles, Fault::unwritten);
  if (cycle_ >= limits_.ignored_cycles) {
    count(long_, cycle.overlong, limits_.long_in_a_row, Fault::long_in_a_row, limits_.long_in_all,
          Fault::long_in_all);
    count(late_, cycle.late, limits_.late_in_a_row, Fault::late_in_a_row, limits_.late_in_all,
          Fault::late_in_all);
  }
  count(silent_, cycle.read ? 0 : 1, limits_.silent_cycles, Fault::silent);
}

void Safety::check_measured(const Sighting& cycle) noexcept {
  unseen_ += cycle.elapsed;
  returned_ -= power_ * (cycle.elapsed - 1.0) * period_;  // while there was no cycle
  if (!cycle.read) return;                                // nothing was measured
  const double x = cycle.extension, force = cycle.force;
  if (!std::isfinite(x) || !std::isfinite(force)) {
    reach(Fault::not_finite, std::isfinite(x) ? force : x, 0.0);
    return;
  }
  see(position_, cycle.position_volts, limits_.position_stuck_cycles, Fault::position_stuck,
      Fault::position_railed);
  see(force_, cycle.force_volts, limits_.force_stuck_cycles, Fault::force_stuck, Fault::force_railed);

  const double share = unseen_ == 1.0 ? smoothing_ : 1.0 - std::pow(1.0 - smoothing_, unseen_);
  if (has_extension_) velocity_ += share * ((x - extension_) / (unseen_ * period_) - velocity_);
  extension_ = x;
  has_extension_ = true;
  unseen_ = 0.0;
  power_ = cycle.body_force * cycle.body_velocity;
  returned_ -= power_ * period_;

  if (x < limits_.extension_min) reach(Fault::extension, x, limits_.extension_min);
  if (x > limits_.extension_max) reach(Fault::extension, x, limits_.extension_max);
  if (std::abs(velocity_) > limits_.velocity_max) reach(Fault::velocity, velocity_, limits_.velocity_max);
  if (force < limits_.force_min) reach(Fault::force, force, limits_.force_min);
  if (force > limits_.force_max) reach(Fault::force, force, limits_.force_max);
  // As x F_act < x_act (F_act - F): also right where the force is above F_act.
  if (x * limits_.blocking_force >= limits_.stroke * (limits_.blocking_force - std::max(force, 0.0)))
    reach(Fault::force_at_extension, x,
          limits_.stroke * (1.0 - std::max(force, 0.0) / limits_.blocking_force));
  if (returned_ > limits_.energy_allowance) reach(Fault::energy, returned_, limits_.energy_allowance);
}

double Safety::check_command(double command) noexcept {
  if (!std::isfinite(command)) {
    reach(Fault::not_finite, command, 0.0);
    return last_;
  }
  if (command < limits_.command_min) reach(Fault::command, command, limits_.command_min);
  if (command > limits_.command_max) reach(Fault::command, command, limits_.command_max);
  const double change = command - last_, most = limits_.command_rate * period_;
  slew_.add(std::abs(change) > most ? 1 : 0);
  if (limits_.slew_cycles > 0 && slew_.row >= limits_.slew_cycles)
    reach(Fault::slew, change / period_, limits_.command_rate);
  return std::clamp(command, last_ - most, last_ + most);
}

double Safety::ramp() noexcept {
  const std::uint32_t left = limits_.ramp_cycles > ramped_ ? limits_.ramp_cycles - ramped_ : 1;
  ++ramped_;
  return left <= 1 ? limits_.command_safe : last_ + (limits_.command_safe - last_) / left;
}

double Safety::check(const Sighting& cycle) noexcept {
  check_outside(cycle);
  check_measured(cycle);
  double next = last_;
  if (!ramping_) next = check_command(cycle.command);
  if (ramping_) next = ramp();
  last_ = std::clamp(next, limits_.command_min, limits_.command_max);
  ++cycle_;
  return last_;
}

}  // namespace hilspace::rig
