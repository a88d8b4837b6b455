#pragma once
// The kernels of lanes.cpp, one per instruction set it is compiled for.

#include <atomic>
#include <cstddef>

#include "simulate/pair_run.hpp"

namespace hilspace::simulate {

/// Runs each started pair to its end, in place; gives up, and says false, soon after `stop` was raised.
template <class Pair>
using AdvanceAll = bool (*)(Pair* runs, std::size_t count, const std::atomic<bool>& stop);

/// Those of one instruction set.
struct LaneKernels {
  AdvanceAll<PlainPair<double>> plain;
  // Pairs whose chains have the same kinds of stages: without transfer functions, and with.
  AdvanceAll<AnyPair<double, 0>> any;
  AdvanceAll<AnyPair<double>> any_with_sections;
};

extern const LaneKernels lanes_baseline, lanes_avx2, lanes_avx512;

}  // namespace hilspace::simulate
