#pragma once
// Solvers: each runs a started pair to its end, for any law and any instruments.

#include <array>
#include <atomic>
#include <functional>

#include "simulate/pair_run.hpp"

namespace hilspace::simulate {

/// Called for every step with its start, its length, and the observations of both models.
using Watcher = std::function<void(double time, double h, const models::Views<double>& docking,
                                   const models::Views<double>& hil)>;

/// Largest magnitude of each state: the scale of its error.
template <class Pair>
struct Scales {
  decltype(Pair{}.docking.state) docking{};
  decltype(Pair{}.hil.state) hil{};
};
/// Determined by a run with fixed steps. `setup` is resolved.
Scales<AnyPair<double>> scales(const models::AxialSetup& setup, const std::atomic<bool>& stop);

// Each returns false when it stopped early because of `stop`. An empty watcher is not called.

/// Fixed steps that end on predicted jumps.
bool run_rk4(AnyPair<double>& pair, const Watcher& watch, const std::atomic<bool>& stop);
/// Adaptive steps, local error below `tolerance` of the scales.
bool run_dopri5(AnyPair<double>& pair, const Scales<AnyPair<double>>& scales, double tolerance,
                const Watcher& watch, const std::atomic<bool>& stop);
/// SUNDIALS, local error below `tolerance` of the scales.
bool run_reference(AnyPair<double>& pair, const Scales<AnyPair<double>>& scales, double tolerance,
                   const Watcher& watch, const std::atomic<bool>& stop);

}  // namespace hilspace::simulate
