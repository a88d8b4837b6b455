#include "rig/loop/loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace hilspace::rig {
namespace {

void check(const LoopSetup& setup, const Daq& daq) {
  std::vector<std::string> findings;
  const auto need = [&](bool good, const std::string& what) {
    if (!good) findings.push_back("rig: " + what);
  };
  const models::RigComputerSetup& computer = setup.computer;
  const Limits& limits = setup.limits;
  need(computer.rate > 0.0, "the rate must be above 0 Hz");
  need(computer.chaser_mass > 0.0 && computer.target_mass > 0.0, "the masses must be above 0 kg");
  need(computer.approach_velocity > 0.0, "the velocity of approach must be above 0 m/s");
  need(limits.command_min < limits.command_max, "limits.command_min must be below limits.command_max");
  need(limits.command_safe >= limits.command_min && limits.command_safe <= limits.command_max,
       "the safe command lies outside the command's limits");
  const double full_volts = std::abs(setup.scaling.command_full - setup.scaling.command_zero);
  for (const auto& [name, its] :
       {std::pair{"command", limits.command_rate}, std::pair{"retreat", limits.retreat_rate}})
    need(its >= (1.0 - 1e-9) / kLongestRamp,
         fmt::format(
             "limits.{}_rate = {:.6g} V/s takes more than {:g} s over the full scale of {:g} V; use at "
             "least {:.6g} V/s",
             name, its * full_volts, kLongestRamp, full_volts,
             std::ceil(1e3 * full_volts / kLongestRamp) * 1e-3));
  // Up to rounding: programs that are slow take just this rate, at_rate().
  need(
      !(computer.rate > 0.0) || limits.command_rate <= (1.0 + 1e-9) * kMostPerWrite * computer.rate,
      fmt::format(
          "limits.command_rate = {:.6g} V/s is {:.3g} % of full scale per write at {:.6g} Hz, and a step "
          "of more than {:g} % makes the stack ring; use at most {:.6g} V/s, or a rate of at least {:.0f} Hz",
          limits.command_rate * full_volts, 100.0 * limits.command_rate / computer.rate, computer.rate,
          100.0 * kMostPerWrite, kMostPerWrite * computer.rate * full_volts,
          std::ceil(limits.command_rate / kMostPerWrite)));
  // The relay opens in an instant, whatever the loop's rate.
  const double safe_volts = setup.scaling.command_volts(limits.command_safe);
  need(std::abs(safe_volts) <= kMostPerWrite * full_volts,
       fmt::format(
           "the safe command is {:.4g} V, but an open relay leaves 0 V, so its opening would be a step; "
           "the command's limits must reach down to it",
           safe_volts));
  need(setup.scaling.position.size() >= 2, "the position's calibration needs at least 2 points");
  const auto [low, high] = std::minmax(
      {setup.scaling.command_volts(limits.command_min), setup.scaling.command_volts(limits.command_max)});
  const VoltRange range = daq.output_range();
  need(low >= range.min - 1e-9 && high <= range.max + 1e-9,
       fmt::format("the command's limits are {:.4g} to {:.4g} V, and the converter gives {:.4g} to {:.4g} V; "
                   "narrow the limits or choose another range",
                   low, high, range.min, range.max));
  if (!findings.empty()) throw InputError(findings);
}

/// Smooth step from 0 to 1 with zero slope at both ends.
double smooth(double share) noexcept { return share * share * (3.0 - 2.0 * share); }

}  // namespace

Loop::Loop(Daq& daq, const LoopSetup& setup, Ring<Record>& ring)
    : daq_(daq),
      setup_(setup),
      ring_(ring),
      safety_(setup.limits, setup.computer.rate, daq.input_range(), setup.limits.command_safe,
              setup.expectation),
      guard_watch_(setup.guard, setup.guard_cycles),
      period_(1e9 / setup.computer.rate) {
  check(setup, daq);
  setup_.computer.command_min = std::max(setup.computer.command_min, setup.limits.command_min);
  setup_.computer.command_max = std::min(setup.computer.command_max, setup.limits.command_max);
  computer_ = models::RigComputer(setup_.computer);
  start_ = daq_.now() + static_cast<std::int64_t>(period_);
  const std::uint64_t wait = cycles(setup.rest_time) + cycles(setup.ramp_time) + cycles(setup.settle_time);
  const double flight = -computer_.displacement() / computer_.velocity();
  origin_ = start_ + static_cast<std::int64_t>(static_cast<double>(wait) * period_ + 1e9 * flight);
  end_ = start_;
  enter(Phase::rest, setup.rest_time);
}

