#include "study/notation/likely_quantity.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>
#include <vector>

#include "study/notation/quantity.hpp"

namespace hilspace::study {
namespace {

struct Spelling {
  std::string_view written;
  std::string_view meant;
};

/// Characters from other programs that resemble ASCII.
constexpr std::array kLookalikes{Spelling{"\u00A0", " "}, Spelling{"\u2007", " "}, Spelling{"\u2009", " "},
                                 Spelling{"\u202F", " "}, Spelling{"\u200B", ""},  Spelling{"\uFEFF", ""},
                                 Spelling{"\u2212", "-"}, Spelling{"\u2013", "-"}, Spelling{"\uFF10", "0"},
                                 Spelling{"\uFF11", "1"}, Spelling{"\uFF12", "2"}, Spelling{"\uFF13", "3"},
                                 Spelling{"\uFF14", "4"}, Spelling{"\uFF15", "5"}, Spelling{"\uFF16", "6"},
                                 Spelling{"\uFF17", "7"}, Spelling{"\uFF18", "8"}, Spelling{"\uFF19", "9"}};

/// Common spellings of units that UDUNITS does not know, or confuses with others; without blanks, in lower
/// case.
constexpr std::array kSpellings{
    Spelling{"mps", "m/s"},       Spelling{"cmps", "cm/s"},       Spelling{"mmps", "mm/s"},
    Spelling{"m\\s", "m/s"},      Spelling{"mm\\s", "mm/s"},      Spelling{"kph", "km/h"},
    Spelling{"kmh", "km/h"},      Spelling{"m·s⁻¹", "m/s"},       Spelling{"lbs", "lb"},
    Spelling{"kgs", "kg"},        Spelling{"kilo", "kg"},         Spelling{"kilos", "kg"},
    Spelling{"n/m^1", "N/m"},     Spelling{"newtonmeter", "N m"}, Spelling{"hertz", "Hz"},
    Spelling{"kilohertz", "kHz"}, Spelling{"grad", "deg"},        Spelling{"grad/s", "deg/s"},
    Spelling{"º", "deg"}};

/// The units used in studies, the most usual ones of each dimension first.
constexpr std::array kUsual{"kg",    "g",      "mg",    "t",     "m",    "mm",   "um",   "nm",   "cm",
                            "km",    "s",      "ms",    "us",    "ns",   "min",  "m/s",  "mm/s", "cm/s",
                            "um/s",  "km/h",   "Hz",    "kHz",   "MHz",  "GHz",  "N",    "kN",   "mN",
                            "uN",    "Pa",     "kPa",   "MPa",   "GPa",  "deg",  "rad",  "mrad", "N m",
                            "kN m",  "mN m",   "rad/s", "deg/s", "N/m",  "kN/m", "N/mm", "N/um", "MN/m",
                            "N s/m", "kN s/m", "kg m2", "kg/m3", "g/cm3"};

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

bool replace_all(std::string& text, std::string_view from, std::string_view to) {
  bool any = false;
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
    any = true;
  }
  return any;
}

/// In lower case, without the usual separators between the parts of a unit.
std::string plain_unit(std::string_view unit) {
  std::string result;
  for (const char c : unit)
    if (c != ' ' && c != '.' && c != '*' && c != '[' && c != ']')
      result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

bool readable(const std::string& text, std::string_view si_unit) {
  std::string ignored;
  return parse_quantity(text, si_unit, ignored).has_value();
}

/// The leading number as written, and the rest.
std::pair<std::string, std::string> number_and_unit(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() &&
         (is_decimal(text[end]) || text[end] == '.' || text[end] == '+' || text[end] == '-' ||
          ((text[end] == 'e' || text[end] == 'E') && end > 0 && end + 1 < text.size() &&
           (is_decimal(text[end + 1]) || text[end + 1] == '-' || text[end + 1] == '+'))))
    ++end;
  return {std::string(trimmed(text.substr(0, end))), std::string(trimmed(text.substr(end)))};
}

/// The same number with the most similarly spelled unit of that dimension; unchanged if there is none.
std::string with_likely_unit(const std::string& text, std::string_view si_unit) {
  const auto [number, unit] = number_and_unit(text);
  const std::string written = plain_unit(unit);
  for (const auto& [alias, meant] : kSpellings)
    if (written == alias)
      if (auto likely = number + " " + std::string(meant); readable(likely, si_unit)) return likely;
  for (const std::string_view usual : kUsual)
    if (written == plain_unit(usual))
      if (auto likely = number + " " + std::string(usual); readable(likely, si_unit)) return likely;
  return text;
}

/// Removes digit group separators; true if there were any.
bool join_digits(std::string& text) {
  std::string joined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool separator = text[i] == '_' || text[i] == ' ' || text[i] == '\'';
    const bool between = i > 0 && i + 1 < text.size() && is_decimal(text[i - 1]) && is_decimal(text[i + 1]);
    if (!separator || !between) joined += text[i];
  }
  return std::exchange(text, joined) != joined;
}

