#pragma once
// The qualification of a study of the rig: every scenario simulated, and held against what the rig can bear
// (sweep/checks/qualify.hpp).

#include <atomic>
#include <optional>
#include <vector>

#include "study/study.hpp"
#include "sweep/checks/qualify.hpp"

namespace hilspace::analysis {

/// One judgement per scenario, by its index. 0 threads: all there are. Nothing when `stop` was raised meanwhile.
std::optional<std::vector<sweep::Judged>> qualify(const study::Study& study, int threads,
                                                  const std::atomic<bool>& stop);

}  // namespace hilspace::analysis
