#pragma once
// Real time: what makes the loop's thread run when it is due, and whether this machine can.
//
// Needed: SCHED_FIFO, memory that stays in memory, and the kernel's real-time throttle off (it takes a busy
// thread's processor away for 50 ms in every second). Good to have: a core of its own (isolcpus), a
// PREEMPT_RT kernel, a governor that keeps the clock up, no virtual machine. Measured: how late an empty loop
// wakes at that rate.

#include <cstdint>
#include <string>
#include <vector>

#include "rig/loop/loop.hpp"

namespace hilspace::rig {

struct RealTimeSetup {
  bool required = true;     // false: goes on without, for rigs that cannot be hurt
  int core = -1;            // to run on; -1: any
  int priority = 80;        // SCHED_FIFO's, 1 ... 99
  double dry_run = 0.5;     // s; 0: none
  double most_late = 0.01;  // share of cycles of the dry run that may be late
};

/// An empty loop in wall-clock time.
struct DryRun {
  std::uint64_t cycles = 0;  // that were due
  std::uint64_t late = 0;    // late, or left out
  Histogram lateness;
  double share() const { return cycles > 0 ? static_cast<double>(late) / static_cast<double>(cycles) : 0.0; }
};
/// A cycle is late when it wakes later than that share of a period.
DryRun dry_run(double rate, double seconds, double late_share = 0.5);

/// Makes the calling thread real-time, as long as it exists.
class RealTime {
 public:
  /// Throws RunError, which says how to mend it, when something needed is missing or the dry run at that rate
  /// (Hz) shows too many late cycles; when not required, goes without.
  RealTime(const RealTimeSetup& setup, double rate);
  ~RealTime();
  RealTime(const RealTime&) = delete;
  RealTime& operator=(const RealTime&) = delete;

  const DryRun& measured() const { return measured_; }

 private:
  void release() noexcept;
  int latency_ = -1;  // keeps the processors out of deep sleep while it is open
  DryRun measured_;
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
