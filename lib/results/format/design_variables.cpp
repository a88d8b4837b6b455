#include "results/format/design_variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/error.hpp"
#include "results/format/column.hpp"
#include "study/schema/taken_names.hpp"

namespace hilspace::results {
namespace {

using study::Axis;
using study::Parameter;
using study::Study;

/// "30 kg, 75 kg": label of a point on an axis of several keys.
std::vector<std::string> labels_of(const Study& study, const Axis& axis) {
  std::vector<std::string> labels(axis.size());
  for (std::size_t i = 0; i < axis.size(); ++i)
    for (std::size_t k = 0; k < axis.parameters.size(); ++k)
      labels[i] += (k == 0 ? "" : ", ") + study::text_with_unit(study, axis.parameters[k], axis.values[k][i]);
  return labels;
}

std::string description_of(const Axis& axis) {
  std::string keys;
  for (const study::Id id : axis.parameters)
    keys += (keys.empty() ? "" : ", ") + std::string(study::parameter(id).path);
  return "points of the axis: " + keys;
}

Variable labels_variable(const Study& study, const Axis& axis) {
  Variable variable;
  variable.name = variable.long_name = axis.name;
  variable.description = description_of(axis);
  variable.dimensions = {axis.name};
  variable.texts = labels_of(study, axis);
  variable.size = axis.size();
  variable.holds_texts = true;
  return variable;
}

}  // namespace

bool is_coordinate(const Axis& axis) {
  return axis.parameters.size() == 1 && study::parameter(axis.parameters.front()).path == axis.name;
}

void append_word(std::string& words, std::string_view word) {
  words += words.empty() ? "" : " ";
  words += word;
}

Variable design_variable(const Study& study, study::Id id, std::span<const double> values,
                         std::vector<std::string> dimensions) {
  const Parameter& p = study::parameter(id);
  Variable variable;
  variable.name = variable.long_name = p.path;
  std::ranges::replace_if(
      variable.long_name, [](char c) { return c == '.' || c == '_'; }, ' ');
  variable.description = p.description;
  variable.dimensions = std::move(dimensions);
  variable.size = values.size();
  variable.holds_texts = study::has_names(p.kind);
  if (variable.holds_texts) {
    for (const double value : values) variable.texts.push_back(study::text_of(study, id, value));
  } else {
    variable.units = p.unit;
    variable.values.assign(values.begin(), values.end());
  }
  return variable;
}

DesignVariables design_variables(const Study& study) {
  DesignVariables space;
  for (const Axis& axis : study.axes) {
    space.dimensions.push_back({axis.name, axis.size()});
    if (!is_coordinate(axis) && !study.design) space.variables.push_back(labels_variable(study, axis));
    for (std::size_t i = 0; i < axis.parameters.size(); ++i) {
      space.variables.push_back(design_variable(study, axis.parameters[i], axis.values[i], {axis.name}));
      if (!is_coordinate(axis)) append_word(space.auxiliary, space.variables.back().name);
    }
  }
  return space;
}

std::vector<Variable> fixed_variables(const Study& study) {
  std::vector<bool> fixed(study::kParameterCount, true);
  for (const Axis& axis : study.axes)
    for (const study::Id id : axis.parameters) fixed[static_cast<std::size_t>(id)] = false;
  fixed[static_cast<std::size_t>("numerics.step"_id)] = false;  // a variable of the result
  std::vector<Variable> variables;
  for (std::size_t i = 0; i < study::kParameterCount; ++i) {
    const auto id = static_cast<study::Id>(i);
    const double value = study.base[id];
    if (!fixed[i] || std::isnan(value) || !study::parameter(id).models.has(study.model)) continue;
    variables.push_back(design_variable(study, id, {&value, 1}, {}));
  }
  return variables;
}

void check_names(const Study& study) {
  std::set<std::string, std::less<>> taken(study::kTakenNames.begin(), study::kTakenNames.end());
  if (study.design) taken.erase("scenario");  // its own
  for (const Column& column : stored_columns(study)) taken.insert(column.name);
  for (auto& name : repeat_names(study)) taken.insert(std::move(name));
  std::vector<std::string> findings;
  const auto claim = [&](std::string_view name, const char* what) {
    if (!taken.emplace(name).second)
      findings.push_back(fmt::format("{} '{}': the result already uses that name; rename it", what, name));
  };
  for (const Axis& axis : study.axes) {
    for (const study::Id id : axis.parameters) claim(study::parameter(id).path, "axis key");
    if (!is_coordinate(axis)) claim(axis.name, "axis name");
    if (axis.name.empty() || axis.name.find('/') != std::string::npos)
      findings.push_back(fmt::format("axis name '{}': a name must not be empty or contain '/'", axis.name));
  }
  if (!findings.empty()) throw InputError(findings);
}

}  // namespace hilspace::results
