#pragma once
// Judge: decides whether a cycle is safe; numbers in, verdict out. Stateless; neither allocates, throws,
// locks nor logs. State (times, filters) is kept by Safety.
//
// Every check is written so that NaN fails it.

#include "rig/loop/limits.hpp"
#include "rig/loop/observer.hpp"

namespace hilspace::rig {

/// Inputs of a decision.
struct Seen {
  // External conditions.
  bool stop = false;          // by signal, key or digital input
  bool guard_fired = false;   // the guard has taken over
  bool guard_silent = false;  // the guard has stopped pulsing
  bool unrecorded = false;    // the recorder has failed
  // Durations, s: uninterrupted up to now; `_in_all`: accumulated.
  double relay_open = 0.0, unwritten = 0.0, silent = 0.0, unwritten_in_all = 0.0, silent_in_all = 0.0;
  double paused = 0.0, relay_holds = 0.0;  // the heartbeat; for which the relay bears that, 0: not known
  double late = 0.0, late_in_all = 0.0, overlong = 0.0, overlong_in_all = 0.0;

  // Measurements of this cycle, valid if `measured`.
  bool measured = true;
  double extension = 0.0, velocity = 0.0, force = 0.0;                                        // m, m/s, N
  double position_still = 0.0, force_still = 0.0, position_railed = 0.0, force_railed = 0.0;  // s
  double returned = 0.0, injected = 0.0;                                                      // W and I, J
  // Mean position and force at rest, as deviations from their expected values; 0 until known.
  double rest_position = 0.0, rest_force = 0.0;
  bool expects = false;  // `expected` is valid
  Expected expected;

  // The controller.
  bool controlled = true;  // its command will be written
  double command = 0.0;    // of full scale
  double change = 0.0;     // rate it demands, 1/s
  double steep = 0.0;      // s for which it has exceeded the permitted rate
};

/// A fault with its numbers, or none.
struct Judgement {
  Fault fault = Fault::none;
  double value = 0.0;  // observed value
  double limit = 0.0;  // permitted value
};

/// The first violated limit, in the order: external, sensors, motion, expectation, command.
Judgement judge(const Limits& limits, const Seen& seen) noexcept;

}  // namespace hilspace::rig
