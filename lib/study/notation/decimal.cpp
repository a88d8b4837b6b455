#include "study/notation/decimal.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace hilspace::study {
namespace {

using Text = std::array<char, 64>;

/// The double nearest to "d.dde-dd".
double nearest_double(std::string_view scientific) {
  double x = 0.0;
  const auto result = std::from_chars(scientific.data(), scientific.data() + scientific.size(), x);
  if (result.ec != std::errc::result_out_of_range) return x;
  const bool tiny = scientific[scientific.find('e') + 1] == '-';
  const double magnitude = tiny ? 0.0 : std::numeric_limits<double>::infinity();
  return scientific.starts_with('-') ? -magnitude : magnitude;
}

}  // namespace

double shifted(double x, int power) {
  if (power == 0 || x == 0.0 || !std::isfinite(x)) return x;
  Text text;
  const auto end = std::to_chars(text.begin(), text.end(), x, std::chars_format::scientific).ptr;
  const std::string_view shortest(text.data(), static_cast<std::size_t>(end - text.data()));
  const auto e = shortest.find('e');
  const auto digits = shortest.substr(shortest[e + 1] == '+' ? e + 2 : e + 1);  // from_chars rejects '+'
  int exponent = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  return nearest_double(fmt::format("{}e{}", shortest.substr(0, e), exponent + power));
}

double round_to_15_digits(double x) {
  if (!std::isfinite(x)) return x;
  Text text;
  const auto end = std::to_chars(text.begin(), text.end(), x, std::chars_format::scientific, 14).ptr;
  return nearest_double({text.data(), static_cast<std::size_t>(end - text.data())});
}

}  // namespace hilspace::study
