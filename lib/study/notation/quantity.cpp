#include "study/notation/quantity.hpp"

#include <fmt/format.h>
#include <udunits2.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "core/error.hpp"
#include "study/notation/decimal.hpp"

namespace hilspace::study {
namespace {

struct Free {
  void operator()(ut_system* system) const { ut_free_system(system); }
  void operator()(ut_unit* unit) const { ut_free(unit); }
  void operator()(cv_converter* converter) const { cv_free(converter); }
};
using System = std::unique_ptr<ut_system, Free>;
using Unit = std::unique_ptr<ut_unit, Free>;
using Converter = std::unique_ptr<cv_converter, Free>;

System read_unit_database() {
  ut_set_error_message_handler(ut_ignore);  // first, since it would write to standard error
  System system(ut_read_xml(nullptr));
  if (!system) throw RunError("UDUNITS-2 cannot read its unit database; is libudunits2-data installed?");
  const Unit degree(ut_parse(system.get(), "degree", UT_ASCII));
  ut_map_symbol_to_unit("deg", UT_ASCII, degree.get());
  return system;
}

Unit parse_unit(std::string_view text) {
  static const System system = read_unit_database();
  return Unit(ut_parse(system.get(), std::string(text).c_str(), UT_UTF8));
}

/// The SI units are those of the parameters, which are valid.
bool same_dimension(const ut_unit* unit, const ut_unit* si) {
  const Unit ratio(ut_divide(unit, si));
  if (!ratio || ut_is_dimensionless(ratio.get()) == 0) return false;
  // To UDUNITS a radian is a pure number too; the formatted unit shows it.
  std::array<char, 256> text{};
  const int length = ut_format(ratio.get(), text.data(), text.size(), UT_ASCII | UT_DEFINITION);
  return length > 0 && std::string_view(text.data()).find("rad") == std::string_view::npos;
}

/// The factor to SI; nothing for units with an offset or a logarithm.
std::optional<Scale> scale_between(ut_unit* unit, ut_unit* si) {
  const Converter converter(ut_get_converter(unit, si));
  if (!converter) return std::nullopt;
  const auto converted = [&](double x) { return cv_convert_double(converter.get(), x); };
  const double factor = converted(1.0);
  const bool linear = converted(0.0) == 0.0 && converted(2.0) == 2.0 * factor;
  if (!linear || !std::isfinite(factor) || factor <= 0.0) return std::nullopt;
  return Scale(factor);
}

bool is_letter(char c) {
  const bool ascii = static_cast<unsigned char>(c) < 0x80;  // the others serve as letters: "µm"
  return !ascii || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// UDUNITS accepts "kg 500" as 500 kg; here digits are only exponents, as in "m/s2", "m s-1" and "m^2".
bool holds_a_number(std::string_view unit) {
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (!is_digit(unit[i])) continue;
    std::size_t before = i;
    if (before > 0 && (unit[before - 1] == '-' || unit[before - 1] == '+')) --before;
    if (before == 0) return true;
    const char c = unit[before - 1];
    if (!is_letter(c) && !is_digit(c) && c != '^') return true;
  }
  return false;
}

std::string_view dimension_of(std::string_view si_unit) {
  static const std::map<std::string_view, std::string_view> names{
      {"kg", "mass"},
      {"m", "length"},
      {"s", "time"},
      {"m s-1", "speed"},
      {"Hz", "frequency"},
      {"N", "force"},
      {"Pa", "pressure"},
      {"kg m2", "moment of inertia"},
      {"kg m-3", "density"},
      {"rad", "angle"},
      {"N m", "torque"},
      {"rad s-1", "angular frequency"},
      {"N m-1", "stiffness"},
      {"N s m-1", "viscosity"},
      {"N m rad-1", "torsional stiffness"},
      {"N m s rad-1", "torsional viscosity"},
      {"m s-2", "acceleration"},
      {"s m-1", "viscosity over stiffness"},
      {"m2 Hz-1", "power spectral density of a length"},
      {"N2 Hz-1", "power spectral density of a force"},
      {"rad2 Hz-1", "power spectral density of an angle"},
      {"N2 m2 Hz-1", "power spectral density of a torque"},
  };
  const auto found = names.find(si_unit);
  return found == names.end() ? si_unit : found->second;
}

/// UDUNITS allows any prefix before a radian, so "2 Grad" would be two giga-radians. Milliradians and smaller
/// are in use, as are kilo- and megaradians in angular frequencies.
bool has_odd_radians(std::string_view unit, std::string_view si_unit) {
  constexpr std::array<std::string_view, 6> in_use{"", "m", "u", "\u00B5", "\u03BC", "n"};
  for (auto at = unit.find("rad"); at != std::string_view::npos; at = unit.find("rad", at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && is_letter(unit[begin - 1])) --begin;
    const auto prefix = unit.substr(begin, at - begin);
    const bool is_fast = si_unit != "rad" && (prefix == "k" || prefix == "M");
    if (!is_fast && std::ranges::find(in_use, prefix) == in_use.end()) return true;
  }
  return false;
}

/// Messages quote a unit up to here, and never split a character.
std::string quotable(std::string text) {
  std::size_t most = 60;
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) >> 6) == 2) --most;
  return text.substr(0, most) + "...";
}

