#pragma once
// The kernels of lanes.cpp, one per instruction set it is compiled for.

#include <cstddef>

namespace hilspace::simulate {

template <class S>
struct PairRun;

/// Runs each started pair to its end, in place.
using AdvanceAll = void (*)(PairRun<double>* runs, std::size_t count);

void advance_all_baseline(PairRun<double>* runs, std::size_t count);
void advance_all_avx2(PairRun<double>* runs, std::size_t count);
void advance_all_avx512(PairRun<double>* runs, std::size_t count);

}  // namespace hilspace::simulate
