#include "results/format/column.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hilspace::results {
namespace {

std::vector<std::string_view> outcome_names() {
  std::vector<std::string_view> names;
  for (const auto& outcome : kOutcomes) names.push_back(outcome.name);
  return names;
}

std::vector<std::string_view> agreement_names() {
  std::vector<std::string_view> names;
  for (const auto& agreement : kAgreements) names.push_back(agreement.name);
  return names;
}

/// Of a mechanism of the six-degree model.
bool has_latches(const study::Study& study) {
  return study.model == models::ModelKind::sixdof &&
         (mechanism::is_ready_made(study.mechanism) || !study.features.latches.empty());
}

bool is_axis(const study::Study& study, study::Id parameter) {
  return std::ranges::any_of(study.axes, [&](const study::Axis& axis) {
    return std::ranges::find(axis.parameters, parameter) != axis.parameters.end();
  });
}

bool has_column(const study::Study& study, const Column& column) {
  switch (column.content) {
    case Column::Content::outcome:
      return true;
    case Column::Content::end_docking:
      return study.docking;
    case Column::Content::end_hil:
      return study.hil;
    case Column::Content::agreement:
      return study.docking && study.hil && has_latches(study);
    case Column::Content::step:
      return !is_axis(study, "numerics.step"_id);  // otherwise it is a coordinate
    case Column::Content::error:
      return study.output.errors && is_stored(study, metrics::catalogue()[column.metric]);
    case Column::Content::metric:
      break;
  }
  return is_stored(study, metrics::catalogue()[column.metric]);
}

}  // namespace

double Column::value(const metrics::Row& row) const {
  switch (content) {
    case Column::Content::outcome:
      return static_cast<double>(row.outcome);
    case Column::Content::end_docking:
      return static_cast<double>(row.end_docking);
    case Column::Content::end_hil:
      return static_cast<double>(row.end_hil);
    case Column::Content::agreement:
      return static_cast<double>(row.agreement);
    case Column::Content::step:
      return row.step;
    case Column::Content::error:
      return metrics::kUndefined;
    case Column::Content::metric:
      break;
  }
  return row.values[metric];
}

void Column::set(metrics::Row& row, double value) const {
  switch (content) {
    case Column::Content::outcome:
      row.outcome = static_cast<Outcome>(value);
      break;
    case Column::Content::end_docking:
      row.end_docking = static_cast<RunEnd>(value);
      break;
    case Column::Content::end_hil:
      row.end_hil = static_cast<RunEnd>(value);
      break;
    case Column::Content::agreement:
      row.agreement = static_cast<Agreement>(value);
      break;
    case Column::Content::step:
      row.step = value;
      break;
    case Column::Content::metric:
      row.values[metric] = value;
      break;
    case Column::Content::error:
      break;
  }
}

std::vector<Column> all_columns() {
  const std::vector<std::string_view> ends(kEnds.begin(), kEnds.end());
  std::vector<Column> columns{
      {"outcome", "", "how the scenario went", outcome_names(), Column::Content::outcome},
      {"end.docking", "", "how the run of the docking model ended", ends, Column::Content::end_docking},
      {"end.hil", "", "how the run of the HIL model ended", ends, Column::Content::end_hil},
      {"captured.agreement", "", "whether space and testbed capture", agreement_names(),
       Column::Content::agreement},
      {"numerics.step", "s", "largest step of the time grid", {}, Column::Content::step},
  };
  const auto catalogue = metrics::catalogue();
  for (std::size_t i = 0; i < catalogue.size(); ++i)
    columns.push_back({std::string(catalogue[i].name),
                       std::string(catalogue[i].units),
                       std::string(catalogue[i].long_name),
                       {},
                       Column::Content::metric,
                       i});
  for (std::size_t i = 0; i < catalogue.size(); ++i)
    columns.push_back({fmt::format("{}{}", catalogue[i].name, kErrorSuffix),
                       std::string(catalogue[i].units),
                       fmt::format("numerical error of the {}", catalogue[i].long_name),
                       {},
                       Column::Content::error,
                       i});
  return columns;
}

