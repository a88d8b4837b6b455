#include "sweep/execution/workers.hpp"

#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "core/handover.hpp"
#include "sweep/execution/batch.hpp"

namespace hilspace::sweep {
namespace {

/// Assigns batches to threads, and to each batch its block.
class Sharing {
 public:
  Sharing(Schedule& schedule, Blocks& blocks) : schedule_(schedule), blocks_(blocks) {}

  struct Share {
    Draft* draft;
    results::Range range;
  };
  /// Waits for an empty block if one is needed. Nothing when no work is left.
  std::optional<Share> next() {
    const std::lock_guard lock(mutex_);
    const Schedule::Batch batch = schedule_.next();
    if (batch.range.size() == 0) return std::nullopt;
    if (batch.range.begin == batch.block.begin) {
      // No deadlock: a thread with an unfinished batch needs nothing from here until its block is full.
      const auto draft = blocks_.empty.take();
      if (!draft) return std::nullopt;
      draft_ = *draft;
      draft_->block.begin(batch.block);
      draft_->missing = batch.block.size();
    }
    return Share{draft_, batch.range};
  }

  void finish(const Share& share, const metrics::NumericalError& error) {
    {
      // A maximum does not depend on the order of its arguments.
      const std::lock_guard lock(share.draft->error);
      share.draft->block.error.include(error);
    }
    if (share.draft->missing.fetch_sub(share.range.size()) == share.range.size())
      blocks_.full.put(share.draft);
  }

  void learn(std::uint64_t scenarios, double seconds) {
    const std::lock_guard lock(mutex_);
    schedule_.learn(scenarios, seconds);
  }

 private:
  std::mutex mutex_;
  Schedule& schedule_;
  Blocks& blocks_;
  Draft* draft_ = nullptr;
};

// Synchronises the caller with its workers. Not on a stack, since a worker uses it before anything else of
// the caller's.
Handover handover;

}  // namespace

Blocks::Blocks(const study::Study& study, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) empty.put(&all_.emplace_back(study));
}

int available_threads(int wanted) {
  const int here = std::max(1, tbb::info::default_concurrency());
  return wanted > 0 ? std::min(wanted, here) : here;
}

struct Workers::Arena {
  explicit Arena(int threads) : arena(threads) {}
  tbb::task_arena arena;
};

Workers::Workers(int threads) {
  arena_ = std::make_unique<Arena>(available_threads(threads));
  arena_->arena.initialize();
}
Workers::~Workers() = default;
int Workers::count() const { return arena_->arena.max_concurrency(); }

void Workers::compute(const study::Study& study, Schedule& schedule, Blocks& blocks,
                      const std::function<void(std::uint64_t)>& finished, const std::atomic<bool>& stop) {
  Sharing sharing(schedule, blocks);
  const auto work = [&] {
    BatchSimulator simulator(study);
    while (!stop) {
      const auto share = sharing.next();
      if (!share) return;
      const auto began = std::chrono::steady_clock::now();
      const auto error = simulator.simulate(share->range, share->draft->block, stop);
      if (!error) {            // stopped: this block will never be full,
        blocks.empty.close();  // and nobody may wait for it
        return;
      }
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began;
      sharing.finish(*share, *error);
      finished(share->range.size());
      sharing.learn(share->range.size(), spent.count());
    }
  };
  handover.give();
  arena_->arena.execute([&] {
    handover.take();
    const auto work_once = [&](const auto&) {
      handover.take();
      work();
      handover.give();
    };
    tbb::parallel_for(tbb::blocked_range<int>(0, count(), 1), work_once, tbb::simple_partitioner());
  });
  handover.take();
}

}  // namespace hilspace::sweep
