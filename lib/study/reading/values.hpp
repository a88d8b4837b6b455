#pragma once
// Values of a parameter: type, unit and range are checked; errors become findings.

#include <optional>
#include <string>
#include <string_view>

#include "study/notation/quantity.hpp"
#include "study/reading/reading.hpp"

namespace hilspace::study {

/// The value in SI, or the index of a name.
std::optional<double> read_value(const Parameter& parameter, const Value& value, Reading& reading);

/// The same for quantities and numbers, in the unit as written.
std::optional<Quantity> read_quantity(const Parameter& parameter, const Value& value, Reading& reading);

/// The unit of the parameter's example, in which users think.
struct UsualUnit {
  std::string_view name;
  Scale scale;
};
UsualUnit usual_unit(const Parameter& parameter);

/// Advice for a value that should be an integer and differs only in spelling ("5", 5.0): "; write 5", or
/// nothing, as where the integer is not within the bounds.
std::string whole_number_advice(const Value& value, double least, double most);

/// A text; otherwise adds a finding and returns null.
const std::string* read_text(std::string_view key, const Value& value, Reading& reading,
                             const std::string& advice = {});

}  // namespace hilspace::study
