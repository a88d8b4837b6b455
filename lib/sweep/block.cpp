#include "sweep/block.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

#include "simulate/simulate.hpp"

namespace hilspace::sweep {
namespace {

/// Scenarios per task: enough to keep the lanes full, few enough to give every thread some.
std::uint64_t batch_size(std::uint64_t scenarios, int threads) {
  return std::clamp<std::uint64_t>(scenarios / (8 * static_cast<std::uint64_t>(threads)), 1, 64);
}

void simulate_batch(const study::Study& study, std::uint64_t begin, std::span<metrics::Row> rows,
                    metrics::NumericalError& error, const std::atomic<bool>& stop) {
  std::vector<models::AxialSetup> setups(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) setups[i] = study::axial_setup(study, begin + i);
  if (!simulate::simulate_lanes(setups, rows, stop)) return;

  std::vector<std::size_t> sampled;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (study::is_error_sample(study, begin + i)) sampled.push_back(i);
  constexpr std::size_t kTimes = simulate::kRefinements.size();
  std::vector<models::AxialSetup> finer;
  for (const std::size_t i : sampled)
    for (std::size_t time = 0; time < kTimes; ++time) finer.push_back(simulate::finer(setups[i], time));
  std::vector<metrics::Row> finer_rows(finer.size());
  if (!simulate::simulate_lanes(finer, finer_rows, stop)) return;
  for (std::size_t k = 0; k < sampled.size(); ++k)
    error.include(rows[sampled[k]], std::span(finer_rows).subspan(k * kTimes, kTimes));
}

/// Puts what the caller prepared before what the workers read, and their rows before what the caller reads
/// next. oneTBB does so already, but out of sight of the thread sanitizer.
class Handover {
 public:
  void give() { count_.fetch_add(1, std::memory_order_acq_rel); }
  void take() const { count_.load(std::memory_order_acquire); }

 private:
  std::atomic<unsigned> count_{0};
};
// Not on a stack: a worker takes it before it looks at anything of the caller's.
Handover handover;

}  // namespace

struct Workers::Arena {
  explicit Arena(int threads) : arena(threads) {}
  tbb::task_arena arena;
};

Workers::Workers(int threads) {
  const int here = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  arena_ = std::make_unique<Arena>(threads > 0 ? std::min(threads, here) : here);
  arena_->arena.initialize();
}
Workers::~Workers() = default;
int Workers::count() const { return arena_->arena.max_concurrency(); }

std::optional<results::Block> Workers::compute(const study::Study& study, results::Range range,
                                               const std::function<void(std::uint64_t)>& finished,
                                               const std::atomic<bool>& stop) {
  results::Block block;
  block.range = range;
  block.rows.resize(range.size());
  std::mutex error_mutex;
  const std::uint64_t batch_scenarios = batch_size(range.size(), count());
  const std::uint64_t batches = (range.size() + batch_scenarios - 1) / batch_scenarios;
  handover.give();
  arena_->arena.execute([&] {
    handover.take();
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, batches, 1), [&](const auto& some) {
      handover.take();
      for (std::uint64_t batch = some.begin(); batch != some.end() && !stop; ++batch) {
        const std::uint64_t begin = batch * batch_scenarios;
        const std::uint64_t size = std::min(batch_scenarios, range.size() - begin);
        metrics::NumericalError error;
        simulate_batch(study, range.begin + begin, std::span(block.rows).subspan(begin, size), error, stop);
        {
          // A maximum does not depend on the order it is taken in.
          const std::lock_guard lock(error_mutex);
          block.error.include(error);
        }
        if (!stop) finished(size);
      }
      handover.give();
    });
  });
  handover.take();
  if (stop) return std::nullopt;
  return block;
}

}  // namespace hilspace::sweep
