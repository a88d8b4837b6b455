#pragma once
// Workers: the computing threads, and the blocks they fill.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "results/results.hpp"
#include "study/study.hpp"
#include "sweep/execution/queue.hpp"
#include "sweep/execution/schedule.hpp"

namespace hilspace::sweep {

/// A block being filled.
struct Draft {
  explicit Draft(const study::Study& study) : block(results::stored_columns(study)) {
    block.reserve(std::min(study::scenario_count(study), Schedule::kLargestBlock));
  }
  results::Block block;
  std::atomic<std::uint64_t> missing{0};  // scenarios
  std::mutex error;                       // guards block.error
};

/// The blocks of a run. They circulate between the workers that fill them and the thread that writes them, so
/// that memory does not grow, and the faster side waits for the other.
class Blocks {
 public:
  Blocks(const study::Study& study, std::size_t count);

  Queue<Draft*> empty;  // closed when no one writes any more
  Queue<Draft*> full;   // closed when no one fills any more

 private:
  std::deque<Draft> all_;
};

/// The machine's threads that this process may use, at most `wanted` unless that is 0. A batch system or `taskset` may leave
/// it fewer than all.
int available_threads(int wanted = 0);

/// Rows do not depend on the number of threads.
class Workers {
 public:
  /// 0, or more than there are: all available threads.
  explicit Workers(int threads);
  ~Workers();
  int count() const;

  /// Fills blocks with everything that `schedule` assigns, until `stop` is raised or no one writes them any
  /// more. `finished` is called for every batch from any thread.
  void compute(const study::Study& study, Schedule& schedule, Blocks& blocks,
               const std::function<void(std::uint64_t)>& finished, const std::atomic<bool>& stop);

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
};

}  // namespace hilspace::sweep
