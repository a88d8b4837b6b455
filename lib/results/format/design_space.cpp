#include "results/format/design_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/error.hpp"
#include "results/format/column.hpp"
#include "results/h5/checked_numbers.hpp"
#include "results/h5/text.hpp"
#include "study/schema/taken_names.hpp"

namespace hilspace::results {
namespace {

using study::Axis;
using study::Parameter;
using study::Study;

bool is_name(const Parameter& p) { return study::has_names(p.kind); }

Label label_of(const Parameter& p) {
  std::string name(p.path);
  std::ranges::replace_if(
      name, [](char c) { return c == '.' || c == '_'; }, ' ');
  return {std::string(p.path), is_name(p) ? "" : std::string(p.unit), std::move(name),
          std::string(p.description)};
}

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

std::vector<std::string> texts_of(const Study& study, study::Id id, std::span<const double> values) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(study::text_of(study, id, value));
  return texts;
}

bool is_coordinate(const Axis& axis) {
  return axis.parameters.size() == 1 && study::parameter(axis.parameters.front()).path == axis.name;
}

void write_variable(hid_t file, const Study& study, study::Id id, std::span<const double> values,
                    std::span<const Dimension> dimensions) {
  const Parameter& p = study::parameter(id);
  const h5::Handle variable =
      create_variable(file, label_of(p), is_name(p) ? h5::DataType::text : h5::DataType::float64, dimensions);
  if (is_name(p))
    h5::write_texts(variable, texts_of(study, id, values));
  else
    write_numbers(variable, values);
}

void append_word(std::string& words, std::string_view word) {
  words += words.empty() ? "" : " ";
  words += word;
}

}  // namespace

DesignSpace write_design_space(Schema& schema, hid_t file, const Study& study) {
  DesignSpace space;
  for (const Axis& axis : study.axes) {
    if (is_coordinate(axis)) {
      const study::Id id = axis.parameters.front();
      const auto& values = axis.values.front();
      const Label label = label_of(study::parameter(id));
      space.dimensions.push_back(is_name(study::parameter(id))
                                     ? schema.coordinate(file, label, texts_of(study, id, values))
                                     : schema.coordinate(file, label, values));
      continue;
    }
    space.dimensions.push_back(study.design
                                   ? schema.pure_dimension(file, axis.name, axis.size())
                                   : schema.coordinate(file, {axis.name, "", axis.name, description_of(axis)},
                                                       std::span<const std::string>(labels_of(study, axis))));
    const std::span<const Dimension> own(&space.dimensions.back(), 1);
    for (std::size_t i = 0; i < axis.parameters.size(); ++i) {
      write_variable(file, study, axis.parameters[i], axis.values[i], own);
      append_word(space.coordinates, study::parameter(axis.parameters[i]).path);
    }
  }
  return space;
}

void write_fixed_parameters(hid_t file, const Study& study, std::string& coordinates) {
  std::vector<bool> fixed(study::kParameterCount, true);
  for (const Axis& axis : study.axes)
    for (const study::Id id : axis.parameters) fixed[static_cast<std::size_t>(id)] = false;
  fixed[static_cast<std::size_t>("numerics.step"_id)] = false;  // a variable of the result
  for (std::size_t i = 0; i < study::kParameterCount; ++i) {
    const auto id = static_cast<study::Id>(i);
    const double value = study.base[id];
    if (!fixed[i] || std::isnan(value) || !study::parameter(id).models.has(study.model)) continue;
    write_variable(file, study, id, {&value, 1}, {});
    append_word(coordinates, study::parameter(id).path);
  }
}

std::string write_design_point(hid_t file, const Study& study, std::uint64_t index) {
  const auto values = study::parameter_values(study, index);
  std::string names;
  for (const Axis& axis : study.axes) {
    for (const study::Id id : axis.parameters) {
      const double value = values[id];
      write_variable(file, study, id, {&value, 1}, {});
      append_word(names, study::parameter(id).path);
    }
  }
  return names;
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
