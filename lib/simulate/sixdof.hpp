#pragma once
// Simulates a scenario in six degrees of freedom and returns its metrics, with or without time histories.
// Both give the same bits.
//
// Docking and HIL model share their steps until the first impact is over in both, so that they can be
// compared at the same instants; after that each continues with its own steps.

#include "models/sixdof_setup.hpp"
#include "simulate/simulate.hpp"

namespace hilspace::simulate {

/// Failures are outcomes in the row; nothing throws. Returns not_run() soon after `stop` was raised, here and
/// below.
metrics::Row simulate(const models::SixDofSetup& setup, const std::atomic<bool>& stop = kNeverStop);

/// Also records the time histories, at every step or every `sample_interval` s when that is > 0.
Traced simulate_traced(const models::SixDofSetup& setup, double sample_interval = 0.0,
                       const std::atomic<bool>& stop = kNeverStop);

/// As in simulate.hpp.
models::SixDofSetup finer(const models::SixDofSetup& setup, std::size_t refinement);

}  // namespace hilspace::simulate
