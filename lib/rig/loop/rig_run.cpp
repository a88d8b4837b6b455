#include "rig/loop/rig_run.hpp"

#include <fmt/format.h>

#include <optional>

#include "core/error.hpp"

namespace hilspace::rig {
namespace {

/// Until the relay reports what is wanted, or patience ends.
bool wait_for_relay(Daq& daq, const LoopSetup& setup, double patience, bool beats, bool wanted) {
  const double volts = setup.scaling.command_volts(setup.limits.command_safe);
  const double period = 1e9 / setup.computer.rate;
  const std::int64_t start = daq.now();
  bool heartbeat = false;
  Inputs inputs;
  for (double tick = 1.0; tick * period < 1e9 * patience; ++tick) {
    daq.wait_until(start + static_cast<std::int64_t>(tick * period));
    heartbeat = beats && !heartbeat;
    const bool written = daq.write({volts, heartbeat});
    // What the relay said before the pause does not count.
    if (daq.read(inputs) && written && inputs.relay_closed == wanted && tick > 2.0) return true;
  }
  return false;
}

}  // namespace

void confirm_relay(Daq& daq, const LoopSetup& setup, double patience) {
  const auto refuse = [&](const char* what, const char* advice) {
    throw RunError(
        fmt::format("not armed: the heartbeat relay did not {} within {} s; {}", what, patience, advice));
  };
  if (!wait_for_relay(daq, setup, patience, false, false))
    refuse("open while the heartbeat paused",
           "check that it is wired into the command's line and that its report reaches the digital input");
  if (!wait_for_relay(daq, setup, patience, true, true))
    refuse("close when the heartbeat went on",
           "check the heartbeat's output, the relay's supply and its report");
}

RigRunReport run_on_rig(Daq& daq, const RigRunSetup& setup) {
  Ring<Record> ring(setup.ring);
  LoopSetup loop_setup = setup.loop;
  Recorder recorder(setup.recorder, loop_setup, ring);
  loop_setup.unrecorded = &recorder.failed();
  loop_setup.wait_for_room = daq.stepped();

  std::optional<Guard> guard;
  std::optional<RealTime> real_time;
  if (!daq.stepped()) {
    if (setup.guard.empty() && !setup.safe_output.write)
      throw InputError("rig: there is no guard; nothing is armed without one unless its time is stepped");
    if (setup.safe_output.write)
      guard.emplace(setup.guard_silence, setup.safe_output);
    else
      guard.emplace(setup.guard);
    guard->confirm(setup.guard_patience);
    real_time.emplace(setup.real_time, setup.loop.computer.rate);
    loop_setup.guard = &guard->page();
  }
  Loop(daq, loop_setup, ring);  // what makes no sense is refused before anything moves
  confirm_relay(daq, loop_setup, setup.relay_patience);
  RigRunReport report;
  if (real_time) report.dry_run = real_time->measured();

  const double steal = steal_time();
  if (guard) guard->arm();
  report.loop = run_loop(daq, loop_setup, ring);
  if (guard) guard->disarm();
  report.steal = steal_time() - steal;
  real_time.reset();
  recorder.finish(report.loop, daq.stepped() ? 0.0 : report.steal);
  return report;
}

}  // namespace hilspace::rig
