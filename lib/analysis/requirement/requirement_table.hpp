#pragma once
// Table of limits (results/records/table_file.hpp): content "requirement".
//
//   PATH       dimensions: the further parameters, with the values for which a limit was determined
//   limit ...  limit_columns(), on those dimensions
//   found      state of the limit: within the range, the whole range is good, neither end is good
//   binding_outcome, binding_target   of the scenario that binds
//   because    why no value meets the targets, if so

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/requirement/require.hpp"
#include "results/records/table_file.hpp"

namespace hilspace::analysis {

/// One number per limit, in SI.
struct LimitColumn {
  std::string name;
  std::string units;
  std::string long_name;
  std::function<double(const ParameterLimit&)> number;
};
std::vector<LimitColumn> limit_columns(const Requirement& requirement);

/// "limit", "all" or "none".
std::string_view found_name(Found found);

/// "because of the ...", or that no other stage is the cause; empty if not determined.
std::string because_text(const Blame& blame);

results::AnalysisTable requirement_table(const Requirement& requirement,
                                         std::span<const ParameterLimit> limits);

}  // namespace hilspace::analysis
