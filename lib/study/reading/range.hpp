#pragma once
// Ranges on an axis: { from, to, count } or { from, to, step }.

#include <string>
#include <vector>

#include "study/reading/reading.hpp"

namespace hilspace::study {

/// The values of a range, in SI. Computed in decimal and in the unit of `from`, so that a point of a range
/// equals the same value typed in that unit. Empty, with a finding, if the range is wrong.
std::vector<double> read_range(const Parameter& parameter, const Value& value, Reading& reading);

/// `{ from = "0.1 m/s", to = "0.1 m/s", count = 5 }` in the parameter's unit, for messages.
std::string range_example(const Parameter& parameter);
/// Its two ends, each as written in a study.
std::pair<std::string, std::string> ends_example(const Parameter& parameter);

}  // namespace hilspace::study
