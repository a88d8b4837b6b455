#pragma once
// Real time: what makes the loop's thread run when it is due, and whether this machine can.
//
// Needed: SCHED_FIFO, memory that stays in memory, and the kernel's real-time throttle off (it takes a busy
// thread's processor away for 50 ms in every second). Good to have: a core of its own (isolcpus), a
// PREEMPT_RT kernel, a governor that keeps the clock up, no virtual machine. Measured: how late a loop wakes
// and how long it works at that rate, when it does all that it is going to do but move the rig.
//
// The loop's core is the loop's alone: whatever else this process has or starts keeps off it (keep_off).

#include <sched.h>

#include <cstdint>
#include <string>
#include <vector>

#include "rig/loop/loop.hpp"

namespace hilspace::rig {

struct RealTimeSetup {
  bool required = true;     // false: goes on without, for rigs that cannot be hurt
  int core = -1;            // to run on; -1: any
  int priority = 80;        // SCHED_FIFO's, 1 ... 99
  double dry_run = 0.5;     // s of wall-clock time; 0: none
  double most_late = 0.01;  // share of cycles of the dry run that may be late or long
};

/// A loop that reads the rig, converts, computes and writes as in a scenario, but the safe command and no
/// heartbeat, whatever the controller wants: the relay stays open.
struct DryRun {
  std::uint64_t cycles = 0;  // that were due
  std::uint64_t late = 0;    // late, long, or left out
  Histogram lateness, work;
  double share() const { return cycles > 0 ? static_cast<double>(late) / static_cast<double>(cycles) : 0.0; }
};
/// Of that loop, for so many s of wall-clock time. Late and long are cycles as the limits of the loop say.
DryRun dry_run(Daq& daq, const LoopSetup& loop, double seconds);
/// Of the published loop without any converters, for machines where no rig is open.
DryRun dry_run(double rate, double seconds);
/// Throws RunError, which says how to mend it, when too many cycles were late.
void require_pace(const DryRun& run, double rate, const RealTimeSetup& setup);

/// From now on the calling thread, and whatever it starts, keeps off that core; -1: none. False when it may
/// use no other.
bool keep_off(int core) noexcept;

/// Makes the calling thread real-time, as long as it exists; then the thread is what it was before.
class RealTime {
 public:
  /// Throws RunError, which says how to mend it, when something needed is missing; when not required, goes
  /// without.
  explicit RealTime(const RealTimeSetup& setup);
  ~RealTime();
  RealTime(const RealTime&) = delete;
  RealTime& operator=(const RealTime&) = delete;

 private:
  int latency_ = -1;  // keeps the processors out of deep sleep while it is open
  cpu_set_t cores_{};
  int policy_ = SCHED_OTHER;
  sched_param urgency_{};
};

enum class Verdict { good, poor, unfit };
struct Finding {
  std::string what;
  Verdict verdict;
  std::string found;
  std::string advice;  // empty when it is good
};
/// Looks the machine over for a loop of that rate, Hz.
std::vector<Finding> examine(double rate, const RealTimeSetup& setup = {});
Verdict worst(const std::vector<Finding>& findings);
/// The findings as a table, and the verdict in a sentence.
std::string describe(const std::vector<Finding>& findings);

}  // namespace hilspace::rig
