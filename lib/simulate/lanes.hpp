#pragma once
// Entry points of the kernels of lanes.cpp, one set per instruction set.

#include <atomic>
#include <cstddef>

#include "simulate/collocation/chained/chained_pair.hpp"
#include "simulate/collocation/collocation_pair.hpp"
#include "simulate/collocation/smooth/smooth_pair.hpp"
#include "simulate/pair_run.hpp"

namespace hilspace::simulate {

/// Runs each started pair to its end, in place; returns false soon after `stop` was raised.
template <class Pair>
using AdvanceAll = bool (*)(Pair* runs, std::size_t count, const std::atomic<bool>& stop);

/// Solves each pair by collocation, in place.
template <class Pair>
using SolveAll = void (*)(Pair* pairs, std::size_t count);

/// Kernels of one instruction set.
struct LaneKernels {
  AdvanceAll<PlainPair<double>> plain;
  AdvanceAll<LinearPair<double>> linear;
  // Pairs with identical kinds of stages: without and with transfer functions.
  AdvanceAll<AnyPair<double, 0>> any;
  AdvanceAll<AnyPair<double>> any_with_sections;
  AdvanceAll<CompensatedPair<double>> compensated;
  SolveAll<CollocationPair<double>> collocation;
  SolveAll<CollocationCheck<double>> collocation_check;
  SolveAll<SmoothPair<double>> smooth;  // of one plan
  SolveAll<ChainedPair<double>> chained;
  SolveAll<ChainedCheck<double>> chained_check;
};

extern const LaneKernels lanes_baseline, lanes_avx2, lanes_avx512;

}  // namespace hilspace::simulate
