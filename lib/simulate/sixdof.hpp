#pragma once
// Stub of the solver in six degrees of freedom.

#include <atomic>

#include "models/sixdof_setup.hpp"
#include "simulate/simulate.hpp"

namespace hilspace::simulate {

metrics::Row simulate(const models::SixDofSetup& setup, const std::atomic<bool>& stop = kNeverStop);
Traced simulate_traced(const models::SixDofSetup& setup, double sample_interval = 0.0,
                       const std::atomic<bool>& stop = kNeverStop);
models::SixDofSetup finer(const models::SixDofSetup& setup, std::size_t refinement);

}  // namespace hilspace::simulate
