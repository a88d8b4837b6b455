#pragma once
// What is warned of before anything runs.

#include <string>
#include <vector>

#include "sweep/checks/plausibility.hpp"
#include "unit/sweep/sweeping.hpp"

namespace hilspace::sweep {

inline std::vector<std::string> foreseen(const std::string& text) {
  const auto study = study_of(text);
  return warnings(study, plausibility(study));
}

}  // namespace hilspace::sweep
