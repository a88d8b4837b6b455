#pragma once
// A batch: the scenarios that one thread computes at a time.

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "results/results.hpp"
#include "study/study.hpp"
#include "sweep/work/simulator.hpp"

namespace hilspace::sweep {

/// Where a thread simulates its batches, one after the other in the same memory.
class BatchSimulator {
 public:
  /// `study` must outlive it.
  explicit BatchSimulator(const study::Study& study) : study_(study), simulator_(simulator_of(study)) {}

  /// Simulates scenarios into the block they belong to, and the share of them that tells the numerical
  /// error with finer steps as well. Returns that error; nothing when `stop` was raised meanwhile.
  std::optional<metrics::NumericalError> simulate(results::Range range, results::Block& block,
                                                  const std::atomic<bool>& stop);

 private:
  const study::Study& study_;
  std::unique_ptr<Simulator> simulator_;
  std::vector<Order> orders_;       // all scenarios, then each sample with finer steps
  std::vector<metrics::Row> rows_;  // of the same
};

}  // namespace hilspace::sweep
