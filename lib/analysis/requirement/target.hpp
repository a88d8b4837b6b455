#pragma once
// A target: what is demanded of a metric, as in "abs(velocity.error_pct) <= 10 %".
//
//   METRIC RELATION BOUND   METRIC: a name of `hilspace list metrics`, or abs(NAME); RELATION: <=, <, >=, >;
//                           BOUND: a number with a unit of the metric's dimension, bare for a pure number

#include <cstddef>
#include <string>
#include <string_view>

#include "metrics/catalogue.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

enum class Relation { at_most, below, at_least, above };

struct Target {
  std::size_t metric;  // place in metrics::catalogue()
  bool absolute;
  Relation relation;
  double bound;      // in the metric's unit
  std::string text;  // as it was written

  /// The metric, or its size where that is what the bound is for. NaN: undefined in that scenario.
  double value(const metrics::Row& row) const;
  /// How far the bound is away, in the metric's unit: < 0 where it is broken, NaN where undefined.
  double slack(const metrics::Row& row) const;
  /// Whether the scenario ended well, has the metric, and keeps the bound.
  bool met(const metrics::Row& row) const;
  /// slack() as a share of the bound (of the metric's unit where the bound is 0): what different targets
  /// have in common. Minus infinity where a scenario did not end well, or has no such metric.
  double margin(const metrics::Row& row) const;

  /// "abs(velocity.error_pct)"
  std::string name() const;
};

/// Reads one target for the scenarios of that study. Throws InputError that says what is wrong and how to
/// mend it.
Target parse_target(std::string_view text, const study::Study& study);

}  // namespace hilspace::analysis
