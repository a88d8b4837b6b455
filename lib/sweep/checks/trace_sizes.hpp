#pragma once
// Minimum lengths of the requested time histories, before anything is simulated. Each lasts at least as long
// as the contact; later motion and further impacts cannot be predicted.

#include <cstdint>

#include "study/study.hpp"

namespace hilspace::sweep {

/// Samples of one model in a scenario.
double least_samples(const study::Study& study, std::uint64_t scenario);

/// Bytes of the time histories of a scenario, over all models and channels.
double least_trace_size(const study::Study& study, std::uint64_t scenario);

/// Bytes of all time histories in the result, and of the longest.
struct TraceSizes {
  double all = 0.0;
  double largest = 0.0;
};
TraceSizes least_trace_sizes(const study::Study& study);

/// Throws InputError when a time history would exceed the recorder's limit.
void check_trace(const study::Study& study, std::uint64_t scenario);
void check_traces(const study::Study& study);

}  // namespace hilspace::sweep
