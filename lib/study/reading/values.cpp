#include "study/reading/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "contact/law.hpp"
#include "study/notation/decimal.hpp"
#include "study/notation/likely_quantity.hpp"
#include "study/notation/nearest.hpp"
#include "study/reading/choice.hpp"
#include "study/schema/value_names.hpp"

namespace hilspace::study {
namespace {

bool in_range(const Parameter& parameter, double x) {
  return (parameter.low_allowed ? x >= parameter.low : x > parameter.low) &&
         (parameter.high_allowed ? x <= parameter.high : x < parameter.high);
}

std::string range_of(const Parameter& p) {
  if (!std::isfinite(p.high)) return fmt::format("must be {} {}", p.low_allowed ? ">=" : ">", p.low);
  const auto bound = [&](double x) {
    if (p.kind != ValueKind::quantity) return fmt::format("{}", x);
    const auto [name, scale] = usual_unit(p);
    return fmt::format("{:.6g} {}", scale.from_si(x), name);
  };
  return fmt::format("must be in {}{}, {}{}", p.low_allowed ? '[' : '(', bound(p.low), bound(p.high),
                     p.high_allowed ? ']' : ')');
}

/// The greatest plausible magnitude; a greater one indicates a wrong unit.
double most_of(const Parameter& parameter) {
  constexpr double kDay = 86400.0, kFastest = 1e5;  // s; m/s, six times the fastest spacecraft
  // What limits the computation alone may be as far away as anybody likes.
  if (parameter.kind != ValueKind::quantity || parameter.path.starts_with("numerics.")) return parameter.most;
  return std::min(parameter.most, parameter.unit == "s"       ? kDay
                                  : parameter.unit == "m s-1" ? kFastest
                                                              : kInfinity);
}

bool may_be(const Parameter& parameter, double si) {
  return in_range(parameter, si) && std::abs(si) <= most_of(parameter);
}

/// The most likely meaning of a number without a unit, in SI or in the unit of the example; degrees take
/// precedence over radians.
std::string with_unit(const Parameter& parameter, double number) {
  const auto [unit, scale] = usual_unit(parameter);
  const auto in_si = fmt::format("\"{} {}\"", number, parameter.unit);
  const bool fits = may_be(parameter, number);
  if (scale != Scale() && parameter.unit.starts_with("rad")) {
    const bool fits_in_degrees = may_be(parameter, scale.to_si(number));
    const auto in_degrees = fmt::format("\"{} {}\"", number, unit);
    if (fits_in_degrees) return fmt::format("write {}{}", in_degrees, fits ? " or " + in_si : "");
  }
  if (!fits) return fmt::format("write it, as in {}", parameter.example);
  if (scale == Scale()) return fmt::format("write \"{} {}\"", number, unit);
  return fmt::format("write {} or \"{} {}\"", in_si, scale.from_si(number), unit);
}

/// Complaint about a quantity of an implausible magnitude, with its likely meaning.
std::string slip_of(const Parameter& parameter, const Value& value, const Quantity& quantity) {
  const auto* text = value.as<std::string>();
  const auto unit = text == nullptr ? std::string_view() : unit_of(*text);
  const bool is_angle = parameter.unit == "rad";
  const bool is_mega = unit.starts_with("Mm") || unit == "Ms";
  const std::string likely = is_angle && unit == "rad" ? "deg"
                             : is_mega                 ? "m" + std::string(unit.substr(1))
                                                       : "";
  return fmt::format("is {}{}",
                     is_angle                    ? "more than a turn"
                     : parameter.unit == "s"     ? "more than a day, longer than any docking"
                     : parameter.unit == "m s-1" ? "more than 100 km/s, faster than any spacecraft"
                                                 : "more than 1 km, longer than any spacecraft",
                     likely.empty() ? fmt::format(", for example {}", parameter.example)
                                    : fmt::format("; write \"{} {}\"", quantity.number, likely));
}

/// Advice: the most likely meaning; if the unit fits another spelling of the same quantity (rad/s in a
/// bandwidth), that key; otherwise an example.
std::string advice(const Parameter& asked, std::string_view text) {
  const auto id = find_parameter(asked.path);
  for (const auto& [first, second] : exclusive_parameters()) {
    if (id != first && id != second) continue;
    const Parameter& other = parameter(id == first ? second : first);
    std::string ignored;
    if (other.unit != asked.unit && parse_quantity(text, other.unit, ignored))
      return fmt::format("; with this unit it is {}", other.path);
  }
  return fmt::format(", for example {}", asked.example);
}

/// The number in a text without a unit: "0.8", "0,8", "80 %".
std::optional<double> bare_number(std::string_view text) {
  text = trimmed(text);
  const bool percent = text.ends_with('%');
  if (percent) text = trimmed(text.substr(0, text.size() - 1));
  // A readable length once the unit is appended.
  const std::string length = std::string(text) + " m";
  std::string ignored;
  const auto likely = likely_quantity(length, "m");
  const std::string& readable = likely ? likely->text : length;
  const auto quantity = parse_quantity(readable, "m", ignored);
  if (!quantity || unit_of(readable) != "m") return std::nullopt;
  return percent ? shifted(quantity->number, -2) : quantity->number;
}

std::optional<double> number_in(const Value& value) {
  if (const auto* integer = value.as<std::int64_t>()) return static_cast<double>(*integer);
  if (const auto* real = value.as<double>()) return *real + 0.0;  // -0.0 is written back as 0
  return std::nullopt;
}

/// Advice where several values stand in the place of one.
std::string if_several(const Parameter& parameter, const Value& value, const Reading& reading) {
  const auto* table = value.as<Table>();
  const bool is_range = table != nullptr && find(*table, "from") != nullptr;
  if (value.as<Array>() == nullptr && !is_range) return {};
  const auto id = find_parameter(parameter.path);
  if (!id || reading.varied[*id]) return {};
  return fmt::format(
      "; several values are an axis: move the key there, as in [[axis]], and below it \"{}\" = {}",
      parameter.path, shown(value));
}

std::optional<Quantity> read_with_unit(const Parameter& parameter, const Value& value, Reading& reading) {
  const auto number = number_in(value);
  const auto* text = value.as<std::string>();
  std::string complaint;
  if (text != nullptr) {
    if (const auto quantity = parse_quantity(*text, parameter.unit, complaint)) return quantity;
    const bool is_share = trimmed(*text).ends_with('%');  // a percentage is ambiguous
    const auto bare = is_share ? std::nullopt : bare_number(*text);
    if (const auto likely = likely_quantity(*text, parameter.unit); bare)
      complaint = "the unit is missing; " + with_unit(parameter, *bare);
    else if (likely)
      complaint = fmt::format(
          "{}; write {}{}", likely->mishap.empty() ? complaint : likely->mishap, toml_string(likely->text),
          likely->or_else.empty() ? "" : fmt::format(", or {} for thousands", toml_string(likely->or_else)));
    else if (text->find(',') != std::string::npos)
      complaint += "; each value needs its own quotes";
    else
      complaint += advice(parameter, *text);
  } else if (number && std::isfinite(*number)) {
    complaint = "the unit is missing; " + with_unit(parameter, *number);
  } else {
    complaint = fmt::format("must be a number with its unit, for example {}{}", parameter.example,
                            if_several(parameter, value, reading));
  }
  reading.complain(parameter.path, value, complaint);
  return std::nullopt;
}

std::optional<Quantity> read_bare(const Parameter& parameter, const Value& value, Reading& reading) {
  const auto number = number_in(value);
  if (number && std::isfinite(*number)) return Quantity{*number, Scale()};
  const auto* text = value.as<std::string>();
  const auto meant = text != nullptr ? bare_number(*text) : std::nullopt;
  const bool fits =
      meant && in_range(parameter, *meant) && (!parameter.whole || std::trunc(*meant) == *meant);
  reading.complain(parameter.path, value,
                   fmt::format("{}{}", number ? "must be finite" : "must be a number without quotes or unit",
                               fits ? fmt::format("; write {}", *meant)
                                    : fmt::format(", for example {}{}", parameter.example,
                                                  if_several(parameter, value, reading))));
  return std::nullopt;
}

/// Index of a name in the list of its kind.
std::optional<double> read_name(const Parameter& parameter, const Value& value, Reading& reading) {
  const auto* text = value.as<std::string>();
  if (text == nullptr) {
    reading.complain(parameter.path, value,
                     fmt::format("must be a text in quotes, for example {}{}", parameter.example,
                                 if_several(parameter, value, reading)));
    return std::nullopt;
  }
  auto known = names_of(parameter.kind, reading.study);
  const auto found = std::ranges::find(known, *text);
  if (found != known.end()) return static_cast<double>(found - known.begin());
  const auto other = parameter.kind == ValueKind::position_compensator ? ValueKind::force_compensator
                     : parameter.kind == ValueKind::force_compensator  ? ValueKind::position_compensator
                                                                       : parameter.kind;
  const auto others = names_of(other, reading.study);
  // What the study has of its own is shown first: a long list is cut off.
  if (parameter.kind == ValueKind::law)
    std::rotate(known.begin(), known.begin() + std::ssize(contact::kLaws), known.end());
  reading.complain(parameter.path, value,
                   other != parameter.kind && std::ranges::find(others, *text) != others.end()
                       ? fmt::format("is done to the {0}; write {0} = \"{1}\"",
                                     other == ValueKind::force_compensator ? "force" : "position", *text)
                       : fmt::format("no such {}; {}", noun_of(parameter.kind), suggestion(*text, known)));
  return std::nullopt;
}

}  // namespace

UsualUnit usual_unit(const Parameter& parameter) {
  const auto example = parameter.example.substr(1, parameter.example.size() - 2);  // without its quotes
  std::string ignored;
  return {unit_of(example), parse_quantity(example, parameter.unit, ignored).value().scale};
}

void Reading::complain(std::string_view key, const Value& value, std::string_view what) {
  findings.add(value.place, fmt::format("{} = {}: {}", key, shown(value), what));
}

std::string whole_number_advice(const Value& value, double least, double most) {
  const auto* text = value.as<std::string>();
  const auto* real = value.as<double>();
  const auto number = text != nullptr   ? bare_number(*text)
                      : real != nullptr ? std::optional(*real)
                                        : std::nullopt;
  constexpr double kMost = 9007199254740992.0;  // 2^53
  if (!number || std::trunc(*number) != *number || !(*number >= least && *number <= std::min(most, kMost)))
    return {};
  return fmt::format("; write {}", static_cast<std::int64_t>(*number));
}

const std::string* read_text(std::string_view key, const Value& value, Reading& reading,
                             const std::string& advice) {
  const auto* text = value.as<std::string>();
  if (text == nullptr) {
    const bool is_one = value.as<Array>() == nullptr && value.as<Table>() == nullptr;
    const bool is_date = value.as<Value::DateOrTime>() != nullptr;
    reading.complain(
        key, value,
        "must be a text in quotes" +
            (is_one && !is_date && advice.empty() ? "; write " + toml_string(shown(value)) : advice));
  }
  return text;
}

std::optional<Quantity> read_quantity(const Parameter& parameter, const Value& value, Reading& reading) {
  const auto quantity = parameter.kind == ValueKind::quantity ? read_with_unit(parameter, value, reading)
                                                              : read_bare(parameter, value, reading);
  if (!quantity) return std::nullopt;
  const bool fits = in_range(parameter, quantity->si());
  if (fits && std::abs(quantity->si()) > most_of(parameter)) {
    reading.complain(parameter.path, value, slip_of(parameter, value, *quantity));
    return std::nullopt;
  }
  if (fits && (!parameter.whole || std::trunc(quantity->number) == quantity->number)) return quantity;
  reading.complain(parameter.path, value,
                   fmt::format("{}, for example {}", fits ? "must be a whole number" : range_of(parameter),
                               parameter.example));
  return std::nullopt;
}

std::optional<double> read_value(const Parameter& parameter, const Value& value, Reading& reading) {
  if (has_names(parameter.kind)) return read_name(parameter, value, reading);
  if (const auto* text = value.as<std::string>();
      text != nullptr && (!parameter.words.front().text.empty() || !parameter.absent.empty())) {
    std::vector<std::string_view> words;
    if (!parameter.absent.empty() &&
        std::ranges::find(parameter.words, parameter.absent, &Word::text) == parameter.words.end())
      words.push_back(parameter.absent);
    for (const Word& word : parameter.words) {
      if (*text == word.text) return word.value;
      if (!word.text.empty()) words.push_back(word.text);
    }
    if (text->find_first_of("0123456789") == std::string::npos) {
      reading.complain(parameter.path, value,
                       fmt::format("unknown; {}; or write a number with its unit, as in {}",
                                   suggestion(*text, words), parameter.example));
      return std::nullopt;
    }
  }
  const auto quantity = read_quantity(parameter, value, reading);
  if (!quantity) return std::nullopt;
  return quantity->si();
}

}  // namespace hilspace::study
