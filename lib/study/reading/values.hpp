#pragma once
// One value of one parameter: its type, its unit, its range. What is wrong becomes a finding.

#include <optional>
#include <string>
#include <string_view>

#include "study/notation/quantity.hpp"
#include "study/reading/reading.hpp"

namespace hilspace::study {

/// The value in SI, or the index of a name.
std::optional<double> read_value(const Parameter& parameter, const Value& value, Reading& reading);

/// The same for quantities and numbers, still in the unit they were written in.
std::optional<Quantity> read_quantity(const Parameter& parameter, const Value& value, Reading& reading);

/// The unit of the parameter's example, in which users think.
struct UsualUnit {
  std::string_view name;
  Scale scale;
};
UsualUnit usual_unit(const Parameter& parameter);

/// Advice for a value that should be a whole number and is one but for its spelling ("5", 5.0):
/// "; write 5", or nothing.
std::string whole_number_advice(const Value& value);

/// A text, or a finding and null.
const std::string* read_text(std::string_view key, const Value& value, Reading& reading);

}  // namespace hilspace::study
