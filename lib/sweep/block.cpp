#include "sweep/block.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "simulate/simulate.hpp"

namespace hilspace::sweep {
namespace {

/// Scenarios per task: enough to keep the lanes full, few enough to stop and report soon.
constexpr std::uint64_t kBatch = 64;

void simulate_batch(const study::Study& study, std::uint64_t begin, std::span<metrics::Row> rows,
                    metrics::NumericalError& error, const std::atomic<bool>& stop) {
  std::vector<models::AxialSetup> setups(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) setups[i] = study::axial_setup(study, begin + i);
  if (!simulate::simulate_lanes(setups, rows, stop)) return;
  for (std::size_t i = 0; i < rows.size() && !stop; ++i)
    if (study::is_error_sample(study, begin + i)) error.include(rows[i], simulate::simulate_finer(setups[i]));
}

}  // namespace

struct Workers::Arena {
  explicit Arena(int threads) : arena(threads > 0 ? threads : tbb::task_arena::automatic) {}
  tbb::task_arena arena;
};

Workers::Workers(int threads) : arena_(std::make_unique<Arena>(threads)) { arena_->arena.initialize(); }
Workers::~Workers() = default;
int Workers::count() const { return arena_->arena.max_concurrency(); }

std::optional<results::Block> Workers::compute(const study::Study& study, results::Range range,
                                               const std::function<void(std::uint64_t)>& finished,
                                               const std::atomic<bool>& stop) {
  results::Block block;
  block.range = range;
  block.rows.resize(range.size());
  std::mutex error_mutex;
  const std::uint64_t batches = (range.size() + kBatch - 1) / kBatch;
  arena_->arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, batches, 1), [&](const auto& some) {
      for (std::uint64_t batch = some.begin(); batch != some.end() && !stop; ++batch) {
        const std::uint64_t begin = batch * kBatch;
        const std::uint64_t size = std::min(kBatch, range.size() - begin);
        metrics::NumericalError error;
        simulate_batch(study, range.begin + begin, std::span(block.rows).subspan(begin, size), error, stop);
        {
          // A maximum does not depend on the order it is taken in.
          const std::lock_guard lock(error_mutex);
          block.error.include(error);
        }
        finished(size);
      }
    });
  });
  if (stop) return std::nullopt;
  return block;
}

}  // namespace hilspace::sweep
