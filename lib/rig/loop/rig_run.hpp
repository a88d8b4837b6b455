#pragma once
// A scenario on a rig, from arming to the finished recording: what the verbs of hilspace-rig call.
//
//   off the loop's core -> recorder -> guard confirmed -> real time, dry run -> relay confirmed
//                       -> guard armed -> loop -> disarmed
//
//   Emulated daq("/hilspace-rig", rate);
//   const RigRunReport done = run_on_rig(daq, {loop, {"run.h5", study, index, notes}, {}, guard_command});
//
// With stepped time (in_process.hpp) there is neither guard nor real time, and the same run gives the same
// records. On any other rig nothing is armed without a guard that has written the safe command when asked,
// is more urgent than the loop where that is real-time, and lives as long as the loop; nor without a relay
// that opens when the heartbeat pauses and closes when it goes on.

#include <functional>
#include <string>
#include <vector>

#include "rig/loop/guard.hpp"
#include "rig/loop/loop.hpp"
#include "rig/loop/real_time.hpp"
#include "rig/loop/recorder.hpp"

namespace hilspace::rig {

struct RigRunSetup {
  LoopSetup loop;  // its guard, unrecorded and wait_for_room are filled in here
  RecorderSetup recorder;
  RealTimeSetup real_time;
  // The guard (guard.hpp), one way or the other; needed unless time is stepped: the command of its process,
  std::vector<std::string> guard;
  double relay_patience = 1.0;        // s for the relay to open, and again to close
  std::size_t ring = 1 << 18;         // records that the recorder may be behind
  SafeOutput safe_output = {};        // or what it does, when it is forked off
  double guard_silence = 5e-3;        // s of silence that the guard bears of the loop, and the loop of it
  double guard_patience = 10.0;       // s for the guard to answer that it watches
  std::function<void()> arming = {};  // called last before the loop moves anything; may throw
};

struct RigRunReport {
  LoopReport loop;
  DryRun dry_run;
  double steal = 0.0;  // s of processor time that other machines took during the loop
};

/// Throws InputError for a setup that makes no sense; RunError, which says how to mend it, when it refuses to
/// arm or the recording fails. A trip is no exception: it is in the report.
RigRunReport run_on_rig(Daq& daq, const RigRunSetup& setup);

/// Lets the heartbeat pause and go on, at the safe command, and looks at what the relay reports. Throws
/// RunError when it does not open, or does not close again, within so many s.
void confirm_relay(Daq& daq, const LoopSetup& setup, double patience);

}  // namespace hilspace::rig
