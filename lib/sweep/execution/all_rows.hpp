#pragma once
// Rows of all scenarios without a result file: simulated side by side and passed on one by one.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "metrics/catalogue.hpp"
#include "study/study.hpp"
#include "sweep/execution/simulator.hpp"

namespace hilspace::sweep {

/// Calls `take` once for every scenario, in any order and from several threads at once. 0 threads: as many as
/// the machine has. Ends and returns false soon after `stop` was raised.
bool simulate_all(const study::Study& study, int threads, const std::atomic<bool>& stop,
                  const std::function<void(std::uint64_t index, const metrics::Row& row)>& take);

/// The same for selected scenarios, as they are or with finer steps: `place` is the index into the orders.
bool simulate_orders(const study::Study& study, std::span<const Order> orders, int threads,
                     const std::atomic<bool>& stop,
                     const std::function<void(std::size_t place, const metrics::Row& row)>& take);

/// What else is computed of each scenario: calls `compute` for ranges of 0 ... count, which returns how many of its range it
/// has done, in any order and from several threads at once. Whether all were done.
bool in_ranges(std::uint64_t count, int threads,
               const std::function<std::uint64_t(std::uint64_t begin, std::uint64_t end)>& compute);

}  // namespace hilspace::sweep
