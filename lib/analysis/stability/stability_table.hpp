#pragma once
// Table of a study's stability: per scenario on its axes, and the contour on the remaining axes without the
// parameter of the search.

#include "analysis/stability/stability.hpp"
#include "results/records/table_file.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

results::AnalysisTable table_of(const study::Study& study, const Stability& stability);

}  // namespace hilspace::analysis
