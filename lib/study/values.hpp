#pragma once
// One value of one parameter: its type, its unit, its range. What is wrong becomes a finding.

#include <optional>
#include <string>
#include <string_view>

#include "study/quantity.hpp"
#include "study/reading.hpp"

namespace hilspace::study {

/// The value in SI, or the index of a name.
std::optional<double> read_value(const Parameter& parameter, const Value& value, Reading& reading);

/// The same for quantities and numbers, still in the unit they were written in.
std::optional<Quantity> read_quantity(const Parameter& parameter, const Value& value, Reading& reading);

/// A text, or a finding and null.
const std::string* read_text(std::string_view key, const Value& value, Reading& reading);

}  // namespace hilspace::study
