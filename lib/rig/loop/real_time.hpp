#pragma once
// Real time: settings that let the loop's thread run on time, and checks whether this machine can.
//
// Required: SCHED_FIFO, locked memory, and the kernel's real-time throttle off (it suspends a busy real-time
// thread for 50 ms in every second). Recommended: an isolated core (isolcpus), a PREEMPT_RT kernel, the
// performance governor, no virtual machine. Measured in a dry run: wake-up latency and work per cycle at the
// given rate, with everything that the loop does except moving the rig.
//
// The loop's core is reserved for it: the other threads and child processes of this process keep off it
// (keep_off).

#include <sched.h>

#include <cstdint>
#include <string>
#include <vector>

#include "rig/loop/loop.hpp"

namespace hilspace::rig {

struct RealTimeSetup {
  bool required = true;     // false: continues without, for emulated rigs
  int core = -1;            // core to run on; -1: any
  int priority = 80;        // SCHED_FIFO, 1 ... 99
  double dry_run = 0.5;     // s of wall-clock time; 0: none
  double most_late = 0.01;  // permitted share of late or long cycles in the dry run
};

/// Dry run: a loop that reads the rig, converts, computes and writes as in a scenario, but always writes the
/// safe command and no heartbeat, so the relay stays open.
struct DryRun {
  std::uint64_t cycles = 0;  // cycles due
  std::uint64_t late = 0;    // cycles late, long or skipped
  Histogram lateness, work;
  double share() const { return cycles > 0 ? static_cast<double>(late) / static_cast<double>(cycles) : 0.0; }
};
/// Dry run on that rig for that many s of wall-clock time. Late and long are defined by the loop's limits.
DryRun dry_run(Daq& daq, const LoopSetup& loop, double seconds);
/// Dry run of the published loop without converters, for machines with no rig open.
DryRun dry_run(double rate, double seconds);
/// Throws RunError with a remedy when too many cycles were late.
void require_pace(const DryRun& run, double rate, const RealTimeSetup& setup);

/// Keeps the calling thread, and all threads and processes it starts, off that core; -1: none. False when no
/// other core is available.
bool keep_off(int core) noexcept;

/// Makes the calling thread real-time during its lifetime and then restores its scheduling.
class RealTime {
 public:
  /// Throws RunError with a remedy when a required setting is missing; when real time is not required,
  /// continues without it.
  explicit RealTime(const RealTimeSetup& setup);
  ~RealTime();
  RealTime(const RealTime&) = delete;
  RealTime& operator=(const RealTime&) = delete;

 private:
  int latency_ = -1;  // keeps the processors out of deep sleep states while open
  cpu_set_t cores_{};
  int policy_ = SCHED_OTHER;
  sched_param urgency_{};
};

enum class Verdict { good, poor, unfit };
struct Finding {
  std::string what;
  Verdict verdict;
  std::string found;
  std::string advice;  // empty for good findings
};
/// Checks the machine for a loop of that rate, Hz.
std::vector<Finding> examine(double rate, const RealTimeSetup& setup = {});
Verdict worst(const std::vector<Finding>& findings);
/// The findings as a table, with a one-line verdict.
std::string describe(const std::vector<Finding>& findings);

}  // namespace hilspace::rig