bool is_stored(const study::Study& study, const metrics::Metric& metric) {
  const auto& selected = study.output.metrics;
  const bool reported = metric.belongs_to(study.model) && (study.docking || !metric.of_docking) &&
                        (study.hil || !metric.of_hil);
  if (!reported) return false;
  if (std::ranges::find(selected, metric.name) != selected.end()) return true;
  // Without a name of its own, only if the study has what it is about.
  if (metric.of_dent && !study::has_law(study, contact::Law::viscoplastic)) return false;
  if (metric.of_hybrid && !study::has_hybrid_contact(study)) return false;
  const bool known =
      (!metric.of_features || mechanism::is_of_features(study.mechanism)) &&
      (metric.latch == 0 || (has_latches(study) && metric.latch <= study.features.latch_count)) &&
      (metric.sensor == 0 || (has_latches(study) && metric.sensor <= study.features.sensor_count)) &&
      (!metric.of_hooks || !study.features.hard.hooks.empty());
  return known && (selected.empty() || std::ranges::any_of(selected, [&](const std::string& element) {
                     return study::selects(element, metric.name);
                   }));
}

std::vector<std::size_t> stored_metrics(const study::Study& study) {
  std::vector<std::size_t> stored;
  for (std::size_t m = 0; m < metrics::kMetricCount; ++m)
    if (is_stored(study, metrics::catalogue()[m])) stored.push_back(m);
  return stored;
}

std::vector<study::KnownMetric> known_metrics() {
  std::vector<study::KnownMetric> known;
  for (const auto& metric : metrics::catalogue())
    known.push_back({metric.name, {metric.axial, metric.sixdof, metric.axial, metric.four_mass}});
  return known;
}

std::vector<Column> stored_columns(const study::Study& study) {
  auto columns = all_columns();
  std::erase_if(columns, [&](const Column& column) { return !has_column(study, column); });
  for (Column& column : columns) column.precision = study.output.precision;
  return columns;
}

std::size_t repeats_of(const study::Study& study) {
  if (study.axes.empty() || study.design) return 0;
  const study::Axis& last = study.axes.back();
  if (last.parameters.size() != 1 || last.size() < 2) return 0;
  const study::Id id = last.parameters.front();
  return id == "numerics.repeat"_id || id == "rig.repetition"_id ? last.size() : 0;
}

std::vector<std::string> repeat_names(const study::Study& study) {
  std::vector<std::string> names;
  if (repeats_of(study) == 0) return names;
  names.emplace_back(kRepeatsOk);
  for (const Column& column : stored_columns(study))
    if (column.content == Column::Content::metric)
      for (const std::string_view statistic : kRepeatStatistics)
        names.push_back(fmt::format("{}.{}", column.name, statistic));
  return names;
}

bool is_repeat_name(std::string_view name) {
  const auto is_suffix = [name](std::string_view statistic) {
    return name.ends_with(statistic) && name.substr(0, name.size() - statistic.size()).ends_with('.');
  };
  return name == kRepeatsOk || std::ranges::any_of(kRepeatStatistics, is_suffix);
}

void copy_column(const Column& column, std::span<const metrics::Row> rows, std::span<double> numbers) {
  if (column.content == Column::Content::metric)  // nearly all are metrics, and there are many
    std::ranges::transform(rows, numbers.begin(), [&](const auto& row) { return row.values[column.metric]; });
  else
    std::ranges::transform(rows, numbers.begin(), [&](const auto& row) { return column.value(row); });
  if (column.precision != study::Precision::float64)
    for (double& number : numbers) number = rounded(number, column.precision);
}

void include(metrics::Summary& summary, const Column& column, std::span<const double> numbers) {
  const auto count = [&](auto& counts) {
    for (const double number : numbers) ++counts[static_cast<std::size_t>(number)];
  };
  if (column.content == Column::Content::outcome) count(summary.outcomes);
  if (column.content == Column::Content::end_docking) count(summary.ends_docking);
  if (column.content == Column::Content::end_hil) count(summary.ends_hil);
  if (column.content == Column::Content::agreement) count(summary.agreements);
  if (column.content != Column::Content::metric) return;
  // A comparison with NaN is false: NaN never enters, and is displaced by the first number.
  double smallest = summary.smallest[column.metric], largest = summary.largest[column.metric];
  std::size_t i = 0;
  for (; i < numbers.size() && std::isnan(smallest); ++i) smallest = largest = numbers[i];
  for (; i < numbers.size(); ++i) {
    smallest = numbers[i] < smallest ? numbers[i] : smallest;
    largest = numbers[i] > largest ? numbers[i] : largest;
  }
  summary.smallest[column.metric] = smallest;
  summary.largest[column.metric] = largest;
}

}  // namespace hilspace::results
