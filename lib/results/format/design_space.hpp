#pragma once
// The study's axes in the file: the variables of `design_variables.hpp`. Those that are no dimension's coordinate are
// listed in the CF attribute `coordinates` of every variable, as are the fixed parameters of a result.

#include <string>
#include <vector>

#include "results/format/contents.hpp"
#include "results/format/schema.hpp"
#include "study/study.hpp"

namespace hilspace::results {

struct DesignSpace {
  std::vector<Dimension> dimensions;  // one per axis
  std::string coordinates;            // the auxiliary ones, separated by spaces
};
Label label_of(const Variable& variable);

/// Writes the axes to the root of a file.
DesignSpace write_design_space(Schema& schema, hid_t file, const study::Study& study);

/// Writes the parameters that no axis varies, each one with a value as a scalar; appends their names to
/// `coordinates`.
void write_fixed_parameters(hid_t file, const study::Study& study, std::string& coordinates);

/// Writes the varied parameters of one scenario as scalars; returns their names, separated by spaces.
std::string write_design_point(hid_t file, const study::Study& study, std::uint64_t index);

}  // namespace hilspace::results
