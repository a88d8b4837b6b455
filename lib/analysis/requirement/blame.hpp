#pragma once
// Blame: which other stages of the testbed violate the targets when no value of a parameter meets them.
//
// The stages of the instruments are removed one by one, except the parameter's own: the result is those
// without which every scenario meets the targets. If no single one is sufficient, all are removed together.

#include <atomic>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/requirement/target.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

struct Blame {
  std::vector<std::string> alone;     // "low_pass of the force_sensor": removing it alone is sufficient
  std::vector<std::string> together;  // if no single one is sufficient: those whose joint removal is
  bool is_known = false;  // whether it was determined; if so and both are empty: no other stage is the cause
};

/// `study` has the parameter at its best value. Unknown when `stop` was raised.
Blame blame(const study::Study& study, study::Id varied, std::span<const Target> targets, int threads,
            const std::atomic<bool>& stop);

}  // namespace hilspace::analysis
