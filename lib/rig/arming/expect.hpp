#pragma once
// Scenario-specific safety: the expected course of a run (loop/expectation.hpp), and limits of the scenario
// that are narrower than the rig's. Before each run the twin performs the same run, with the same loop, at
// the corners of the tolerances of stiffness and gap (with the zero):
//
//   force       at most  s F                              F, x, I  largest of the twin's, over the corners
//   extension   at most  touch + s^(1/n) (x - touch) + 3 sigma
//   energy      at most  e I + 5 % of the kinetic energy, added by the testbed
//   zeros       at most  the tolerance + 2 sigma
//   noise       at least a quarter of the sensors' standard deviation sigma
//
// A scenario whose prediction exceeds the rig's own limits does not qualify. The specimens' tolerances are
// included, for an impact of given energy (F ~ K^(1/(n+1)), p ~ K^(-1/(n+1))):
//
//   F (1 + t)^(1/(n+1)) < limits.force_max
//   x + gap + zero + p ((1 - t)^(-1/(n+1)) - 1) < limits.extension_max
//
// and the bodies must be back where they start, with a reserve of a tenth:
//
//   1.1 (-d0/v + T (1 - t)^(-1/(n+1)) + g/v') < loop.scenario_time
//
//   t  tolerance.stiffness        p  penetration        gap, zero  tolerance.gap, tolerance.position_zero
//   d0, v  displacement and speed of the bodies at the start        T  duration of the contact
//   g  air gap                    v'  speed at which the bodies part
//
//   s, e  tolerance.margin, tolerance.energy        n  exponent of the contact law
//   touch  air gap + offset

#include <string>

#include "metrics/qualification.hpp"
#include "models/rig_setup.hpp"
#include "rig/arming/stops.hpp"
#include "rig/files/rig_file.hpp"
#include "rig/loop/loop.hpp"

namespace hilspace::rig {

/// Maxima of the twin over the corners of the tolerances.
struct Envelope {
  double force = 0.0;      // N, true
  double extension = 0.0;  // m, true
  double injected = 0.0;   // J, added by the testbed, as the loop measures it
};
/// Runs the twin with that loop and only the command's limits. Throws RunError when the twin trips, never
/// touches the specimens, or does not leave them in time. `stops`: those of all runs are added to it.
Envelope envelope(const LoopSetup& loop, const models::RigPlantSetup& plant, const Tolerances& tolerances,
                  Stops* stops = nullptr);

/// Expectation of a scenario, without the envelope.
Expectation expectation(const models::RigSetup& scenario, const Tolerances& tolerances);

/// Adds both to the loop's setup and narrows its limits. Throws RunError also where a stop of the twin would
/// violate the limits (stops.hpp).
void expect(LoopSetup& loop, const models::RigSetup& scenario, const Tolerances& tolerances);
/// The same with a given envelope, without stops.
void expect(LoopSetup& loop, const models::RigSetup& scenario, const Tolerances& tolerances,
            const Envelope& envelope);

/// Utilization of the rig's own limits of force, extension and time by the predicted scenario, which is as the rig has it; the
/// largest of the three. The extension must lie within what command and reference let the actuator reach, too:
///
///   x <= command_max x_full - F/k,   x <= reference_max      x_full  extension at full scale, k  stiffness of the actuator
metrics::Qualification within_own_limits(const RigFile& rig, const models::RigSetup& scenario,
                                         const metrics::Demand& demand);

/// What to do about a scenario that needs so long, s: "write loop.scenario_time = ...", or leave it out.
std::string how_to_give(double scenario_time);

/// Limits for a motion without contact and without a scenario, up to that extension (m): no force above the
/// contact-detection threshold, and an extension at most a quarter beyond the demanded one, since sensor and
/// actuator may not be calibrated yet.
///
///   |force|     at most  force_threshold + tolerance.force
///   extension   at most  1.25 farthest + tolerance.position
///
/// Never wider than the rig's limits.
Limits limits_in_air(const RigFile& rig, const models::RigSetup& scenario, double farthest);

}  // namespace hilspace::rig
