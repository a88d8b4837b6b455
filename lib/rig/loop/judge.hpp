#pragma once
// The decision whether a cycle is safe: numbers in, verdict out. It remembers nothing, and neither allocates,
// throws, locks nor logs. What has to be remembered (times, filters) is Safety's.
//
// Each check is written so that what is no number fails it.

#include "rig/loop/limits.hpp"
#include "rig/loop/observer.hpp"

namespace hilspace::rig {

/// What is known of a cycle.
struct Seen {
  // From outside.
  bool stop = false;          // by signal, key or digital input
  bool guard_fired = false;   // the guard has taken over
  bool guard_silent = false;  // the guard gives no sign of life
  bool unrecorded = false;    // the recorder has failed
  // s, until now, without a break; in all where it says so.
  double relay_open = 0.0, unwritten = 0.0, silent = 0.0;
  double late = 0.0, late_in_all = 0.0, overlong = 0.0, overlong_in_all = 0.0;

  // Measured in this cycle; `measured` false: nothing was.
  bool measured = true;
  double extension = 0.0, velocity = 0.0, force = 0.0;                                        // m, m/s, N
  double position_still = 0.0, force_still = 0.0, position_railed = 0.0, force_railed = 0.0;  // s
  double returned = 0.0, injected = 0.0;                                                      // W and I, J
  // At rest, beyond what it should be: mean position and force; 0 before they are known.
  double rest_position = 0.0, rest_force = 0.0;
  bool expects = false;  // `expected` means something
  Expected expected;

  // The controller.
  bool controlled = true;  // its command will be written
  double command = 0.0;    // of full scale
  double change = 0.0;     // that it wants, 1/s
  double steep = 0.0;      // s in which it wanted more than it may have
};

/// A fault and its numbers, or none.
struct Judgement {
  Fault fault = Fault::none;
  double value = 0.0;  // what was seen
  double limit = 0.0;  // what was allowed
};

/// The first limit that is reached, in the order: outside, sensors, motion, expectation, command.
Judgement judge(const Limits& limits, const Seen& seen) noexcept;

}  // namespace hilspace::rig
