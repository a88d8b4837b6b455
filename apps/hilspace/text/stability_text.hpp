#pragma once
// Stability of a study, on the terminal and as CSV.

#include "analysis/stability/stability.hpp"
#include "study/study.hpp"

namespace hilspace::app {

/// The findings for each scenario, the contour, and the counts of both methods; of many scenarios the counts alone.
void print_stability(const study::Study& study, const analysis::Stability& all);
/// One line per scenario, in SI units.
void print_csv(const study::Study& study, const analysis::Stability& all);

}  // namespace hilspace::app
