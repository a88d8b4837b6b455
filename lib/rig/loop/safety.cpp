#include "rig/loop/safety.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "rig/loop/retreat.hpp"

namespace hilspace::rig {

Safety::Safety(const Limits& limits, double rate, VoltRange inputs, double last,
               const Expectation& expectation) noexcept
    : limits_(limits),
      period_(1.0 / rate),
      low_rail_(inputs.min + limits.rail_margin * (inputs.max - inputs.min)),
      high_rail_(inputs.max - limits.rail_margin * (inputs.max - inputs.min)),
      smoothing_(1.0 - std::exp(-2.0 * std::numbers::pi * limits.velocity_bandwidth / rate)),
      mass_(expectation.reduced_mass),
      last_(std::clamp(last, limits.command_min, limits.command_max)),
      held_(last_),
      low_(last_),
      high_(last_),
      observes_(expectation.known) {
  if (observes_) observer_ = Observer(expectation, rate, last_);
}

void Safety::tare(double position, double force) noexcept {
  if (!observes_) return;
  seen_.rest_position = position - observer_.rest();
  seen_.rest_force = force;
  observer_.tare(position, force);
  seen_.expects = true;
}

void Safety::see(Channel& channel, double value, double volts, double quiet, double periods) noexcept {
  channel.low = std::min(channel.low, value);
  channel.high = std::max(channel.high, value);
  // Written so that NaN counts as no movement.
  const bool moved = channel.high - channel.low > quiet;
  if (moved) channel.low = channel.high = value;
  channel.still = moved ? 0 : channel.still + static_cast<std::uint64_t>(periods);
  channel.railed = volts <= low_rail_ || volts >= high_rail_ ? channel.railed + 1 : 0;
}

void Safety::see_outside(const Sighting& cycle) noexcept {
  seen_.stop = cycle.stop;
  seen_.unrecorded = cycle.unrecorded;
  seen_.guard_fired = cycle.guard_fired;
  seen_.paused = cycle.paused;
  seen_.relay_holds = cycle.relay_holds;
  open_.add(cycle.relay_closed ? 0 : 1);
  unwritten_.add(cycle.written ? 0 : 1);
  silent_.add(cycle.read ? 0 : 1);
  if (seconds(cycle_) >= limits_.ignored_time) {
    long_.add(cycle.overlong);
    late_.add(cycle.late);
  }
  seen_.guard_silent = cycle.guard_silent;
  seen_.relay_open = seconds(open_.row);
  seen_.unwritten = seconds(unwritten_.row);
  seen_.unwritten_in_all = seconds(unwritten_.all);
  seen_.silent = seconds(silent_.row);
  seen_.silent_in_all = seconds(silent_.all);
  seen_.overlong = seconds(long_.row);
  seen_.overlong_in_all = seconds(long_.all);
  seen_.late = seconds(late_.row);
  seen_.late_in_all = seconds(late_.all);
  // Adopts whichever of guard and loop is closer to the safe command, so that the output never moves back.
  const double guarded = std::clamp(cycle.guard_command, limits_.command_min, limits_.command_max);
  const double safe = limits_.command_safe;
  const bool ahead = cycle.guard_fired && std::abs(guarded - safe) < std::abs(last_ - safe);
  guard_still_ = ahead ? 0.0 : guard_still_ + cycle.elapsed * period_;
  if (ahead) last_ = guarded;
  if (ahead || cycle.written) {
    held_ = low_ = high_ = last_;
  } else {  // a write that failed may still have changed the output
    low_ = std::min(low_, last_);
    high_ = std::max(high_, last_);
  }
}

/// The measured force is held until the next cycle.
void Safety::see_energy(const Sighting& cycle) noexcept {
  seen_.returned -= power_ * (cycle.elapsed - 1.0) * period_;  // over missed cycles
  seen_.injected += excess_ * (cycle.elapsed - 1.0) * period_;
  turned_ += square_ * (cycle.elapsed - 1.0) * period_;
  if (!cycle.read) return;
  power_ = cycle.body_force * cycle.body_velocity;
  excess_ = cycle.body_force * (seen_.velocity - cycle.body_velocity);
  square_ = cycle.body_force * cycle.body_force / mass_;
  seen_.returned -= power_ * period_;
  seen_.injected += excess_ * period_;
  turned_ += square_ * period_;
  most_injected_ = std::max(most_injected_, seen_.injected);
}

void Safety::see_measured(const Sighting& cycle) noexcept {
  unseen_ += cycle.elapsed;
  seen_.measured = cycle.read;
  const double x = cycle.extension;
  if (cycle.read && std::isfinite(x) && std::isfinite(cycle.force)) {
    const double share = unseen_ == 1.0 ? smoothing_ : 1.0 - std::pow(1.0 - smoothing_, unseen_);
    if (has_extension_) seen_.velocity += share * ((x - extension_) / (unseen_ * period_) - seen_.velocity);
    extension_ = x;
    has_extension_ = true;
    unseen_ = 0.0;
  }
  if (cycle.read) {
    seen_.extension = x;
    seen_.force = cycle.force;
    see(position_, x, cycle.position_volts, limits_.position_quiet, cycle.elapsed);
    see(force_, cycle.force, cycle.force_volts, limits_.force_quiet, cycle.elapsed);
    seen_.position_still = seconds(position_.still);
    seen_.force_still = seconds(force_.still);
    seen_.position_railed = seconds(position_.railed);
    seen_.force_railed = seconds(force_.railed);
  }
  if (observes_)
    seen_.expected = observer_({held_, cycle.elapsed, seen_.extension, seen_.velocity, seen_.force});
  see_energy(cycle);
}

void Safety::see_command(double command) noexcept {
  seen_.controlled = !retreating_;
  seen_.command = command;
  seen_.change = (command - last_) / period_;
  // Written so that NaN counts as too steep.
  slew_.add(std::abs(command - last_) <= limits_.command_rate * period_ ? 0 : 1);
  seen_.steep = seconds(slew_.row);
}

double Safety::check(const Sighting& cycle) noexcept {
  see_outside(cycle);
  see_measured(cycle);
  see_command(cycle.command);
  if (!trip_)
    if (const Judgement verdict = judge(limits_, seen_); verdict.fault != Fault::none) {
      trip_ = {verdict.fault, verdict.value, verdict.limit, cycle_};
      retreating_ = true;
    }
  // From all that the converter may hold, low_ to high_, the output must be within one step. They are never
  // further apart than that, because each command lay within a step of both.
  const double step = limits_.command_rate * period_, safe = limits_.command_safe;
  double next = std::clamp(cycle.command, high_ - step, low_ + step);
  if (retreating_) {
    const bool above = std::abs(high_ - safe) > std::abs(low_ - safe);
    const double farther = above ? high_ : low_, nearer = above ? low_ : high_;
    next = retreat(farther, safe, rate_of_retreat(limits_) * period_);
    if (std::abs(nearer - safe) < std::abs(next - safe)) next = nearer;  // which may be held: never back up
    if (guard_still_ < kPauseOfGuard) next = last_;  // steps of both would be twice the rate
  }
  last_ = std::clamp(next, limits_.command_min, limits_.command_max);
  ++cycle_;
  return last_;
}

}  // namespace hilspace::rig
