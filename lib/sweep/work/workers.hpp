#pragma once
// The threads that compute, and the blocks they fill.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "results/results.hpp"
#include "study/study.hpp"
#include "sweep/work/queue.hpp"
#include "sweep/work/schedule.hpp"

namespace hilspace::sweep {

/// A block while it is filled.
struct Draft {
  explicit Draft(const study::Study& study) : block(results::stored_columns(study)) {
    block.reserve(std::min(study::scenario_count(study), Schedule::kLargestBlock));
  }
  results::Block block;
  std::atomic<std::uint64_t> missing{0};  // scenarios
  std::mutex error;                       // guards block.error
};

/// The blocks of a run. They go round between those who fill them and the one who writes them, so that
/// memory does not grow, and whoever is too fast waits for the other.
class Blocks {
 public:
  Blocks(const study::Study& study, std::size_t count);

  Queue<Draft*> empty;  // closed when nobody writes them any more
  Queue<Draft*> full;   // closed when nobody fills them any more

 private:
  std::deque<Draft> all_;
};

/// The rows do not depend on the number of threads.
class Workers {
 public:
  /// 0, or more than the machine has: as many as it has.
  explicit Workers(int threads);
  ~Workers();
  int count() const;

  /// Fills blocks with all that `schedule` shares out, until `stop` is raised or nobody writes them any
  /// more. `finished` is told of every batch from any thread.
  void compute(const study::Study& study, Schedule& schedule, Blocks& blocks,
               const std::function<void(std::uint64_t)>& finished, const std::atomic<bool>& stop);

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
};

}  // namespace hilspace::sweep
