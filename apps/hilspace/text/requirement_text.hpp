#pragma once
// Limits of a requirement, as text and as CSV.

#include <vector>

#include "analysis/requirement/require.hpp"
#include "study/study.hpp"

namespace hilspace::app {

using ParameterLimits = std::vector<analysis::ParameterLimit>;

void print_requirement(const study::Study& study, const analysis::Requirement& requirement,
                       const ParameterLimits& limits);
void print_requirement_csv(const study::Study& study, const analysis::Requirement& requirement,
                           const ParameterLimits& limits);

}  // namespace hilspace::app
