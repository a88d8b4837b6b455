#pragma once
// The kernels of lanes.cpp, one per instruction set it is compiled for.

#include <atomic>
#include <cstddef>

#include "simulate/pair_run.hpp"

namespace hilspace::simulate {

/// Runs each started pair to its end, in place; gives up, and says false, soon after `stop` was raised.
using AdvanceAll = bool (*)(PlainPair<double>* runs, std::size_t count, const std::atomic<bool>& stop);

bool advance_all_baseline(PlainPair<double>* runs, std::size_t count, const std::atomic<bool>& stop);
bool advance_all_avx2(PlainPair<double>* runs, std::size_t count, const std::atomic<bool>& stop);
bool advance_all_avx512(PlainPair<double>* runs, std::size_t count, const std::atomic<bool>& stop);

}  // namespace hilspace::simulate