/// Writes 1.000,5 and 1,000.5 as 1000.5, and 1,000,000 as 1000000; true if there was such a number.
bool join_groups(std::string& text) {
  std::size_t end = 0;
  while (end < text.size() && (is_decimal(text[end]) || text[end] == ',' || text[end] == '.')) ++end;
  const std::string number = text.substr(0, end);
  const auto first = number.find_first_of(",.");
  if (first == std::string::npos || first == 0 || first > 3) return false;
  const char group = number[first];
  std::string joined = number.substr(0, first);
  std::size_t at = first, groups = 0;
  const auto three = [&](std::size_t from) {
    const auto digits = number.substr(std::min(from, number.size()), 3);
    return digits.size() == 3 && std::ranges::all_of(digits, is_decimal);
  };
  for (; at < number.size() && number[at] == group && three(at + 1); at += 4, ++groups)
    joined += number.substr(at + 1, 3);
  const bool has_rest = at < number.size() && number[at] != group && !is_decimal(number[at]);
  if (groups == 0 || (!has_rest && (groups == 1 || at < number.size()))) return false;
  const auto rest = has_rest ? number.substr(at + 1) : std::string();
  if (!std::ranges::all_of(rest, is_decimal)) return false;
  text = joined + (rest.empty() ? "" : "." + rest) + text.substr(end);
  return true;
}

/// Replaces a comma between two digits if there is no point and no sign of a second value.
bool point_for_comma(std::string& text) {
  const auto comma = text.find(',');
  if (comma == std::string::npos || comma == 0 || comma + 1 >= text.size()) return false;
  if (!is_decimal(text[comma - 1]) || !is_decimal(text[comma + 1])) return false;
  if (text.find_first_of(",.", comma + 1) != std::string::npos || text.find('.') < comma) return false;
  text[comma] = '.';
  return true;
}

/// "1,000 kg" without its comma; empty where the comma cannot separate thousands.
std::string of_a_thousand(std::string text, std::string_view si_unit) {
  const auto comma = text.find(',');
  if (comma == std::string::npos || comma == 0 || comma > 3 || text[0] == '0') return {};
  const auto behind = std::string_view(text).substr(comma + 1);
  const auto digits = std::min(behind.find_first_not_of("0123456789"), behind.size());
  if (digits != 3) return {};
  text.erase(comma, 1);
  if (!readable(text, si_unit)) text = with_likely_unit(text, si_unit);
  return readable(text, si_unit) ? text : std::string();
}

}  // namespace

std::optional<LikelyQuantity> likely_quantity(std::string_view written, std::string_view si_unit) {
  constexpr std::size_t kLongest = 64;  // no typing error is longer
  if (written.size() > kLongest) return std::nullopt;
  std::string text(trimmed(written));
  std::string mishap;
  const auto note = [&](bool found, const char* what) {
    if (found && mishap.empty()) mishap = what;
  };
  for (const auto& [from, to] : kLookalikes)
    note(replace_all(text, from, to), "has a character that only looks like a blank, a digit or a minus");
  text = std::string(trimmed(text));
  note(join_groups(text), "has a separator within its number");
  const std::string with_comma = text;
  note(point_for_comma(text), "has a decimal comma");
  note(join_digits(text), "has a separator within its number");
  if (!readable(text, si_unit)) text = with_likely_unit(text, si_unit);
  if (text == written || !readable(text, si_unit)) return std::nullopt;
  return LikelyQuantity{std::move(text), std::move(mishap), of_a_thousand(with_comma, si_unit)};
}

}  // namespace hilspace::study
