#pragma once
// Bring-up with the loop closed: what the loop is to do, and what its record says of the rig. verify and
// touch-off, without the terminal.
//
//   approach     up to the offset, on with the velocity of approach to the farthest point, held, and back
//   stepping     slowly up, near the farthest point a step of the reference, held, slowly back
//
//   response     to the step, at single frequencies: X(w) = 1 - j w integral of (1 - x/x_end) e^(-j w t) dt
//   hysteresis   command on the way up less that on the way down, at the same reference, of its largest
//
// Both in air. What is expected is the twin's, in the same loop: it knows the actuator by rig.plant, and no
// hysteresis.

#include <span>
#include <vector>

#include "rig/campaign/check.hpp"
#include "rig/campaign/closed_loop.hpp"

namespace hilspace::rig {

/// A loop with the set-up of the computer that it needs; its spans are the scenario's.
struct AirLoop {
  models::RigSetup scenario;
  LoopSetup loop;
};
AirLoop approach_in_air(const RigFile& rig, models::RigSetup scenario, double farthest);
AirLoop stepping_in_air(const RigFile& rig, models::RigSetup scenario, double farthest);

/// `tolerance` of the root mean square, m; four times that of a single one.
std::vector<Check> check_approach(const RigFile& rig, const models::RigSetup& scenario,
                                  const ClosedLoopRecord& record, const ClosedLoopRecord& twin,
                                  double tolerance);
std::vector<Check> check_stepping(const RigFile& rig, const ClosedLoopRecord& record,
                                  const ClosedLoopRecord& twin, double tolerance);

/// How far touch-off goes on beyond where the specimens should touch, m: 30 um, or as far as 60 N press soft
/// ones.
double beyond_touch(const RigFile& rig, const models::RigSetup& scenario);
/// Touch-off: slowly on from the offset, at most so far beyond where the specimens should touch. The bodies
/// of the study turn round as soon as there is a force: hard specimens are hardly pressed, and soft ones (60
/// N take more than 30 um) before the force is above its noise. With soft ones the bodies are so heavy that
/// they go on to the end, at one velocity, which keeps the damping of the contact out of the fit.
AirLoop touching(const RigFile& rig, models::RigSetup scenario, double velocity, double beyond,
                 double force_max);
std::vector<Check> check_touch(const models::RigSetup& scenario, const Onset& onset, double beyond,
                               double tolerance);

}  // namespace hilspace::rig