std::uint64_t Loop::cycles(double seconds) const noexcept {
  return static_cast<std::uint64_t>(std::llround(seconds * setup_.computer.rate));
}

/// From any command to the safe one, and after_time at rest there.
double Loop::longest_retreat() const noexcept {
  return setup_.after_time + 1.0 / rate_of_retreat(setup_.limits);
}

void Loop::enter(Phase phase, double seconds) noexcept {
  phase_ = phase;
  phase_begin_ = tick_;
  phase_end_ = tick_ + cycles(seconds);
}

/// Advances to the next phase at the end of the current one.
void Loop::go_on() noexcept {
  if (safety_.trip()) {
    if (phase_ != Phase::tripped) {
      ended_ = LoopEnd::tripped;
      enter(Phase::tripped, longest_retreat());
    }
    // A converter that took nothing for all that time will not take the safe command: the report says so.
    const bool given_up = unwritten_ >= cycles(longest_retreat());
    over_ = due() && (is_safe() || given_up);
    return;
  }
  switch (phase_) {
    case Phase::rest:
      if (!due()) break;
      report_.rest_position = rest_sum_ / std::max(rest_count_, 1.0);
      report_.rest_force = rest_force_sum_ / std::max(rest_count_, 1.0);
      rest_extension_ = setup_.computer.controller.empty()
                            ? setup_.limits.command_safe * setup_.computer.full_scale
                            : report_.rest_position;
      computer_.rest(rest_extension_, setup_.limits.command_safe);
      safety_.tare(report_.rest_position, report_.rest_force);
      if (drives())
        enter(Phase::scenario, static_cast<double>(setup_.drive.size()) / setup_.computer.rate);
      else
        enter(Phase::ramp_up, setup_.ramp_time);
      break;
    case Phase::ramp_up:
      if (due()) enter(Phase::settle, setup_.settle_time);
      break;
    case Phase::settle:
      if (due()) enter(Phase::scenario, setup_.scenario_time);
      break;
    case Phase::scenario:
      if (drives()) {
        if (driven_ < setup_.drive.size()) break;
        ended_ = LoopEnd::driven;
        safety_.finish();
        enter(Phase::release, 0.0);
      } else if (computer_.parted() || due()) {
        ended_ = computer_.parted() ? LoopEnd::parted : LoopEnd::time_limit;
        enter(Phase::after, setup_.after_time);
      }
      break;
    case Phase::after:
      if (!due()) break;
      leave_from_ = computer_.reference();
      enter(Phase::ramp_down, setup_.ramp_time);
      break;
    case Phase::ramp_down:
      if (!due()) break;
      safety_.finish();
      enter(Phase::release, 0.0);
      break;
    case Phase::release:
      over_ = is_safe();
      break;
    case Phase::tripped:
      break;
  }
}

void Loop::measure() noexcept {
  Inputs inputs = inputs_;
  read_ = daq_.read(inputs);
  if (read_) inputs_ = inputs;  // else the previous reading
  report_.failed_reads += read_ ? 0 : 1;
  now_.position_volts = inputs_.position;
  now_.force_volts = inputs_.force;
  now_.laser_volts = inputs_.laser;
  now_.position_code = inputs_.position_code;
  now_.force_code = inputs_.force_code;
  now_.extension = setup_.scaling.extension(inputs_.position);
}

double Loop::approach(double from, double to) const noexcept {
  const auto length = static_cast<double>(std::max<std::uint64_t>(phase_end_ - phase_begin_, 1));
  return from + (to - from) * smooth(std::min(static_cast<double>(tick_ - phase_begin_) / length, 1.0));
}

