#pragma once
// Simulates a scenario on the rig, with computer and hardware modelled individually, and returns its metrics,
// with or without time histories. Both give the same bits. The rig's identified twin is an axial scenario.
//
// The docking model uses the same time grid; steps end at the computer's samples.

#include "models/rig_setup.hpp"
#include "simulate/simulate.hpp"

namespace hilspace::simulate {

/// Failures are outcomes in the row; nothing throws. Returns not_run() soon after `stop` was raised, here and
/// below.
metrics::Row simulate(const models::RigSetup& setup, const std::atomic<bool>& stop = kNeverStop);

/// Also records the time histories, at every step or every `sample_interval` s when that is > 0.
Traced simulate_traced(const models::RigSetup& setup, double sample_interval = 0.0,
                       const std::atomic<bool>& stop = kNeverStop);

/// As in simulate.hpp; the computer's rate is unchanged.
models::RigSetup finer(const models::RigSetup& setup, std::size_t refinement);

}  // namespace hilspace::simulate
