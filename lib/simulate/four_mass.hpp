#pragma once
// Simulates two spacecraft of two masses each and returns their metrics, with or without time histories. Both
// give the same bits.
//
// Both models run on one time grid until their first impact is over and, with a latch, until it is decided what
// becomes of it. One scenario at a time, steps of Runge and Kutta that end on predicted jumps.

#include "models/four_mass_setup.hpp"
#include "simulate/simulate.hpp"

namespace hilspace::simulate {

/// Failures are outcomes in the row; nothing throws. Returns not_run() soon after `stop` was raised, here and
/// below.
metrics::Row simulate(const models::FourMassSetup& setup, const std::atomic<bool>& stop = kNeverStop);

/// Also records the time histories, at every step or every `sample_interval` s when that is > 0.
Traced simulate_traced(const models::FourMassSetup& setup, double sample_interval = 0.0,
                       const std::atomic<bool>& stop = kNeverStop);

/// As in simulate.hpp.
models::FourMassSetup finer(const models::FourMassSetup& setup, std::size_t refinement);

}  // namespace hilspace::simulate
