#pragma once
// Armed loop: a scenario with the controller, prefilter and actuator of the rig file, and its distance from
// instability.
//
//   gain margin  of L = H G with the lag of hold and converters, 3/2 of a sample (control_loop.hpp)
//   stable       every pole of the loop in the computer has |z| < 1, with the command one sample late

#include <string>

#include "models/rig_setup.hpp"
#include "rig/control/control_loop.hpp"
#include "rig/files/rig_file.hpp"

namespace hilspace::rig {

/// The scenario with the rig file's controller and prefilter; its spans point into the rig file. The plant of
/// an emulated rig is not affected: it remains the study's.
models::RigSetup as_the_rig_has_it(const RigFile& rig, models::RigSetup scenario);

/// Extension of the unloaded actuator at full scale, m.
double full_stroke(const models::RigSetup& scenario);

struct LoopMargin {
  bool stable = false;
  Margins margins{};
};
LoopMargin loop_margin(const models::RigSetup& scenario);

/// "gain margin 1.28 at 12345 rad/s, phase margin 35.1 deg"
std::string text(const LoopMargin& margin);

/// Throws RunError with a remedy for a loop that is unstable or has less gain margin than the rig file
/// requires.
void require_margin(const RigFile& rig, const LoopMargin& margin);

}  // namespace hilspace::rig
