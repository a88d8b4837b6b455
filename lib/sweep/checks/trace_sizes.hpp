#pragma once
// The time histories that a study asks for: how long they are at least, before anything is simulated. Each
// lasts as long as the contact; what comes after it, and further impacts, cannot be foreseen.

#include <cstdint>

#include "study/study.hpp"

namespace hilspace::sweep {

/// Samples of one model in a scenario.
double least_samples(const study::Study& study, std::uint64_t scenario);

/// Bytes of the time histories of a scenario, of all models and channels.
double least_trace_size(const study::Study& study, std::uint64_t scenario);

/// Bytes of all time histories in the result, and of the longest.
struct TraceSizes {
  double all = 0.0;
  double largest = 0.0;
};
TraceSizes least_trace_sizes(const study::Study& study);

/// Throws InputError when time histories would be longer than a recorder takes.
void check_trace(const study::Study& study, std::uint64_t scenario);
void check_traces(const study::Study& study);

}  // namespace hilspace::sweep
