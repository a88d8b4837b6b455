#pragma once
// A batch: the scenarios that one thread computes at a time.

#include <atomic>
#include <optional>
#include <vector>

#include "models/axial_setup.hpp"
#include "results/results.hpp"
#include "study/study.hpp"

namespace hilspace::sweep {

/// Where a thread simulates its batches, one after the other in the same memory.
class BatchSimulator {
 public:
  /// Simulates scenarios into the block they belong to, and the share of them that tells the numerical
  /// error with finer steps as well. Returns that error; nothing when `stop` was raised meanwhile.
  std::optional<metrics::NumericalError> simulate(const study::Study& study, results::Range range,
                                                  results::Block& block, const std::atomic<bool>& stop);

 private:
  void set_up(const study::Study& study, results::Range range);
  bool simulate_longest_first(const std::atomic<bool>& stop);

  std::vector<std::size_t> samples_;         // places of those that are simulated again
  std::vector<models::AxialSetup> setups_;   // of all scenarios, then of each sample with finer steps
  std::vector<metrics::Row> rows_;           // of the same
  std::vector<std::size_t> order_;           // in which they are simulated
  std::vector<double> steps_;                // predicted
  std::vector<models::AxialSetup> ordered_;  // setups, and what came of them
  std::vector<metrics::Row> found_;
};

}  // namespace hilspace::sweep
