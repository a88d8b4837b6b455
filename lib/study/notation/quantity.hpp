#pragma once
// Quantities: a number with its unit, as in "0.4 ms". The only use of UDUNITS-2.
//
// A number is converted to SI in decimal if the unit is a power of ten of the SI unit, so "0.3 ms" and
// "0.0003 s" are the same double. UDUNITS is restricted where it is too permissive for a study: radians are
// not pure numbers (Hz is not rad/s), and a unit holds no numbers, offsets or logarithms.

#include <optional>
#include <string>
#include <string_view>

namespace hilspace::study {

/// Ratio of a unit to the SI unit of its dimension: a power of ten if it is one, otherwise a factor.
class Scale {
 public:
  Scale() = default;  // SI itself
  explicit Scale(double factor);

  double to_si(double number) const;
  double from_si(double si) const;
  friend bool operator==(const Scale&, const Scale&) = default;

 private:
  int power_ = 0;
  double factor_ = 1.0;  // used unless it is 1
};

struct Quantity {
  double number;  // as written
  Scale scale;    // of the unit it was written in

  double si() const { return scale.to_si(number); }
};

/// Reads "0.4 ms" in the dimension of the SI unit `si_unit` ("s", "m s-1", "rad s-1", "Hz"). On failure
/// `complaint` says why.
std::optional<Quantity> parse_quantity(std::string_view text, std::string_view si_unit,
                                       std::string& complaint);

/// The text without surrounding blanks.
std::string_view trimmed(std::string_view text);

/// The unit in a valid quantity: "ms" in "0.4 ms".
std::string_view unit_of(std::string_view quantity);

}  // namespace hilspace::study
