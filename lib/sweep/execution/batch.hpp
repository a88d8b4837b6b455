#pragma once
// Batch: the scenarios that one thread computes at a time.

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "results/results.hpp"
#include "study/study.hpp"
#include "sweep/execution/simulator.hpp"

namespace hilspace::sweep {

/// Simulates a thread's batches, one after the other, in the same memory.
class BatchSimulator {
 public:
  /// `study` must outlive it.
  explicit BatchSimulator(const study::Study& study) : study_(study), simulator_(simulator_of(study)) {}

  /// Simulates scenarios into their block, with the checks of those that have one (simulator.hpp), and the finer runs of
  /// others whose numerical error is sampled, or who are suspect (study/error_samples.hpp).
  /// Returns that error; nothing if `stop` was raised meanwhile.
  std::optional<metrics::NumericalError> simulate(results::Range range, results::Block& block,
                                                  const std::atomic<bool>& stop);

 private:
  bool has_check(std::size_t place) const;
  void order_finer(std::uint64_t index);
  void order_samples(results::Range range);
  void order_suspects(results::Range range);

  const study::Study& study_;
  std::unique_ptr<Simulator> simulator_;
  std::vector<Order> orders_;         // all scenarios, then the finer runs of each sample
  std::vector<metrics::Row> rows_;    // in the same order
  std::vector<metrics::Row> checks_;  // of the scenarios, or none
};

}  // namespace hilspace::sweep
