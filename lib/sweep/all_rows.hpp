#pragma once
// All scenarios of a study, simulated side by side and handed over one by one: for what needs no result file.

#include <atomic>
#include <cstdint>
#include <functional>

#include "metrics/catalogue.hpp"
#include "study/study.hpp"

namespace hilspace::sweep {

/// Calls `take` once for every scenario, in any order and from several threads at once. 0 threads: as many as
/// the machine has. Gives up, and says false, soon after `stop` was raised.
bool simulate_all(const study::Study& study, int threads, const std::atomic<bool>& stop,
                  const std::function<void(std::uint64_t index, const metrics::Row& row)>& take);

}  // namespace hilspace::sweep
