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
/// Determined by a run of this pair with fixed steps.
template <class Pair>
Scales<Pair> scales(Pair pair, const std::atomic<bool>& stop);

// Each returns false when it stopped early because of `stop`. An empty watcher is not called. They exist for
// AnyPair<double> and CompensatedPair<double>.

/// Fixed steps that end on predicted jumps.
template <class Pair>
bool run_rk4(Pair& pair, const Watcher& watch, const std::atomic<bool>& stop);
/// Adaptive steps, local error below `tolerance` of the scales.
template <class Pair>
bool run_dopri5(Pair& pair, const Scales<Pair>& scales, double tolerance, const Watcher& watch,
                const std::atomic<bool>& stop);
/// SUNDIALS gives up a step after 7 tries, and a rate that bends or jumps takes more until it is passed.
inline constexpr int kMostTries = 60;
/// SUNDIALS, local error below `tolerance` of the scales.
template <class Pair>
bool run_reference(Pair& pair, const Scales<Pair>& scales, double tolerance, const Watcher& watch,
                   const std::atomic<bool>& stop);

}  // namespace hilspace::simulate
