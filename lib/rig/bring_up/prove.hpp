#pragma once
// Proofs of the last-resort protections, each by its observed effect on the rig: that the stop input reads
// the button, and that the guard's write reaches the actuator.

#include <functional>
#include <string>

#include "rig/arming/open_rig.hpp"

namespace hilspace::rig {

/// Result of a proof, with a message for the operator.
struct Proof {
  bool holds = false;
  std::string seen;
};

/// Checks the stop input released, pressed, and released again, each within that many s of wall-clock time.
/// `ask` receives the instruction for the operator; an emulated rig presses its own button.
Proof prove_stop(OpenRig& rig, const LoopSetup& loop, double patience,
                 const std::function<void(const std::string&)>& ask);

/// Moves the actuator to that command, stops the beat, and makes the guard write the safe command: the
/// measured extension must return before the relay opens. Passes without a test in stepped time, which has no
/// guard.
Proof prove_guard(OpenRig& rig, const RigRunSetup& run, double command);

}  // namespace hilspace::rig
