#pragma once
// Columns: the numbers of a scenario as the files store them. This single list drives the parts, the result
// and the trace file.

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/catalogue.hpp"
#include "metrics/summary.hpp"
#include "study/study.hpp"

namespace hilspace::results {

struct Column {
  enum class Content { outcome, end_docking, end_hil, agreement, step, metric, error };

  std::string name;
  std::string units;  // empty: none
  std::string long_name;
  std::vector<std::string_view> flags;  // names of 0, 1, ... (stored as int8); none: a number
  Content content;
  std::size_t metric = 0;  // index into the catalogue, for Content::metric and error
  study::Precision precision = study::Precision::float64;  // of a number

  /// Of a row, which has no errors: these are undefined.
  double value(const metrics::Row& row) const;
  void set(metrics::Row& row, double value) const;
};

/// All possible columns, whatever the study.
std::vector<Column> all_columns();

/// All metrics that a study may select.
std::vector<study::KnownMetric> known_metrics();

/// Whether the study has the metric, for a model that it reports, and selects it.
bool is_stored(const study::Study& study, const metrics::Metric& metric);
/// Those metrics, as indices into metrics::catalogue().
std::vector<std::size_t> stored_metrics(const study::Study& study);

/// The columns that this study stores.
std::vector<Column> stored_columns(const study::Study& study);

/// Number of repeats of each scenario along the study's last axis, with other noise or other phases; 0 if the
/// last axis is not a repetition.
std::size_t repeats_of(const study::Study& study);

/// Statistics of each metric over such an axis, stored as METRIC.NAME, and the count of repeats that ended
/// well.
inline constexpr std::array<std::string_view, 3> kRepeatStatistics{"mean", "deviation", "interval"};
inline constexpr std::string_view kRepeatsOk = "repeats.ok";
/// Names of these statistics, and whether a name is one of them; they lie on all axes but the last.
std::vector<std::string> repeat_names(const study::Study& study);
bool is_repeat_name(std::string_view name);

/// The numerical error of a metric, for each scenario that was compared, is stored as METRIC.numerical_error.
inline constexpr std::string_view kErrorSuffix = ".numerical_error";

/// The number as a column of that precision has it.
constexpr double rounded(double number, study::Precision precision) {
  return precision == study::Precision::float32 ? static_cast<double>(static_cast<float>(number)) : number;
}

/// Extracts one column of many rows into as many numbers, rounded to its precision.
void copy_column(const Column& column, std::span<const metrics::Row> rows, std::span<double> numbers);

/// Includes numbers of a column: minimum and maximum of a metric, the count of each flag.
void include(metrics::Summary& summary, const Column& column, std::span<const double> numbers);

}  // namespace hilspace::results
