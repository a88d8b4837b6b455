#pragma once
// Qualification of a rig study: every scenario is simulated and compared with the rig's capability
// (sweep/checks/qualify.hpp).

#include <atomic>
#include <optional>
#include <vector>

#include "study/study.hpp"
#include "sweep/checks/qualify.hpp"

namespace hilspace::analysis {

/// One judgement per scenario, by its index. 0 threads: all available. Empty when `stop` was raised.
std::optional<std::vector<sweep::Judged>> qualify(const study::Study& study, int threads,
                                                  const std::atomic<bool>& stop);

}  // namespace hilspace::analysis
