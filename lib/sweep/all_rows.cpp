#include "sweep/all_rows.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <vector>

#include "sweep/simulator.hpp"

namespace hilspace::sweep {
namespace {

/// Enough to fill the lanes, few enough that threads end together.
constexpr std::uint64_t kBatch = 64;

/// How many of them there was time for: all or none.
std::uint64_t simulate_range(const study::Study& study, const tbb::blocked_range<std::uint64_t>& range,
                             const std::atomic<bool>& stop,
                             const std::function<void(std::uint64_t, const metrics::Row&)>& take) {
  std::vector<Order> orders;
  for (std::uint64_t index = range.begin(); index < range.end(); ++index) orders.push_back({index});
  std::vector<metrics::Row> rows(orders.size());
  if (stop || !simulator_of(study)->simulate(orders, rows, stop)) return 0;
  for (std::size_t k = 0; k < rows.size(); ++k) take(orders[k].index, rows[k]);
  return range.size();
}

}  // namespace

bool simulate_all(const study::Study& study, int threads, const std::atomic<bool>& stop,
                  const std::function<void(std::uint64_t index, const metrics::Row& row)>& take) {
  const std::uint64_t count = study::scenario_count(study);
  std::atomic<std::uint64_t> done{0};
  tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
  arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count, kBatch),
                      [&](const auto& range) { done += simulate_range(study, range, stop, take); });
  });
  return done == count;
}

}  // namespace hilspace::sweep
