#pragma once
// Requirement: the limit of a parameter up to which a study's scenarios meet their targets.
//
// The search uses the simulation itself, over all scenarios of the study (its axes, or its sampled design):
//
//   1. scan of the range              finds the good end (as written, where both are alike) and the first
//                                     violation
//   2. bisection with the scenarios   then all scenarios that are good at its end are checked again; if one
//                                     of them
//      that fail                      fails there, it is bisected in turn
//   3. scan of +-1 % around it         repeated crossings, as of a quantised signal; the earliest one is
//                                      taken
//   4. the binding scenario there     gives the numerical error of the limit:
//      with finer steps
//                                     u = max(e / |dm/dx|, 2 |x' - x|)
//
//        e   numerical error of the metric m
//        x   the parameter at the limit;  x'  the same with finer steps
//
// low and high enclose the last good and the first bad value, every crossing, and u on either side.
//
// Several parameters: the limit of the first one for every combination of values of the others.

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
  std::vector<Varied> varied;  // the limit of the first one is determined
  std::vector<Target> targets;
  Tolerance tolerance{};
  std::size_t looks = 16;  // scan points over the range of the first one
  std::size_t points = 9;  // values of each of the others
};

/// Result for one line of the range.
enum class Found {
  limit,  // a limit was found
  all,    // the whole range is good at the scan points; the limit lies beyond
  none,   // the targets are violated at both ends
};

struct ParameterLimit {
  std::vector<double> at;  // values of the other parameters
  Found found = Found::none;
  double good_end = 0.0;  // of the range
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  Bracket bracket{kNone, kNone};  // last good, first bad
  double low = kNone;             // bounds of the limit, including numerical errors and repeated crossings
  double high = kNone;
  double numerical_error = kNone;  // u; NaN: the finer runs meet, or violate, the targets everywhere around
  std::size_t teeth = 0;           // crossings within 1 % of the limit; 1: a single, clean one
  std::optional<double> again;     // value far beyond the limit, or between bad ends, that is good again
  Binding binding{};  // at the first bad value; for `all` at the cheap end, for `none` at `good_end`
  Blame blame{};  // for `none` without any good value: other stages that violate the targets at `good_end`
};

/// Progress callback: lines finished, lines in total, scenarios simulated so far.
using Progress = std::function<void(std::size_t done, std::size_t total, std::uint64_t runs)>;

/// One limit per combination of the other parameters' values, the last one fastest. Empty when `stop` was
/// raised. `study` comes from freed().
std::optional<std::vector<ParameterLimit>> require(const study::Study& study, const Requirement& requirement,
                                                   int threads, const std::atomic<bool>& stop,
                                                   const Progress& progress = {});

/// Values of a parameter other than the first, at which the limit is determined.
std::vector<double> values_of(const Varied& varied, const Requirement& requirement);

}  // namespace hilspace::analysis
