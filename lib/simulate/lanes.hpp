#pragma once
// The kernels of lanes.cpp, one per instruction set it is compiled for.

#include <atomic>
#include <cstddef>

namespace hilspace::simulate {

template <class S>
struct PairRun;

/// Runs each started pair to its end, in place; gives up, and says false, soon after `stop` was raised.
using AdvanceAll = bool (*)(PairRun<double>* runs, std::size_t count, const std::atomic<bool>& stop);

bool advance_all_baseline(PairRun<double>* runs, std::size_t count, const std::atomic<bool>& stop);
bool advance_all_avx2(PairRun<double>* runs, std::size_t count, const std::atomic<bool>& stop);
bool advance_all_avx512(PairRun<double>* runs, std::size_t count, const std::atomic<bool>& stop);

}  // namespace hilspace::simulate
