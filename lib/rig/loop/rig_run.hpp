#pragma once
// RigRun: one scenario on a rig, from arming to the finished recording; called by the verbs of hilspace-rig.
//
//   off the loop's core -> recorder -> guard confirmed -> real time, dry run -> relay confirmed, and timed
//                       -> guard armed -> loop -> disarmed
//
//   Emulated daq("/hilspace-rig", rate);
//   const RigRunReport done = run_on_rig(daq, {loop, {"run.h5", study, index, notes}, {}, guard_command});
//
// With stepped time (in_process.hpp) there is neither guard nor real time, and identical runs give identical
// records. Any other rig is armed only with a guard that has written the safe command on request, has a
// higher priority than a real-time loop, and lives as long as the loop; and with a relay that opens when the
// heartbeat pauses and closes when it resumes; on real hardware not before the guard has made the rig safe.

#include <functional>
#include <string>
#include <vector>

#include "rig/loop/guard.hpp"
#include "rig/loop/loop.hpp"
#include "rig/loop/real_time.hpp"
#include "rig/loop/recorder.hpp"
#include "rig/loop/relay.hpp"

namespace hilspace::rig {

struct RigRunSetup {
  LoopSetup loop;  // guard, relay_holds, unrecorded and wait_for_room are filled in here
  RecorderSetup recorder;
  RealTimeSetup real_time;
  // The guard (guard.hpp), required unless time is stepped: either the command of its process,
  std::vector<std::string> guard;
  double relay_patience = 1.0;        // s for the relay to open, and again to close
  std::size_t ring = 1 << 18;         // capacity of the ring between loop and recorder, records
  SafeOutput safe_output = {};        // or the action of a forked guard
  double guard_silence = 5e-3;        // s of silence that guard and loop tolerate of each other
  double guard_rate = 0.0;            // 1/s of its retreat, which the relay must wait for; 0: not checked
  double guard_patience = 10.0;       // s for the guard to confirm
  std::function<void()> arming = {};  // called immediately before the loop starts; may throw
};

struct RigRunReport {
  LoopReport loop;
  DryRun dry_run;
  RelayTime relay;     // 0 where it is not timed
  double steal = 0.0;  // s of steal time during the loop
};

/// Throws InputError for an invalid setup; RunError with a remedy when it refuses to arm or the recording
/// fails. A trip is not an exception: it is in the report.
RigRunReport run_on_rig(Daq& daq, const RigRunSetup& setup);

}  // namespace hilspace::rig
