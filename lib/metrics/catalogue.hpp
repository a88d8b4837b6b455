#pragma once
// Catalogue of the metrics of a (docking, HIL) pair: names, units, meaning, and a scenario's row of values.
// This list drives the result file, `--csv`, `list metrics` and the reference.

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
  bool of_docking;  // whether it depends on the docking model, on the HIL model, or on both:
  bool of_hil;      // undefined when one of those failed
  bool axial;       // models that have it; the rig has those of the axial one
  bool sixdof;
  bool four_mass;
  bool of_dent = false;               // of the law viscoplastic alone
  bool of_hybrid = false;             // of a hybrid contact alone
  bool of_features = false;           // whether only mechanisms of features have it
  bool of_hooks = false;              // whether only those with hooks have it
  std::size_t latch = 0, sensor = 0;  // the one that it tells of, from 1; 0: none

  bool belongs_to(models::ModelKind model) const {
    if (model == models::ModelKind::four_mass) return four_mass;
    return models::is_on_one_axis(model) ? axial : sixdof;
  }
};

/// In the order of Row::values.
std::span<const Metric> catalogue();
inline constexpr std::size_t kMetricCount = 216;

/// The result of one scenario. Undefined numbers (no reference, no contact, failed run) are NaN.
struct Row {
  std::array<double, kMetricCount> values;
  double step = std::numeric_limits<double>::quiet_NaN();  // s, the largest step of the pair's time grid
  Outcome outcome = Outcome::not_run;
  RunEnd end_docking = RunEnd::stopped;
  RunEnd end_hil = RunEnd::stopped;
  Agreement agreement = Agreement::unknown;  // of a capture
  /// How probable it is that a scenario is by chance as near as this one to an edge, where the least error of the
  /// numbers changes them by much. Not stored: it decides whether the scenario is run again (sweep/execution/batch.hpp).
  double edge_chance = 1.0;
};

/// Row of a scenario that was not run.
Row not_run();

}  // namespace hilspace::metrics
