#include "sweep/execution/all_rows.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <vector>

#include "sweep/execution/simulator.hpp"
#include "sweep/execution/workers.hpp"

namespace hilspace::sweep {
namespace {

/// Enough to fill the lanes, few enough that threads finish together.
constexpr std::uint64_t kBatch = 64;

using Range = tbb::blocked_range<std::uint64_t>;
using Take = std::function<void(std::uint64_t, const metrics::Row&)>;

/// Number of scenarios completed before `stop`: all or none.
std::uint64_t simulate_some(const study::Study& study, std::span<const Order> orders, std::uint64_t first,
                            const std::atomic<bool>& stop, const Take& take) {
  std::vector<metrics::Row> rows(orders.size());
  if (stop || !simulator_of(study)->simulate(orders, rows, stop)) return 0;
  for (std::size_t k = 0; k < rows.size(); ++k) take(first + k, rows[k]);
  return rows.size();
}

/// Whether `simulate`, which returns how many of a range it simulated, completed all.
template <class Simulate>
bool side_by_side(std::uint64_t count, int threads, Simulate simulate) {
  std::atomic<std::uint64_t> done;
  tbb::task_arena arena(available_threads(threads));
  // TBB publishes the data written here to its threads, but the thread sanitizer recognises that only through
  // this pair.
  done.store(0, std::memory_order_release);
  arena.execute([&] {
    tbb::parallel_for(Range(0, count, kBatch), [&](const Range& range) {
      static_cast<void>(done.load(std::memory_order_acquire));
      done += simulate(range);
    });
  });
  return done == count;
}

}  // namespace

bool simulate_all(const study::Study& study, int threads, const std::atomic<bool>& stop,
                  const std::function<void(std::uint64_t index, const metrics::Row& row)>& take) {
  return side_by_side(study::scenario_count(study), threads, [&](const Range& range) {
    std::vector<Order> orders;
    for (std::uint64_t index = range.begin(); index < range.end(); ++index) orders.push_back({index});
    return simulate_some(study, orders, range.begin(), stop, take);
  });
}

bool simulate_orders(const study::Study& study, std::span<const Order> orders, int threads,
                     const std::atomic<bool>& stop,
                     const std::function<void(std::size_t place, const metrics::Row& row)>& take) {
  return side_by_side(orders.size(), threads, [&](const Range& range) {
    return simulate_some(study, orders.subspan(range.begin(), range.size()), range.begin(), stop, take);
  });
}

bool in_ranges(std::uint64_t count, int threads,
               const std::function<std::uint64_t(std::uint64_t begin, std::uint64_t end)>& compute) {
  return side_by_side(count, threads,
                      [&](const Range& range) { return compute(range.begin(), range.end()); });
}

}  // namespace hilspace::sweep