/// The controller's command in this phase.
double Loop::control() noexcept {
  now_.force = 0.0;
  switch (phase_) {
    case Phase::rest:
      rest_sum_ += now_.extension;
      rest_force_sum_ += setup_.scaling.force(inputs_.force);
      rest_count_ += 1.0;
      return setup_.limits.command_safe;
    case Phase::ramp_up:
      return computer_.hold(approach(rest_extension_, setup_.computer.offset), now_.extension);
    case Phase::settle:
      return computer_.hold(setup_.computer.offset, now_.extension);
    case Phase::scenario:
    case Phase::after: {
      if (drives()) return setup_.drive[std::min(driven_++, setup_.drive.size() - 1)];
      const double command = computer_.cycle(now_.extension, setup_.scaling.force(inputs_.force));
      now_.force = computer_.force();
      return command;
    }
    case Phase::ramp_down:
      return computer_.hold(approach(leave_from_, rest_extension_), now_.extension);
    case Phase::release:
    case Phase::tripped:
      break;
  }
  return safety_.last();
}

Sighting Loop::sighting() noexcept {
  Sighting seen;
  seen.position_volts = inputs_.position;
  seen.force_volts = inputs_.force;
  seen.extension = now_.extension;
  seen.force = setup_.scaling.force(inputs_.force);
  seen.body_force = now_.force;
  seen.body_velocity = now_.velocity;
  seen.elapsed = elapsed_;
  seen.read = read_;
  seen.written = written_;
  seen.stop = inputs_.stop || (setup_.stop != nullptr && setup_.stop->load(std::memory_order_relaxed));
  note_pause(woken_);
  seen.paused = paused_;
  seen.relay_holds = setup_.relay_holds;
  seen.relay_closed = inputs_.relay_closed && beats_;  // without a heartbeat it is about to open
  seen.guard_fired = setup_.guard != nullptr && setup_.guard->fired.load(std::memory_order_acquire);
  if (seen.guard_fired)
    seen.guard_command = setup_.scaling.command(setup_.guard->volts.load(std::memory_order_relaxed));
  seen.guard_silent = guard_watch_.is_silent();
  now_.stop = seen.stop;
  now_.relay_closed = inputs_.relay_closed;
  now_.guard = setup_.guard == nullptr ? GuardSeen::none
               : seen.guard_fired      ? GuardSeen::fired
               : seen.guard_silent     ? GuardSeen::silent
                                       : GuardSeen::watching;
  seen.late = late_;
  seen.overlong = overlong_;
  seen.unrecorded = setup_.unrecorded != nullptr && setup_.unrecorded->load(std::memory_order_relaxed);
  return seen;
}

/// Whether the command must not be written, because the guard has fired: since the command was judged, e.g.
/// while the loop stalled, or the guard's output is as near to the safe command already.
bool Loop::yields(double command) noexcept {
  const bool outdated = now_.guard != GuardSeen::fired;
  const double held = setup_.guard->volts.load(std::memory_order_relaxed);
  const double at = setup_.scaling.command(held), safe = setup_.limits.command_safe;
  written_ = held == setup_.scaling.command_volts(command);  // by the guard
  if (!written_ && !outdated && std::abs(command - safe) < std::abs(at - safe)) return false;
  now_.command = std::clamp(at, setup_.limits.command_min, setup_.limits.command_max);
  return true;
}

/// Whether the last edge of the heartbeat is longer ago than the relay holds.
bool Loop::paused(std::int64_t now) const noexcept {
  return setup_.relay_holds > 0.0 && edge_ >= 0 &&
         static_cast<double>(now - edge_) > 1e9 * setup_.relay_holds;
}

/// Whether the relay may have opened, and another edge of the heartbeat would close it again at a driven output: after a
/// trip it says so, or loop and guard were stopped together for so long that the heartbeat paused.
bool Loop::may_have_opened(std::int64_t now) const noexcept {
  return paused(now) || (safety_.trip() && !inputs_.relay_closed);
}

/// Notes a pause that is the machine's: without writes that fail.
void Loop::note_pause(std::int64_t now) noexcept {
  if (written_ && beats_ && paused(now)) paused_ = 1e-9 * static_cast<double>(now - edge_);
}

