#pragma once
// Proofs of what has to work when all else has failed, each by what it brings about at the rig: that the stop
// input shows the button, and that the guard's write reaches the actuator.

#include <functional>
#include <string>

#include "rig/campaign/open_rig.hpp"

namespace hilspace::rig {

/// What came of a proof, for people; it holds, or it does not.
struct Proof {
  bool holds = false;
  std::string seen;
};

/// Sees the stop input released, pressed, and released again, each within so many s of wall-clock time.
/// `ask` is given what the operator is to do; an emulated rig presses its own button.
Proof prove_stop(OpenRig& rig, const LoopSetup& loop, double patience,
                 const std::function<void(const std::string&)>& ask);

/// Takes the actuator to that command, falls silent, and has the guard write the safe command: the measured
/// extension must be back before the relay opens. Where time is stepped there is no guard, and it holds.
Proof prove_guard(OpenRig& rig, const RigRunSetup& run, double command);

}  // namespace hilspace::rig