struct ReadUnit {
  std::optional<Scale> scale;
  std::string complaint;
};

ReadUnit read_unit(const std::string& text, const std::string& si_unit) {
  const Unit unit = text == "1/s" ? parse_unit("s-1") : holds_a_number(text) ? nullptr : parse_unit(text);
  if (!unit) return {std::nullopt, fmt::format("\"{}\" is not a unit", quotable(text))};
  if (has_odd_radians(text, si_unit))
    return {std::nullopt, fmt::format("\"{}\" would be radians with a prefix", text)};
  const Unit si = parse_unit(si_unit);
  // "1/s" is ambiguous, so a frequency must be given in Hz.
  const bool says_hertz = text.find("Hz") != std::string::npos || text.find("ertz") != std::string::npos;
  const bool fits = same_dimension(unit.get(), si.get());
  if (fits && si_unit.find("Hz") != std::string::npos && !says_hertz)
    return {std::nullopt, fmt::format("{} may mean Hz or rad/s; write Hz", text)};
  auto scale = fits ? scale_between(unit.get(), si.get()) : std::nullopt;
  if (!scale)
    return {std::nullopt, fmt::format("{} is not a unit of {}", quotable(text), dimension_of(si_unit))};
  return {scale, {}};
}

/// An axis may hold a million quantities in one unit, and UDUNITS' parser is slow and not reentrant.
const ReadUnit& read_unit_once(std::string_view text, std::string_view si_unit) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, ReadUnit> cache;
  const std::lock_guard lock(mutex);
  const std::pair key{std::string(text), std::string(si_unit)};
  auto found = cache.find(key);
  if (found == cache.end()) found = cache.emplace(key, read_unit(key.first, key.second)).first;
  return found->second;
}

struct NumberAndRest {
  std::from_chars_result result;
  double number = 0.0;
  std::string_view rest;
};

NumberAndRest split_number(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  NumberAndRest split{};
  const char* const end = text.data() + text.size();
  split.result = std::from_chars(text.data(), end, split.number);
  split.rest = trimmed({split.result.ptr, static_cast<std::size_t>(end - split.result.ptr)});
  return split;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const auto first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

Scale::Scale(double factor) {
  const int power = static_cast<int>(std::lround(std::log10(factor)));
  const double ten = shifted(1.0, power);
  if (std::abs(factor - ten) <= 1e-14 * ten)
    power_ = power;
  else
    factor_ = factor;
}

double Scale::to_si(double number) const {
  return factor_ == 1.0 ? shifted(number, power_) : number * factor_;
}
double Scale::from_si(double si) const { return factor_ == 1.0 ? shifted(si, -power_) : si / factor_; }

std::optional<Quantity> parse_quantity(std::string_view text, std::string_view si_unit,
                                       std::string& complaint) {
  const auto [result, number, unit] = split_number(text);
  if (result.ec == std::errc::result_out_of_range)
    complaint = "beyond the numbers of double precision";
  else if (result.ec != std::errc())
    complaint = "must be a number followed by its unit";
  else if (!std::isfinite(number))
    complaint = "must be finite";
  else if (unit.empty())
    complaint = "the unit is missing";
  if (!complaint.empty()) return std::nullopt;

  const ReadUnit& read = read_unit_once(unit, si_unit);
  complaint = read.complaint;
  if (!read.scale) return std::nullopt;
  const Quantity quantity{number, *read.scale};
  if (!std::isfinite(quantity.si())) complaint = "beyond the numbers of double precision";
  if (!complaint.empty()) return std::nullopt;
  return quantity;
}

std::string_view unit_of(std::string_view quantity) { return split_number(quantity).rest; }

}  // namespace hilspace::study
