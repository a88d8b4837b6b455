#pragma once
// A run in memory: all scenarios of a study in one block, without files and without HDF5.
//
// The numbers, their errors and the warnings are those of a run into a file. Memory: 8 bytes for each scenario and
// column, and what `sweep::memory` says of a run.

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "metrics/summary.hpp"
#include "results/parts/block.hpp"
#include "study/study.hpp"
#include "sweep/progress.hpp"

namespace hilspace::sweep {

struct InMemory {
  results::Block block;  // its error: that of the scenarios with finer runs
  metrics::Summary summary;
  std::vector<std::string> warnings;
};

/// Nothing if `stop` was raised meanwhile. `progress` is called a few times a second, one call at a time, from any
/// thread. Throws InputError when the study cannot be stored, as an axis with a name that the result uses; or
/// when its numbers do not fit into the free memory.
std::optional<InMemory> run_in_memory(const study::Study& study, int threads,
                                      const std::function<void(const Progress&)>& progress,
                                      const std::atomic<bool>& stop);

}  // namespace hilspace::sweep
