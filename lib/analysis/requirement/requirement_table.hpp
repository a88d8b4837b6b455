#pragma once
// Limits that were found, as a table of results/records/table_file.hpp: content "requirement".
//
//   PATH       dimensions: the further parameters, with the values for which a limit was sought
//   limit ...  limit_columns(), on those dimensions
//   found      what is known of the limit: it is in the range, all of the range is good, no end of it is
//   binding_outcome, binding_target   of the scenario that binds
//   because    why no value meets the targets, where none does

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/requirement/require.hpp"
#include "results/records/table_file.hpp"

namespace hilspace::analysis {

/// One number of every limit, in SI.
struct LimitColumn {
  std::string name;
  std::string units;
  std::string long_name;
  std::function<double(const Limit&)> number;
};
std::vector<LimitColumn> limit_columns(const Requirement& requirement);

/// "limit", "all" or "none".
std::string_view found_name(Found found);

/// "because of the ...", or that nothing else is to blame; empty where that was not asked.
std::string because_text(const Blame& blame);

results::Table requirement_table(const Requirement& requirement, std::span<const Limit> limits);

}  // namespace hilspace::analysis
