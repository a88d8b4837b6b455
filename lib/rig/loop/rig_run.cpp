#include "rig/loop/rig_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "rig/loop/ending.hpp"

namespace hilspace::rig {
namespace {

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
  loop_setup.relay_holds = setup.guard_silence * daq.speed();  // at least, or the guard would be of no use
  if (setup.guard_rate > 0.0) {
    report.relay = time_relay(daq, loop_setup, setup.relay_patience, setup.guard_silence, setup.guard_rate);
    require_guard_first(report.relay, loop_setup.limits, setup.guard_silence, setup.guard_rate);
    loop_setup.relay_holds = report.relay.closed;
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
