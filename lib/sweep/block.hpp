#pragma once
// One block of scenarios, computed in parallel.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "results/results.hpp"
#include "study/study.hpp"

namespace hilspace::sweep {

/// Threads that compute blocks. The rows do not depend on their number.
class Workers {
 public:
  /// 0, or more than the machine has: as many as it has.
  explicit Workers(int threads);
  ~Workers();
  int count() const;

  /// The rows of a range, with the numerical error of those re-simulated; nothing when `stop` was raised
  /// meanwhile. `finished` is told of every batch from any thread.
  std::optional<results::Block> compute(const study::Study& study, results::Range range,
                                        const std::function<void(std::uint64_t)>& finished,
                                        const std::atomic<bool>& stop);

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
};

}  // namespace hilspace::sweep
