#pragma once
// Design variables: the axes and the fixed parameters of a study as variables, in the order of the file, without
// a file. `design_space.hpp` writes them; a run in memory passes them on.
//
// A key that is alone on an axis of its name is the dimension's coordinate. Keys that share an axis, or whose
// axis has another name, are auxiliary coordinates on a dimension of its own: one of labels, "30 kg, 75 kg", or
// of a design, whose points are counted, one without a coordinate. Parameters that no axis varies are scalars.

#include <span>
#include <string>
#include <vector>

#include "results/format/contents.hpp"
#include "study/study.hpp"

namespace hilspace::results {

struct DesignDimension {
  std::string name;
  std::uint64_t size;
};

struct DesignVariables {
  std::vector<DesignDimension> dimensions;  // one per axis
  std::vector<Variable> variables;          // a dimension's coordinate before what else is on that dimension
  std::string auxiliary;                    // names of those that are no dimension's, separated by spaces
};
DesignVariables design_variables(const study::Study& study);

/// The parameters that no axis varies, each one that has a value.
std::vector<Variable> fixed_variables(const study::Study& study);

/// One parameter with these values, on these dimensions.
Variable design_variable(const study::Study& study, study::Id id, std::span<const double> values,
                         std::vector<std::string> dimensions);

/// Whether the axis is one key of the axis' name.
bool is_coordinate(const study::Axis& axis);

/// Throws InputError when an axis has a name that the result already uses.
void check_names(const study::Study& study);

/// Appends a word to words separated by spaces.
void append_word(std::string& words, std::string_view word);

}  // namespace hilspace::results
