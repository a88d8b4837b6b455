#pragma once
// Target: a bound on a metric, such as "abs(velocity.error_pct) <= 10 %".
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
  std::size_t metric;  // index into metrics::catalogue()
  bool absolute;
  Relation relation;
  double bound;      // in the metric's unit
  std::string text;  // as written by the user

  /// The metric, or its magnitude where the bound refers to that. NaN: undefined in that scenario.
  double value(const metrics::Row& row) const;
  /// Distance to the bound, in the metric's unit: < 0 where it is violated, NaN where undefined.
  double slack(const metrics::Row& row) const;
  /// Whether the scenario ended with outcome ok, has the metric, and meets the bound.
  bool met(const metrics::Row& row) const;
  /// slack() relative to the bound (to the metric's unit where the bound is 0), which makes different targets
  /// comparable. Minus infinity if the outcome is not ok or the metric is undefined.
  double margin(const metrics::Row& row) const;

  /// "abs(velocity.error_pct)"
  std::string name() const;
};

/// Parses a target for the scenarios of that study. Throws InputError with the problem and its remedy.
Target parse_target(std::string_view text, const study::Study& study);

}  // namespace hilspace::analysis
