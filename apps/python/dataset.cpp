#include "dataset.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "results/format/design_variables.hpp"
#include "results/format/header_attributes.hpp"
#include "results/format/repeat_statistics.hpp"

namespace hilspace::python {
namespace py = pybind11;
namespace {

using Shape = std::vector<py::ssize_t>;

py::tuple names(const std::vector<std::string>& dimensions) { return py::cast(dimensions).cast<py::tuple>(); }

Shape shape_of(const study::Study& study, std::size_t axes) {
  Shape shape;
  for (std::size_t k = 0; k < axes; ++k) shape.push_back(static_cast<py::ssize_t>(study.axes[k].size()));
  return shape;
}

template <class T>
py::array_t<T> array(const Shape& shape, std::span<const T> numbers) {
  py::array_t<T> its(shape);
  std::ranges::copy(numbers, its.mutable_data());
  return its;
}

py::dict label(const std::string& units, const std::string& long_name, const std::string& description = {}) {
  py::dict attributes;
  if (!units.empty()) attributes["units"] = units;
  attributes["long_name"] = long_name;
  if (!description.empty()) attributes["description"] = description;
  return attributes;
}

py::tuple parameter(const results::Variable& variable) {
  py::object values;
  if (variable.holds_texts)
    values = variable.dimensions.empty()
                 ? py::object(py::str(variable.texts.front()))
                 : py::module_::import("numpy").attr("array")(variable.texts, py::arg("dtype") = "O");
  else
    values = array<double>(
        variable.dimensions.empty() ? Shape{} : Shape{static_cast<py::ssize_t>(variable.values.size())},
        variable.values);
  return py::make_tuple(names(variable.dimensions), values,
                        label(variable.units, variable.long_name, variable.description));
}

py::dict label(const results::Column& column) {
  py::dict attributes = label(column.units, column.long_name);
  if (column.flags.empty()) return attributes;
  std::vector<std::int8_t> numbers(column.flags.size());
  std::iota(numbers.begin(), numbers.end(), std::int8_t{0});
  attributes["flag_values"] = array<std::int8_t>({static_cast<py::ssize_t>(numbers.size())}, numbers);
  attributes["flag_meanings"] = fmt::format("{}", fmt::join(column.flags, " "));
  return attributes;
}

py::array flags(const Shape& shape, std::span<const double> numbers) {
  std::vector<std::int8_t> its(numbers.size());
  std::ranges::transform(numbers, its.begin(),
                         [](double number) { return static_cast<std::int8_t>(number); });
  return array<std::int8_t>(shape, its);
}

py::array singles(const Shape& shape, std::span<const double> numbers) {
  const std::vector<float> its(numbers.begin(), numbers.end());
  return array<float>(shape, its);
}

py::dict attributes_of(const study::Study& study, results::FileKind kind) {
  py::dict attributes;
  for (const auto& [name, value] : results::header_attributes(kind, study))
    attributes[name.c_str()] = std::visit([](const auto& its) -> py::object { return py::cast(its); }, value);
  return attributes;
}

std::vector<std::string> axis_names(const study::Study& study, std::size_t count) {
  std::vector<std::string> its;
  for (std::size_t k = 0; k < count; ++k) its.push_back(study.axes[k].name);
  return its;
}

}  // namespace

py::dict axes(const study::Study& study) {
  py::dict coordinates, its;
  for (const auto& variable : results::design_variables(study).variables)
    coordinates[variable.name.c_str()] = parameter(variable);
  its["dims"] = names(axis_names(study, study.axes.size()));
  its["coords"] = coordinates;
  return its;
}

py::dict dataset(const study::Study& study, const std::shared_ptr<const sweep::InMemory>& run) {
  py::dict coordinates, variables;
  for (const auto& variable : results::design_variables(study).variables)
    coordinates[variable.name.c_str()] = parameter(variable);
  for (const auto& variable : results::fixed_variables(study))
    coordinates[variable.name.c_str()] = parameter(variable);

  const results::Block& block = run->block;
  const Shape shape = shape_of(study, study.axes.size());
  const auto dimensions = names(axis_names(study, study.axes.size()));
  // Arrays keep it alive.
  const py::capsule owner(new std::shared_ptr<const sweep::InMemory>(run), [](void* its) {
    delete static_cast<std::shared_ptr<const sweep::InMemory>*>(its);
  });
  for (std::size_t i = 0; i < block.columns().size(); ++i) {
    const results::Column& column = block.columns()[i];
    const std::span<const double> numbers = block.numbers(i);
    py::dict attributes = label(column);
    if (column.content == results::Column::Content::metric) {
      attributes["numerical_error"] = block.error.values[column.metric];
      attributes["numerical_error_p95"] = block.error.percentile_95(column.metric);
    }
    py::array values;
    if (!column.flags.empty())
      values = flags(shape, numbers);
    else if (column.precision == study::Precision::float32)
      values = singles(shape, numbers);
    else
      values = py::array_t<double>(shape, numbers.data(), owner);
    variables[column.name.c_str()] = py::make_tuple(dimensions, values, attributes);
  }
  results::repeat_statistics(
      study, block.columns(),
      [&](std::size_t column, results::Range range, std::span<double> numbers) {
        std::ranges::copy(block.numbers(column).subspan(range.begin, range.size()), numbers.begin());
      },
      [&](const results::Column& statistic, std::span<const double> values) {
        const std::size_t others = study.axes.size() - 1;
        variables[statistic.name.c_str()] =
            py::make_tuple(names(axis_names(study, others)), array<double>(shape_of(study, others), values),
                           label(statistic));
      });
  py::dict attributes = attributes_of(study, results::FileKind::result);
  attributes["error_scenarios"] = block.error.scenarios;
  if (!run->warnings.empty()) attributes["warnings"] = fmt::format("{}", fmt::join(run->warnings, "\n"));

  py::dict its;
  its["coords"] = coordinates;
  its["data_vars"] = variables;
  its["attrs"] = attributes;
  return its;
}

py::dict dataset(const study::Study& study, std::uint64_t index, const metrics::Row& row) {
  py::dict coordinates, variables;
  const auto point = study::parameter_values(study, index);
  for (const auto& axis : study.axes)
    for (const study::Id id : axis.parameters) {
      const double value = point[id];
      const auto variable = results::design_variable(study, id, {&value, 1}, {});
      coordinates[variable.name.c_str()] = parameter(variable);
    }
  for (const auto& variable : results::fixed_variables(study))
    coordinates[variable.name.c_str()] = parameter(variable);
  for (const auto& column : results::stored_columns(study)) {
    if (column.content == results::Column::Content::error) continue;  // of one scenario, not known
    const double value = column.value(row);
    const py::array values =
        column.flags.empty() ? py::array(array<double>({}, {&value, 1})) : flags({}, {&value, 1});
    variables[column.name.c_str()] = py::make_tuple(py::tuple(), values, label(column));
  }
  py::dict attributes = attributes_of(study, results::FileKind::trace);
  attributes["scenario_index"] = index;

  py::dict its;
  its["coords"] = coordinates;
  its["data_vars"] = variables;
  its["attrs"] = attributes;
  return its;
}

py::dict histories(const study::Study& study, const models::Trace& trace) {
  py::dict models;
  const auto group = [&](const char* dimension, py::tuple coordinate,
                         std::span<const models::Channel> channels) {
    py::dict variables;
    for (const auto& channel : channels)
      variables[std::string(channel.name).c_str()] =
          py::make_tuple(py::make_tuple(dimension),
                         array<double>({static_cast<py::ssize_t>(channel.values.size())}, channel.values),
                         label(std::string(channel.units), std::string(channel.long_name)));
    py::dict coordinates, its;
    coordinates[dimension] = std::move(coordinate);
    its["coords"] = coordinates;
    its["data_vars"] = variables;
    its["attrs"] = py::dict();
    return its;
  };
  for (const models::TraceGroup& model : trace.groups) {
    if ((model.name == "docking" && !study.docking) || (model.name == "hil" && !study.hil)) continue;
    const auto time = models::distinct(model.time);
    models[model.name.c_str()] = group(
        "time",
        py::make_tuple(py::make_tuple("time"), array<double>({static_cast<py::ssize_t>(time.size())}, time),
                       label("s", "time since " + trace.origin)),
        model.channels);
    if (model.impacts.empty() || model.impacts.front().values.empty()) continue;
    std::vector<double> numbers(model.impacts.front().values.size());
    std::iota(numbers.begin(), numbers.end(), 1.0);
    models[(model.name + "/impacts").c_str()] =
        group("impact",
              py::make_tuple(py::make_tuple("impact"),
                             array<double>({static_cast<py::ssize_t>(numbers.size())}, numbers),
                             label("1", "number of the impact")),
              model.impacts);
  }
  return models;
}

}  // namespace hilspace::python
