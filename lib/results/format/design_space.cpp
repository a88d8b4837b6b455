#include "results/format/design_space.hpp"

#include <algorithm>

#include "results/format/design_variables.hpp"
#include "results/h5/checked_numbers.hpp"
#include "results/h5/text.hpp"

namespace hilspace::results {
namespace {

using study::Axis;
using study::Study;

void write_variable(hid_t file, const Variable& variable, std::span<const Dimension> dimensions) {
  const h5::Handle dataset =
      create_variable(file, label_of(variable),
                      variable.holds_texts ? h5::DataType::text : h5::DataType::float64, dimensions);
  if (variable.holds_texts)
    h5::write_texts(dataset, variable.texts);
  else
    write_numbers(dataset, variable.values);
}

Dimension write_coordinate(Schema& schema, hid_t file, const Variable& variable) {
  if (variable.holds_texts)
    return schema.coordinate(file, label_of(variable), std::span<const std::string>(variable.texts));
  return schema.coordinate(file, label_of(variable), std::span<const double>(variable.values));
}

}  // namespace

Label label_of(const Variable& variable) {
  return {variable.name, variable.units, variable.long_name, variable.description};
}

DesignSpace write_design_space(Schema& schema, hid_t file, const Study& study) {
  DesignSpace space;
  DesignVariables its = design_variables(study);
  space.coordinates = std::move(its.auxiliary);
  for (const DesignDimension& dimension : its.dimensions) {
    const auto is_its_coordinate = [&](const Variable& variable) { return variable.name == dimension.name; };
    const auto coordinate = std::ranges::find_if(its.variables, is_its_coordinate);
    space.dimensions.push_back(coordinate == its.variables.end()
                                   ? schema.pure_dimension(file, dimension.name, dimension.size)
                                   : write_coordinate(schema, file, *coordinate));
    const std::span<const Dimension> own(&space.dimensions.back(), 1);
    for (const Variable& variable : its.variables)
      if (variable.dimensions.front() == dimension.name && !is_its_coordinate(variable))
        write_variable(file, variable, own);
  }
  return space;
}

void write_fixed_parameters(hid_t file, const Study& study, std::string& coordinates) {
  for (const Variable& variable : fixed_variables(study)) {
    write_variable(file, variable, {});
    append_word(coordinates, variable.name);
  }
}

std::string write_design_point(hid_t file, const Study& study, std::uint64_t index) {
  const auto values = study::parameter_values(study, index);
  std::string names;
  for (const Axis& axis : study.axes) {
    for (const study::Id id : axis.parameters) {
      const double value = values[id];
      write_variable(file, design_variable(study, id, {&value, 1}, {}), {});
      append_word(names, study::parameter(id).path);
    }
  }
  return names;
}

}  // namespace hilspace::results
