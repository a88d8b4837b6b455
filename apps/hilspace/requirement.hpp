#pragma once
// Limits that were found, as text, as CSV, and as a table in HDF5.

#include <string>
#include <vector>

#include "analysis/requirement/require.hpp"
#include "results/place.hpp"
#include "study/study.hpp"

namespace hilspace::app {

using Limits = std::vector<analysis::Limit>;

void print_requirement(const study::Study& study, const analysis::Requirement& requirement,
                       const Limits& limits);
void print_requirement_csv(const study::Study& study, const analysis::Requirement& requirement,
                           const Limits& limits);
void write_requirement(const results::Place& place, const study::Study& study,
                       const analysis::Requirement& requirement, const Limits& limits);

}  // namespace hilspace::app
