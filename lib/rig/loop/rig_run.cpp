#include "rig/loop/rig_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "rig/loop/ending.hpp"

namespace hilspace::rig {
namespace {

/// Waits until the relay reports the wanted state, and tells for how long it has not, and what a write takes; empty
/// after `patience` s. `closed` counts from the end of the first write, which may be the heartbeat's last edge, to the
/// beginning of the last read that says so.
std::optional<RelayTime> wait_for_relay(Daq& daq, const LoopSetup& setup, double patience, bool beats,
                                        bool wanted, double bounces = 0.0) {
  const double volts = setup.scaling.command_volts(setup.limits.command_safe);
  const double period = 1e9 / setup.computer.rate;
  const std::int64_t start = daq.now();
  std::int64_t edge = start, last = start, writing = 0;
  bool heartbeat = false;
  Inputs inputs;
  for (double tick = 1.0; tick * period < 1e9 * patience; ++tick) {
    daq.wait_until(start + static_cast<std::int64_t>(tick * period));
    heartbeat = beats && !heartbeat;
    const std::int64_t before = daq.now();
    const bool written = daq.write({volts, heartbeat});
    const std::int64_t after = daq.now();
    writing += after - before;
    if (tick == 1.0) edge = last = after;
    const bool read = daq.read(inputs);
    // The first reports may predate the change of the heartbeat, and contacts that have just closed bounce.
    if (read && written && inputs.relay_closed == wanted && tick > 2.0 && tick * period >= 1e9 * bounces)
      return RelayTime{1e-9 * static_cast<double>(last - edge), 1e-9 * static_cast<double>(writing) / tick};
    if (read && inputs.relay_closed != wanted) last = after;
  }
  return std::nullopt;
}

[[noreturn]] void refuse_relay(const char* what, double patience, const char* advice) {
  throw RunError(
      fmt::format("not armed: the heartbeat relay did not {} within {} s; {}", what, patience, advice));
}
RelayTime open_relay(Daq& daq, const LoopSetup& setup, double patience) {
  const auto found = wait_for_relay(daq, setup, patience, false, false);
  if (!found)
    refuse_relay(
        "open while the heartbeat paused", patience,
        "check that it is wired into the command line and that its report reaches the digital input");
  return *found;
}
void close_relay(Daq& daq, const LoopSetup& setup, double patience) {
  if (!wait_for_relay(daq, setup, patience, true, true))
    refuse_relay("close when the heartbeat resumed", patience,
                 "check the heartbeat's output, the relay's supply and its report");
}

void start_guard(std::optional<Guard>& guard, const RigRunSetup& setup) {
  if (setup.guard.empty() && !setup.safe_output.write)
    throw InputError("rig: there is no guard; only a rig in stepped time is armed without one");
  if (setup.safe_output.write)
    guard.emplace(setup.guard_silence, setup.safe_output);
  else
    guard.emplace(setup.guard);
  guard->confirm(setup.guard_patience);
  const int loop = setup.real_time.priority;
  if (setup.real_time.required && guard->priority() <= loop)
    throw RunError(
        fmt::format("not armed: the guard's priority is {}, but the loop's is {}: a loop that hangs would "
                    "keep the guard from running; lower loop.priority, or raise rtprio in limits.conf",
                    guard->priority(), loop));
}

}  // namespace

void confirm_relay(Daq& daq, const LoopSetup& setup, double patience) {
  open_relay(daq, setup, patience);
  close_relay(daq, setup, patience);
}

RelayTime time_relay(Daq& daq, const LoopSetup& setup, double patience) {
  // A relay that lives on the heartbeat's charge has closed before that was complete; its contacts bounce at first.
  constexpr double kCharged = 0.1, kBounces = 20e-3;  // s
  const auto hold = [&] {
    if (wait_for_relay(daq, setup, kCharged, true, false, kBounces))
      refuse_relay("stay closed while the heartbeat toggled", kCharged,
                   "set its monoflop to more than the heartbeat's period, and check its supply");
  };
  hold();
  const RelayTime found = open_relay(daq, setup, patience);
  close_relay(daq, setup, patience);
  hold();
  return found;
}

double guard_takes(const Limits& limits, double silence, double rate, double write) {
  const double safe = limits.command_safe;
  const double way = std::max(limits.command_max - safe, safe - limits.command_min);
  constexpr double kWakeUps = 0.2e-3;  // s, of the guard
  return latest_retreat(silence) + kWakeUps + way * std::max(1.0 / rate, write / kRetreatPerWrite);
}

void require_guard_first(const RelayTime& relay, const Limits& limits, double silence, double rate) {
  const double takes = guard_takes(limits, silence, rate, relay.write);
  if (relay.closed >= takes) return;
  constexpr double kShortest = 1e-3;  // s, loop.guard_silence of a rig file
  const double possible = silence - (takes - relay.closed) * silence / latest_retreat(silence);
  throw RunError(fmt::format(
      "not armed: the heartbeat relay opens {:.2f} ms after the last edge of the heartbeat, but the guard "
      "takes up to {:.2f} ms to make the rig safe (loop.guard_silence, and its retreat over the full scale): "
      "where the program dies, the relay would cut the amplifier off at a driven output, and the stack would "
      "be pulled; set the relay's monoflop to more than {:.2f} ms{}",
      1e3 * relay.closed, 1e3 * takes, 1e3 * takes,
      possible >= kShortest
          ? fmt::format(", or write loop.guard_silence = \"{:.3g} ms\"", std::floor(1e4 * possible) * 0.1)
      : relay.write / kRetreatPerWrite > 1.0 / rate
          ? ", or take a converter that writes faster"
          : ", or raise limits.retreat_rate as far as the stack bears"));
}

RigRunReport run_on_rig(Daq& daq, const RigRunSetup& setup) {
  const RealTimeSetup& timing = setup.real_time;
  if (!daq.stepped() && !keep_off(timing.core) && timing.required)
    throw RunError(
        fmt::format("not armed: core {} is the only one this process may use, but guard and recorder need "
                    "another; see taskset -p and cpuset",
                    timing.core));
  Ring<Record> ring(setup.ring);
  LoopSetup loop_setup = setup.loop;
  Recorder recorder(setup.recorder, loop_setup, ring);
  loop_setup.unrecorded = &recorder.failed();
  loop_setup.wait_for_room = daq.stepped();

  RigRunReport report;
  std::optional<Guard> guard;
  std::optional<RealTime> real_time;
  {
    [[maybe_unused]] const Loop judged(daq, loop_setup, ring);
  }  // rejects an invalid setup before anything moves
  if (!daq.stepped()) {
    start_guard(guard, setup);
    loop_setup.guard = &guard->page();
    loop_setup.guard_cycles =
        static_cast<std::uint64_t>(std::ceil(setup.guard_silence * setup.loop.computer.rate * daq.speed()));
    real_time.emplace(timing);
    if (timing.dry_run > 0.0) report.dry_run = dry_run(daq, loop_setup, timing.dry_run);
    require_pace(report.dry_run, setup.loop.computer.rate, timing);
  }
  confirm_relay(daq, loop_setup, setup.relay_patience);
  if (setup.guard_rate > 0.0) {
    report.relay = time_relay(daq, loop_setup, setup.relay_patience);
    require_guard_first(report.relay, loop_setup.limits, setup.guard_silence, setup.guard_rate);
  }

  if (setup.arming) setup.arming();
  const double steal = steal_time();
  if (guard) guard->arm();
  report.loop = run_loop(daq, loop_setup, ring);
  if (guard) guard->disarm();
  report.steal = steal_time() - steal;
  real_time.reset();
  try {
    recorder.finish(report.loop, daq.stepped() ? 0.0 : report.steal);
  } catch (const RunError& error) {  // must not hide what is worse
    if (report.loop.safe) throw;
    throw RunError(fmt::format("{}\n  {}", error.what(), kUnsafe));
  }
  return report;
}

}  // namespace hilspace::rig
