#pragma once
// Simulates a scenario in six degrees of freedom and returns its metrics, with or without time histories.
// Both give the same bits.
//
// Docking and HIL model share their steps until the first impact is over in both, so that they can be
// compared at the same instants; after that each continues with its own steps.

#include <array>

#include "models/sixdof_setup.hpp"
#include "simulate/simulate.hpp"

namespace hilspace::simulate {

/// What one model's run has cost.
struct SixDofWork {
  unsigned long steps = 0, coast_steps = 0, attempts = 0;  // of the steps
  unsigned long derivatives = 0;                           // right-hand sides of the attempts
};

/// Failures are outcomes in the row; nothing throws. Returns not_run() soon after `stop` was raised, here and
/// below. Into `work`, if there is one, goes that of docking and HIL model.
metrics::Row simulate(const models::SixDofSetup& setup, const std::atomic<bool>& stop = kNeverStop,
                      std::array<SixDofWork, 2>* work = nullptr);

/// Also records the time histories, at every step or every `sample_interval` s when that is > 0, and if asked for each
/// contact of a mechanism of features at every step.
Traced simulate_traced(const models::SixDofSetup& setup, double sample_interval = 0.0,
                       const std::atomic<bool>& stop = kNeverStop, bool contacts = false);

/// As in simulate.hpp.
models::SixDofSetup finer(const models::SixDofSetup& setup, std::size_t refinement);

}  // namespace hilspace::simulate
