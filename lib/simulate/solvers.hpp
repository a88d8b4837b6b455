#pragma once
// The solvers by name: each runs a started pair to its end. Any law, any instruments.

#include <array>
#include <atomic>
#include <functional>

#include "simulate/pair_run.hpp"

namespace hilspace::simulate {

/// Is told of every step: when it began, how long it took, and what both models showed.
using Watcher = std::function<void(double time, double h, const models::Views<double>& docking,
                                   const models::Views<double>& hil)>;

/// The largest magnitude of each state: what errors are measured against.
template <class Pair>
struct Scales {
  decltype(Pair{}.docking.state) docking{};
  decltype(Pair{}.hil.state) hil{};
};
/// Found by a run with fixed steps. `setup` is resolved.
Scales<AnyPair<double>> scales(const models::AxialSetup& setup, const std::atomic<bool>& stop);

// Each says false when it gave up because `stop` was raised. An empty watcher is not called.

/// Fixed steps that end on predicted jumps.
bool run_rk4(AnyPair<double>& pair, const Watcher& watch, const std::atomic<bool>& stop);
/// Adaptive steps, local error below `tolerance` of the scales.
bool run_dopri5(AnyPair<double>& pair, const Scales<AnyPair<double>>& scales, double tolerance,
                const Watcher& watch, const std::atomic<bool>& stop);
/// SUNDIALS, local error below `tolerance` of the scales.
bool run_reference(AnyPair<double>& pair, const Scales<AnyPair<double>>& scales, double tolerance,
                   const Watcher& watch, const std::atomic<bool>& stop);

}  // namespace hilspace::simulate
