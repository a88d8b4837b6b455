#pragma once
// Guard: a converter holds its last voltage when the program dies. A separate process therefore monitors the
// loop's beat (guard_page.hpp) and outputs the safe command when the loop stops beating or has ended.
//
//   Guard        in the loop's process: starts the guard, makes it confirm that it is watching and can write,
//                arms, disarms
//   stand_guard  in the guard's process: runs until dismissed
//
// The guard survives the loop's death and ignores Ctrl-C from the shared terminal.

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "rig/loop/guard_page.hpp"

namespace hilspace::rig {

/// The safe command and the rate of the ramp to it, in volts: retreat.hpp.
struct SafeOutput {
  double volts = 0.0;
  double rate = 2.5e3;                           // V/s of wall-clock time
  double step = 0.2;                             // V, largest change per write
  std::function<bool(double volts)> write = {};  // returns whether it succeeded
};

/// Looks of a guard at the loop within its `silence`.
inline constexpr double kLooks = 8.0;
/// s from the loop's last beat to the beginning of the guard's retreat, at most: it may just have looked.
constexpr double latest_retreat(double silence) { return silence * (1.0 + 1.0 / kLooks); }

class Guard {
 public:
  /// Starts that command with "--page N" appended, where N is a file descriptor for stand_guard(). Throws
  /// RunError.
  explicit Guard(std::vector<std::string> command);
  /// Forks this process: for devices that only a child of the process that opened them can access.
  Guard(double silence, const SafeOutput& output);
  /// Dismisses the guard, and kills one that does not end within some seconds.
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  /// Makes the guard write the safe command, which must already be at the output. Throws RunError unless the
  /// guard confirms within that many s.
  void confirm(double patience);
  /// The same in two steps, for callers that observe the effect on the rig.
  void ask();
  bool has_answered() const { return page_->answer.load() == page_->challenge.load() + 1; }
  /// The guard's SCHED_FIFO priority; 0: none available. Valid after confirm().
  int priority() const { return page_->priority.load(); }
  /// From now on a missing beat triggers the guard; the loop must start immediately.
  void arm();
  void disarm();
  GuardPage& page() { return *page_; }
  pid_t process() const { return process_; }

 private:
  int make_page();
  void give_up(const std::string& what, int error);
  GuardPage* page_ = nullptr;
  pid_t process_ = -1;
};

/// Monitors the page until it is dismissed or its parent has ended. When an armed loop has not beaten for
/// `silence` s, or its process has ended, ramps the command from the loop's last value to the safe one at the
/// permitted rate, with the permitted step: repeatedly while the loop exists and is armed, also if it beats again, and once, finally,
/// when it does not. Takes the highest priority this user is allowed.
void stand_guard(int page, double silence, const SafeOutput& output);

}  // namespace hilspace::rig
