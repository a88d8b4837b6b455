#pragma once
// The loop that is armed: a scenario with the controller, prefilter and actuator that the rig file names, and
// how far it is from instability.
//
//   gain margin  of L = H G with the lag of hold and converters, 3/2 of a sample (control_loop.hpp)
//   stable       every pole of the loop in the computer has |z| < 1, with the command one sample late

#include <string>

#include "models/rig_setup.hpp"
#include "rig/campaign/rig_file.hpp"
#include "rig/control/control_loop.hpp"

namespace hilspace::rig {

/// The scenario as the rig file has it; its spans point into the rig file. What an emulated rig is made of is
/// none of the rig file's business: that is the scenario as it was.
models::RigSetup as_the_rig_has_it(const RigFile& rig, models::RigSetup scenario);

struct LoopMargin {
  bool stable = false;
  Margins margins{};
};
LoopMargin loop_margin(const models::RigSetup& scenario);

/// "gain margin 1.28 at 12345 rad/s, phase margin 35.1 deg"
std::string text(const LoopMargin& margin);

/// Throws RunError, which says how to mend it, for a loop that is unstable, or has less gain margin than the
/// rig file wants.
void require_margin(const RigFile& rig, const LoopMargin& margin);

}  // namespace hilspace::rig
