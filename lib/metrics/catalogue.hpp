#pragma once
// The metrics of a (docking, HIL) pair: names, units, meaning, and the row of numbers a scenario leaves.
// This one list drives the result file, `--csv`, `list metrics` and the reference.

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

#include "core/outcome.hpp"
#include "models/kind.hpp"

namespace hilspace::metrics {

/// The value of an undefined metric.
inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

struct Metric {
  std::string_view name;
  std::string_view units;  // UDUNITS spelling; "1" for a ratio, "percent" for _pct
  std::string_view long_name;
  bool of_docking;  // whether it says something of the docking model, of the HIL model, or of both:
  bool of_hil;      // undefined when one of those failed
  bool axial;       // which models have it; the rig, what the axial one has
  bool sixdof;

  bool belongs_to(models::ModelKind model) const { return models::is_on_one_axis(model) ? axial : sixdof; }
};

/// In the order of Row::values.
std::span<const Metric> catalogue();
inline constexpr std::size_t kMetricCount = 81;

/// The result of one scenario. Undefined numbers (no reference, no contact, failed run) are NaN.
struct Row {
  std::array<double, kMetricCount> values;
  double step = std::numeric_limits<double>::quiet_NaN();  // s, the largest step of the pair's time grid
  Outcome outcome = Outcome::not_run;
  RunEnd end_docking = RunEnd::stopped;
  RunEnd end_hil = RunEnd::stopped;
};

/// A row of a scenario that was not run.
Row not_run();

}  // namespace hilspace::metrics
