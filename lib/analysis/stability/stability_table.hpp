#pragma once
// The stability of a study as a table for a file: per scenario on its axes, and the contour on those that are
// left without the parameter it runs along.

#include "analysis/stability/stability.hpp"
#include "results/records/table_file.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

results::Table table_of(const study::Study& study, const Stability& stability);

}  // namespace hilspace::analysis
