#pragma once
// Guard: a converter holds its last voltage when the program dies. So another process watches the loop's
// beat (guard_page.hpp) and forces the safe command when the loop falls silent, or is gone.
//
//   Guard        in the loop's process: starts the guard, has it confirm that it watches and can write, arms,
//                disarms
//   stand_guard  in the guard's process: what it does until it is dismissed
//
// The guard survives the loop's death, and Ctrl-C of the terminal they share.

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "rig/loop/guard_page.hpp"

namespace hilspace::rig {

/// The safe command and the way to it, both in volts: retreat.hpp.
struct SafeOutput {
  double volts = 0.0;
  double rate = 35e3;                            // V/s
  std::function<bool(double volts)> write = {};  // says whether it succeeded
};

class Guard {
 public:
  /// Starts that command, with the words "--page N" behind it: N is a file descriptor for stand_guard().
  /// Throws RunError.
  explicit Guard(std::vector<std::string> command);
  /// Forks itself: for devices that only a child of whoever opened them can reach.
  Guard(double silence, const SafeOutput& output);
  /// Dismisses it.
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  /// Has the guard write the safe command, which is to stand at the output. Throws RunError unless it says
  /// within so many s that it has written it.
  void confirm(double patience);
  /// The same in two steps, for who looks at what it brings about.
  void ask();
  bool has_answered() const { return page_->answer.load() == page_->challenge.load() + 1; }
  /// SCHED_FIFO's, of the guard; 0: it could not have any. After confirm().
  int priority() const { return page_->priority.load(); }
  /// From now on silence counts. To be followed by the loop at once.
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

/// Watches the page until it is dismissed, or until whoever started it is gone. When an armed loop has been
/// silent for so many s, or is gone, brings the command from where the loop left it to the safe one, as quick
/// as the rate allows: again and again while the loop is there, and once for good when it is not. Takes
/// the highest priority that this user may have.
void stand_guard(int page, double silence, const SafeOutput& output);

}  // namespace hilspace::rig
