#pragma once
// Numbers on the terminal in the units that a person writes: 24 mm/s where a file has 0.024 m s-1. CSV and JSON stay
// in SI. tools/plot/units.py has the same table for pictures.

#include <string>
#include <string_view>

#include "study/notation/quantity.hpp"

namespace hilspace::app {

/// A unit as it is printed, with the SI value of one.
struct PrintedUnit {
  study::Scale scale;
  std::string name;  // "mm/s"; empty for pure numbers
};

/// The unit in which numbers up to `largest`, in SI, have few zeros. `si_unit` is in UDUNITS spelling: "m s-1", "percent",
/// "1". A `largest` that is 0 or not finite gives SI.
PrintedUnit printed_unit(std::string_view si_unit, double largest);

/// The unit for a range: that of its larger end, or of the middle where it spans factors: 10 to 1000 kN/m.
PrintedUnit unit_of_range(std::string_view si_unit, double low, double high);

/// "24.1": `si` in the unit, with at most so many digits; "undefined" for NaN, "unbounded" for infinity.
std::string number_in(const PrintedUnit& unit, double si, int digits);

/// "24.1 mm/s", each number in a unit of its own; "undefined" for NaN.
std::string quantity_text(double si, std::string_view si_unit, int digits);

}  // namespace hilspace::app
