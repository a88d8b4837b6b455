#pragma once
// Safety that knows the scenario: what its run should look like (loop/expectation.hpp), and the scenario's
// own limits, which are narrower than the rig's. Before each run the twin does the same run, with the same
// loop, at the corners of what is tolerated of stiffness and gap (with the zero):
//
//   force       at most  s F                              F, x, I  largest of the twin's, over the corners
//   extension   at most  touch + s^(1/n) (x - touch) + 3 sigma
//   energy      at most  e I + 5 % of the kinetic energy, given by the testbed
//   zeros       at most  the tolerance + 2 sigma
//   noise       at least a quarter of the sensors' standard deviation sigma
//
// A scenario whose prediction goes beyond the rig's own limits does not qualify; what is tolerated of the
// specimens counts in, by the impact of given energy (F ~ K^(1/(n+1)), p ~ K^(-1/(n+1))):
//
//   F (1 + t)^(1/(n+1)) < limits.force_max
//   x + gap + zero + p ((1 - t)^(-1/(n+1)) - 1) < limits.extension_max
//
//   t  tolerance.stiffness        p  penetration        gap, zero  tolerance.gap, tolerance.position_zero
//
//   s, e  tolerance.margin, tolerance.energy        n  exponent of the contact law        touch  air gap +
//   offset

#include "metrics/qualification.hpp"
#include "models/rig_setup.hpp"
#include "rig/campaign/rig_file.hpp"
#include "rig/loop/loop.hpp"

namespace hilspace::rig {

/// The twin's largest, over the corners of what is tolerated.
struct Envelope {
  double force = 0.0;      // N, true
  double extension = 0.0;  // m, true
  double injected = 0.0;   // J, by the testbed, as the loop measures it
};
/// Runs the twin with that loop, and no limits but the command's. Throws RunError when the twin trips, or never
/// touches the specimens.
Envelope envelope(const LoopSetup& loop, const models::RigPlantSetup& plant, const Tolerances& tolerances);

/// What a scenario should look like; without the envelope.
Expectation expectation(const models::RigSetup& scenario, const Tolerances& tolerances);

/// Puts both into the loop's set-up, and narrows its limits.
void expect(LoopSetup& loop, const models::RigSetup& scenario, const Tolerances& tolerances);
/// The same with an envelope that is known.
void expect(LoopSetup& loop, const models::RigSetup& scenario, const Tolerances& tolerances,
            const Envelope& envelope);

/// How far a prediction of the scenario goes to the rig's own limits of force and extension, whichever is
/// nearer.
metrics::Qualification within_own_limits(const RigFile& rig, const models::RigPlantSetup& plant,
                                         const metrics::Demand& demand);

/// Limits of a motion without a scenario, in air, that asks for that extension (m) at most: nothing may press
/// on the force sensor beyond where contact is detected, and the extension ends a quarter beyond what is
/// asked for, since sensor and actuator may not be known yet.
///
///   |force|     at most  force_threshold + tolerance.force
///   extension   at most  1.25 farthest + tolerance.position
///
/// Never wider than the rig's.
Limits limits_in_air(const RigFile& rig, const models::RigSetup& scenario, double farthest);

}  // namespace hilspace::rig
