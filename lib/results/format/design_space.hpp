#pragma once
// The study's axes in the file. A key that is alone on an axis of its name is the dimension's coordinate;
// keys that share an axis (or whose axis has another name) are auxiliary coordinates on a pure dimension,
// listed in the CF attribute `coordinates` of every variable. The dimension itself then has labels, "30 kg,
// 75 kg", unless it counts the points of a design. Parameters that no axis varies are scalar coordinates of a
// result.

#include <string>
#include <vector>

#include "results/format/schema.hpp"
#include "study/study.hpp"

namespace hilspace::results {

struct DesignSpace {
  std::vector<Dimension> dimensions;  // one per axis
  std::string coordinates;            // the auxiliary ones, separated by spaces
};
/// Writes the axes to the root of a file.
DesignSpace write_design_space(Schema& schema, hid_t file, const study::Study& study);

/// Writes the parameters that no axis varies, each one with a value as a scalar; appends their names to
/// `coordinates`.
void write_fixed_parameters(hid_t file, const study::Study& study, std::string& coordinates);

/// Writes the varied parameters of one scenario as scalars; returns their names, separated by spaces.
std::string write_design_point(hid_t file, const study::Study& study, std::uint64_t index);

/// Throws InputError when an axis has a name that the result already uses.
void check_names(const study::Study& study);

}  // namespace hilspace::results
