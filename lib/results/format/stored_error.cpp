#include "results/format/stored_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "metrics/numerical_error.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/checked_numbers.hpp"

namespace hilspace::results {
namespace {

/// The classes of all metrics in sequence: number of the metric among those stored, upper bound, scenarios.
struct Entries {
  std::vector<double> metric, at_most, scenarios;
};

std::vector<const Column*> metrics_of(std::span<const Column> columns) {
  std::vector<const Column*> found;
  for (const Column& column : columns)
    if (column.content == Column::Content::metric) found.push_back(&column);
  return found;
}

Entries entries_of(std::span<const Column> columns, const metrics::NumericalError& error) {
  Entries entries;
  const auto stored = metrics_of(columns);
  for (std::size_t i = 0; i < stored.size(); ++i)
    for (const auto& its : error.spread[stored[i]->metric].classes()) {
      entries.metric.push_back(static_cast<double>(i));
      entries.at_most.push_back(its.at_most);
      entries.scenarios.push_back(static_cast<double>(its.scenarios));
    }
  return entries;
}

void take_entries(metrics::NumericalError& error, const Entries& entries, std::span<const Column> columns) {
  const auto stored = metrics_of(columns);
  for (std::size_t k = 0; k < entries.metric.size(); ++k) {
    const double metric = entries.metric[k], at_most = entries.at_most[k], scenarios = entries.scenarios[k];
    if (!(metric >= 0.0 && metric < static_cast<double>(stored.size())) || !(at_most >= 0.0) ||
        !(scenarios >= 1.0 && scenarios <= 0x1p53))
      throw h5::Error("the numerical errors hold an invalid value");
    error.spread[stored[static_cast<std::size_t>(metric)]->metric].add(at_most,
                                                                       static_cast<std::uint64_t>(scenarios));
  }
}

std::size_t scenarios_of(hid_t file) {
  const auto scenarios = h5::integer_attribute(file, "error_scenarios");
  if (!scenarios || *scenarios < 0) throw h5::Error("attribute 'error_scenarios' is missing");
  return static_cast<std::size_t>(*scenarios);
}

}  // namespace

void write_error(hid_t file, hid_t numbers, std::span<const Column> columns,
                 const metrics::NumericalError& error) {
  h5::write_attribute(file, "error_scenarios", static_cast<std::int64_t>(error.scenarios));
  std::vector<double> values;
  for (const Column& column : columns)
    values.push_back(column.content == Column::Content::metric ? error.values[column.metric]
                                                               : std::numeric_limits<double>::quiet_NaN());
  h5::write_attribute(numbers, "numerical_error", std::span<const double>(values));
  const Entries entries = entries_of(columns, error);
  if (entries.metric.empty()) return;
  std::vector<double> rows;
  for (const auto* row : {&entries.metric, &entries.at_most, &entries.scenarios})
    rows.insert(rows.end(), row->begin(), row->end());
  write_numbers(h5::create_rows(file, kErrorGroup, 3, entries.metric.size()), rows);
}

metrics::NumericalError read_error(hid_t file, hid_t numbers, std::span<const Column> columns) {
  metrics::NumericalError error;
  error.scenarios = scenarios_of(file);
  const auto values = h5::number_attributes(numbers, "numerical_error");
  if (values.size() != columns.size()) throw h5::Error("numerical errors are missing");
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].content == Column::Content::metric) error.values[columns[i].metric] = values[i];
  if (!h5::exists(file, kErrorGroup)) return error;
  const h5::Handle dataset = h5::open_numbers(file, kErrorGroup);
  const h5::Shape shape = h5::shape(dataset);
  if (shape.size() != 2 || shape[0] != 3) throw h5::Error("the numerical errors have the wrong size");
  const std::vector<double> rows = read_numbers(dataset);
  Entries entries;
  auto row = rows.begin();
  for (auto* into : {&entries.metric, &entries.at_most, &entries.scenarios}) {
    const auto end = row + static_cast<std::ptrdiff_t>(shape[1]);
    into->assign(std::exchange(row, end), end);
  }
  take_entries(error, entries, columns);
  return error;
}

void write_error(Schema& schema, hid_t file, std::span<const h5::Handle> datasets,
                 std::span<const Column> columns, const metrics::NumericalError& error) {
  h5::write_attribute(file, "error_scenarios", static_cast<std::int64_t>(error.scenarios));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].content != Column::Content::metric) continue;
    h5::write_attribute(datasets[i], "numerical_error", error.values[columns[i].metric]);
    h5::write_attribute(datasets[i], "numerical_error_p95", error.percentile_95(columns[i].metric));
  }
  const Entries entries = entries_of(columns, error);
  if (entries.metric.empty()) return;
  const h5::Handle group = h5::create_group(file, kErrorGroup);
  const Dimension classes = schema.pure_dimension(group, "class", entries.metric.size());
  const auto variable = [&](const Label& label, h5::DataType type) {
    return create_variable(group, label, type, {&classes, 1});
  };
  const h5::Handle metric =
      variable({"metric", "", "the metric whose errors are counted"}, h5::DataType::int8);
  std::vector<std::string_view> names;
  for (const Column* column : metrics_of(columns)) names.push_back(column->name);
  write_flags(metric, names);
  write_numbers(metric, entries.metric);
  write_numbers(
      variable({"at_most", "", "upper bound of the class, in the unit of the metric"}, h5::DataType::float64),
      entries.at_most);
  write_numbers(variable({"scenarios", "1", "scenarios with an error in this class"}, h5::DataType::float64),
                entries.scenarios);
}

metrics::NumericalError read_error(hid_t file, std::span<const Column> columns) {
  metrics::NumericalError error;
  error.scenarios = scenarios_of(file);
  for (const Column& column : columns) {
    if (column.content != Column::Content::metric) continue;
    const auto value = h5::number_attribute(file, "numerical_error", column.name.c_str());
    if (!value) throw h5::Error(fmt::format("the numerical error of {} is missing", column.name));
    error.values[column.metric] = *value;
  }
  if (!h5::exists(file, kErrorGroup)) return error;
  const h5::Handle group = h5::open_group(file, kErrorGroup);
  const auto numbers = [&](const char* name) { return read_numbers(h5::open_numbers(group, name)); };
  const Entries entries{numbers("metric"), numbers("at_most"), numbers("scenarios")};
  if (entries.at_most.size() != entries.metric.size() || entries.scenarios.size() != entries.metric.size())
    throw h5::Error("the numerical errors have the wrong size");
  take_entries(error, entries, columns);
  return error;
}

}  // namespace hilspace::results
