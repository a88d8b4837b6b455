#pragma once
// Scenarios of a study, simulated side by side and handed over one by one: for what needs no result file.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "metrics/catalogue.hpp"
#include "study/study.hpp"
#include "sweep/work/simulator.hpp"

namespace hilspace::sweep {

/// Calls `take` once for every scenario, in any order and from several threads at once. 0 threads: as many as
/// the machine has. Gives up, and says false, soon after `stop` was raised.
bool simulate_all(const study::Study& study, int threads, const std::atomic<bool>& stop,
                  const std::function<void(std::uint64_t index, const metrics::Row& row)>& take);

/// The same for chosen scenarios, as they are or with finer steps: `place` is the one among the orders.
bool simulate_orders(const study::Study& study, std::span<const Order> orders, int threads,
                     const std::atomic<bool>& stop,
                     const std::function<void(std::size_t place, const metrics::Row& row)>& take);

}  // namespace hilspace::sweep
