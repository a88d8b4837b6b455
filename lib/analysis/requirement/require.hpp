#pragma once
// The requirement: how far a parameter may go until a study's scenarios break a target.
//
// Sought on the simulation itself, over all scenarios of the study (its axes, or its sampled design):
//
//   1. points all over the range      which end is the good one (as written, where both are alike), and where the
//                                     targets are broken first
//   2. bisection with the scenarios   those that are good at its end are all looked at again; if one of them breaks
//      that break them                a target there, it is bisected in turn
//   3. points around, +-1 %           teeth, as of a quantised signal; an earlier crossing is taken
//   4. the binding scenario there     the numerical error of the limit:
//      with finer steps
//                                     u = max(e / |dm/dx|, 2 |x' - x|)
//
//        e   numerical error of the metric m
//        x   the parameter at the limit;  x'  the same with finer steps
//
// low and high hold the last good and the first bad value, every tooth, and u on either side.
//
// Several parameters: the first one's limit for every combination of values of the others.

#include <atomic>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "analysis/requirement/blame.hpp"
#include "analysis/requirement/bracket.hpp"
#include "analysis/requirement/judge.hpp"
#include "analysis/requirement/target.hpp"
#include "analysis/requirement/vary.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

struct Requirement {
  std::vector<Varied> varied;  // the first one's limit is sought
  std::vector<Target> targets;
  Tolerance tolerance{};
  std::size_t looks = 16;  // points over the range of the first one
  std::size_t points = 9;  // values of every other one
};

/// The kind of finding on one line of the range.
enum class Found {
  limit,  // there is one
  all,    // all of the range is good where it was looked at; the limit lies beyond
  none,   // the targets are broken at both ends
};

struct Limit {
  std::vector<double> at;  // values of the other parameters
  Found found = Found::none;
  double good_end = 0.0;  // of the range
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  Bracket bracket{kNone, kNone};  // last good, first bad
  double low = kNone;             // the limit lies between, numerical errors and teeth included
  double high = kNone;
  double numerical_error = kNone;  // u; NaN: the finer runs keep or break the targets all around
  std::size_t teeth = 0;           // crossings within 1 % of the limit; 1: clean
  std::optional<double> again;     // far behind the limit, or between bad ends, it is good again, here
  Binding binding{};  // at the first bad value; of `all` at the cheap end, of `none` at `good_end`
  Blame blame{};      // of `none` that is nowhere met: what else breaks the targets at `good_end`
};

/// Told every now and then: how many lines are done, of how many, and how many scenarios were simulated.
using Progress = std::function<void(std::size_t done, std::size_t total, std::uint64_t runs)>;

/// One limit per combination of the other parameters' values, the last one fastest. Nothing when `stop` was
/// raised meanwhile. `study` is a freed() one.
std::optional<std::vector<Limit>> require(const study::Study& study, const Requirement& requirement,
                                          int threads, const std::atomic<bool>& stop,
                                          const Progress& progress = {});

/// The values at which the limit is sought, of a parameter other than the first.
std::vector<double> values_of(const Varied& varied, const Requirement& requirement);

}  // namespace hilspace::analysis
