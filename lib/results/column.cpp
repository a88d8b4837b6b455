#include "results/column.hpp"

#include <algorithm>

namespace hilspace::results {
namespace {

using Source = Column::Source;

std::vector<std::string_view> outcome_names() {
  std::vector<std::string_view> names;
  for (const auto& outcome : kOutcomes) names.push_back(outcome.name);
  return names;
}

bool is_axis(const study::Study& study, study::Id parameter) {
  return std::ranges::any_of(study.axes, [&](const study::Axis& axis) {
    return std::ranges::find(axis.parameters, parameter) != axis.parameters.end();
  });
}

bool has_column(const study::Study& study, const Column& column) {
  switch (column.source) {
    case Source::outcome:
      return true;
    case Source::end_docking:
      return study.docking;
    case Source::end_hil:
      return study.hil;
    case Source::step:
      return !is_axis(study, study::Id::numerics_step);  // else it is a coordinate
    case Source::metric:
      break;
  }
  return is_stored(study, metrics::catalogue()[column.metric]);
}

}  // namespace

double Column::value(const metrics::Row& row) const {
  switch (source) {
    case Source::outcome:
      return static_cast<double>(row.outcome);
    case Source::end_docking:
      return static_cast<double>(row.end_docking);
    case Source::end_hil:
      return static_cast<double>(row.end_hil);
    case Source::step:
      return row.step;
    case Source::metric:
      break;
  }
  return row.values[metric];
}

void Column::set(metrics::Row& row, double value) const {
  switch (source) {
    case Source::outcome:
      row.outcome = static_cast<Outcome>(value);
      break;
    case Source::end_docking:
      row.end_docking = static_cast<End>(value);
      break;
    case Source::end_hil:
      row.end_hil = static_cast<End>(value);
      break;
    case Source::step:
      row.step = value;
      break;
    case Source::metric:
      row.values[metric] = value;
      break;
  }
}

std::vector<Column> all_columns() {
  const std::vector<std::string_view> ends(kEnds.begin(), kEnds.end());
  std::vector<Column> columns{
      {"outcome", "", "how the scenario went", outcome_names(), Source::outcome},
      {"end.docking", "", "how the run of the docking model ended", ends, Source::end_docking},
      {"end.hil", "", "how the run of the HIL model ended", ends, Source::end_hil},
      {"numerics.step", "s", "largest step of the time grid", {}, Source::step},
  };
  const auto catalogue = metrics::catalogue();
  for (std::size_t i = 0; i < catalogue.size(); ++i)
    columns.push_back({std::string(catalogue[i].name),
                       std::string(catalogue[i].units),
                       std::string(catalogue[i].long_name),
                       {},
                       Source::metric,
                       i});
  return columns;
}

bool is_stored(const study::Study& study, const metrics::Metric& metric) {
  const auto& selected = study.output.metrics;
  const bool reported = metric.belongs_to(study.model) && (study.docking || !metric.of_docking) &&
                        (study.hil || !metric.of_hil);
  return reported && (selected.empty() || std::ranges::find(selected, metric.name) != selected.end());
}

std::vector<Column> stored_columns(const study::Study& study) {
  auto columns = all_columns();
  std::erase_if(columns, [&](const Column& column) { return !has_column(study, column); });
  return columns;
}

void copy_column(const Column& column, std::span<const metrics::Row> rows, std::span<double> numbers) {
  if (column.source == Source::metric)  // nearly all are, and there are many of them
    std::ranges::transform(rows, numbers.begin(), [&](const auto& row) { return row.values[column.metric]; });
  else
    std::ranges::transform(rows, numbers.begin(), [&](const auto& row) { return column.value(row); });
}

}  // namespace hilspace::results
