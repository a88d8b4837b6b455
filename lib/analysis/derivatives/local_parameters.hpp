#pragma once
// The continuous parameters of a scenario, how far each may be changed for a difference, and what is left out before.

#include <string>
#include <vector>

#include "analysis/derivatives/derivatives.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

/// Takes quantizers and noise out, and names them.
std::vector<std::string> smooth(study::Study& study);

/// `one`: the scenario as a study of its own. `step`: h relative to x.
std::vector<LocalParameter> parameters_of(const study::Study& study, const study::Study& one, double step);

}  // namespace hilspace::analysis