void Loop::write(double command) noexcept {
  now_.command = command;
  const double volts = setup_.scaling.command_volts(command);
  GuardPage* const guard = setup_.guard;
  // After a trip the heartbeat stops once the safe command is output, so the relay opens for good; and at
  // once where the guard has fired or the relay may have opened: it must not close again.
  const std::int64_t now = daq_.now();
  note_pause(now);
  beats_ = beats_ && !(safety_.trip() && safety_.is_safe()) && !may_have_opened(now);
  // Looked at as late as possible: between this and the output nothing is done.
  const bool fired = guard != nullptr && guard->fired.load(std::memory_order_acquire);
  if (!fired || !yields(command)) {
    // From the level that is output: else, where every second write fails, it would stand still, and one that was not output
    // before the heartbeat ended would be an edge behind it.
    const bool level = beats_ && !fired ? !level_ : level_;
    double held = guard != nullptr ? guard->volts.load(std::memory_order_relaxed) : 0.0;
    written_ = daq_.write({volts, level});
    if (written_ && level != level_) {
      level_ = level;
      edge_ = now;
    }
    report_.failed_writes += written_ ? 0 : 1;
    // Not over what a guard has put out meanwhile, while this stalled: both would go on from the higher command.
    if (guard != nullptr && written_)
      guard->volts.compare_exchange_strong(held, volts, std::memory_order_relaxed);
  }
  unwritten_ = written_ ? 0 : unwritten_ + 1;
  // Another write of the same command changes nothing, whether it fails or not.
  holds_safe_ = command == setup_.limits.command_safe && (written_ || holds_safe_);
  if (guard != nullptr) guard->beat.fetch_add(1, std::memory_order_release);
}

void Loop::record() noexcept {
  now_.cycle = report_.cycles++;
  now_.extension_rate = safety_.velocity();
  now_.reference = computer_.reference();
  now_.lateness = static_cast<float>(1e-9 * static_cast<double>(woken_ - planned_));
  now_.work = static_cast<float>(1e-9 * static_cast<double>(end_ - woken_));
  now_.phase = phase_;
  now_.fault = safety_.trip().fault;
  report_.lateness.add(woken_ - planned_);
  report_.work.add(end_ - woken_);
  if (setup_.wait_for_room)
    while (!ring_.has_room() &&
           (setup_.unrecorded == nullptr || !setup_.unrecorded->load(std::memory_order_relaxed))) {
    }
  ring_.push(now_);
}

/// Skips periods that have already elapsed; the others stay on their grid.
void Loop::next_tick() noexcept {
  ++tick_;
  const std::int64_t due = start_ + std::llround(static_cast<double>(tick_) * period_);
  const auto missed = end_ > due ? static_cast<std::uint64_t>(static_cast<double>(end_ - due) / period_) : 0;
  tick_ += missed;
  report_.missed += missed;
  elapsed_ = 1.0 + static_cast<double>(missed);
  if (missed > 0 && (phase_ == Phase::scenario || phase_ == Phase::after)) computer_.miss(missed);
}

/// Number of periods, as defined in Sighting.
std::uint64_t Loop::periods(std::int64_t spent, double allowed) const noexcept {
  const double share = static_cast<double>(spent) / period_;
  return share > allowed ? std::max<std::uint64_t>(static_cast<std::uint64_t>(share), 1) : 0;
}

bool Loop::cycle() noexcept {
  planned_ = start_ + std::llround(static_cast<double>(tick_) * period_);
  const bool in_time = end_ <= planned_;  // else the previous cycle was too long and has been counted as such
  daq_.wait_until(planned_);
  woken_ = daq_.now();
  late_ = in_time ? periods(woken_ - planned_, setup_.limits.late_share) : 0;

  measure();
  go_on();
  now_.time = seconds();
  if (phase_ < Phase::scenario || drives()) {  // extrapolated to the free approach
    now_.velocity = setup_.computer.approach_velocity;
    now_.displacement = now_.velocity * now_.time;
  } else {
    now_.velocity = computer_.velocity();
    now_.displacement = computer_.displacement();
  }
  const double wanted = control();
  Sighting seen = sighting();
  seen.command = wanted;
  write(safety_.check(seen));

  end_ = daq_.now();
  overlong_ = periods(end_ - woken_, setup_.limits.long_share);
  record();
  next_tick();
  return !over_;
}

LoopReport Loop::report() const noexcept {
  LoopReport report = report_;
  report.ended = ended_;
  report.trip = safety_.trip();
  report.safe = is_safe();
  report.late = safety_.late();
  report.overlong = safety_.overlong();
  report.lost = ring_.lost();
  report.lag = safety_.lag();
  report.injected = safety_.most_injected();
  return report;
}

LoopReport run_loop(Daq& daq, const LoopSetup& setup, Ring<Record>& ring) {
  Loop loop(daq, setup, ring);
  while (loop.cycle()) {
  }
  return loop.report();
}

}  // namespace hilspace::rig
