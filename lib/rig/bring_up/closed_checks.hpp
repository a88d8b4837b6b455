#pragma once
// Closed-loop checks of bring-up: motion profiles, and the evaluation of their records. Used by verify and
// touch-off, independent of the terminal.
//
//   approach     up to the offset, with the approach velocity to the farthest point, hold, and back
//   stepping     slow ramp up, a step of the reference near the farthest point, hold, slow ramp back
//
//   response     to the step, at single frequencies: X(w) = 1 - j w integral of (1 - x/x_end) e^(-j w t) dt
//   hysteresis   difference between upward and downward command at the same reference, relative to the
//                largest
//                command
//
// Both without contact. The expected values are those of the twin in the same loop, with the actuator of
// rig.plant and no hysteresis.

#include <span>
#include <vector>

#include "rig/bring_up/check.hpp"
#include "rig/bring_up/closed_loop.hpp"

namespace hilspace::rig {

/// A loop with its computer's setup; its spans belong to the scenario.
struct AirLoop {
  models::RigSetup scenario;
  LoopSetup loop;
};
AirLoop approach_in_air(const RigFile& rig, models::RigSetup scenario, double farthest);
AirLoop stepping_in_air(const RigFile& rig, models::RigSetup scenario, double farthest);

/// `tolerance` of the root mean square, m; single deviations may be four times as large.
std::vector<Check> check_approach(const RigFile& rig, const models::RigSetup& scenario,
                                  const ClosedLoopRecord& record, const ClosedLoopRecord& twin,
                                  double tolerance);
std::vector<Check> check_stepping(const RigFile& rig, const ClosedLoopRecord& record,
                                  const ClosedLoopRecord& twin, double tolerance);

/// Travel of touch-off beyond the expected contact, m: 30 um, or more for soft specimens, until 60 N are
/// reached.
double beyond_touch(const RigFile& rig, const models::RigSetup& scenario);
/// Touch-off: slow travel from the offset, at most that far beyond the expected contact. The bodies of the
/// study reverse as soon as there is a force: hard specimens are hardly compressed, but soft ones (60 N take
/// more than 30 um) reverse before the force is above its noise. For soft ones the bodies are therefore so
/// heavy that they travel to the end at constant velocity, which keeps the contact's damping out of the fit.
AirLoop touching(const RigFile& rig, models::RigSetup scenario, double velocity, double beyond,
                 double force_max);
std::vector<Check> check_touch(const models::RigSetup& scenario, const Onset& onset, double beyond,
                               double tolerance);

}  // namespace hilspace::rig
