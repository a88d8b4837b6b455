#pragma once
// Tables of analyses, as netCDF-4-compatible HDF5 like results: `stability`, `require`, `analyse`, `explain` and
// `qualify` write them, `show` and read_result() read them back.
//
//   the study's axes   dimensions with their coordinates, as in a result, if `on_design_space`
//   further dimensions with coordinates given by the caller
//   variables          on dimensions of either kind, or none

#include <filesystem>
#include <string>
#include <vector>

#include "results/disk/place.hpp"
#include "results/format/contents.hpp"
#include "study/study.hpp"

namespace hilspace::results {

struct AnalysisTable {
  std::string content;  // root attribute: "stability", "requirement", "sensitivity", "attribution" ...
  bool on_design_space = false;         // whether the study's axes are dimensions here
  std::vector<Variable> coordinates{};  // one per further dimension, of its name; values or texts
  /// Row-major on the `dimensions` they name. A variable with `flags` holds flag numbers; with `texts`,
  /// names; `numerical_error` NaN: not stored.
  std::vector<Variable> variables{};
};

/// A variable without values as yet.
Variable variable_on(std::vector<std::string> dimensions, std::string name, std::string units,
                     std::string long_name);

/// Names of the study's axes, as dimensions of variables.
std::vector<std::string> axis_names(const study::Study& study);

/// Throws InputError when a file of that name exists and is not a table of ours: call it before anything is
/// computed.
void check_table_output(const std::filesystem::path& file);

/// Replaces a file of that name if it is a table of ours. Throws InputError as above, RunError.
void write_table(const Place& place, const study::Study& study, const AnalysisTable& table);

}  // namespace hilspace::results
