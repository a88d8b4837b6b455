#include "study/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contact/law.hpp"
#include "study/choice.hpp"
#include "study/nearest.hpp"

namespace hilspace::study {
namespace {

bool in_range(const Parameter& parameter, double x) {
  return (parameter.low_allowed ? x >= parameter.low : x > parameter.low) &&
         (parameter.high_allowed ? x <= parameter.high : x < parameter.high);
}

/// The unit of the parameter's example, in which users think.
struct UsualUnit {
  std::string_view name;
  Scale scale;
};
UsualUnit usual_unit(const Parameter& parameter) {
  const auto example = parameter.example.substr(1, parameter.example.size() - 2);  // without its quotes
  std::string ignored;
  return {unit_of(example), parse_quantity(example, parameter.unit, ignored).value().scale};
}

std::string range_of(const Parameter& p) {
  if (!std::isfinite(p.high)) return fmt::format("must be {} {}", p.low_allowed ? ">=" : ">", p.low);
  const auto bound = [&](double x) {
    if (p.kind != Kind::quantity) return fmt::format("{}", x);
    const auto [name, scale] = usual_unit(p);
    return fmt::format("{:.6g} {}", scale.from_si(x), name);
  };
  return fmt::format("must be in {}{}, {}{}", p.low_allowed ? '[' : '(', bound(p.low), bound(p.high),
                     p.high_allowed ? ']' : ')');
}

/// What the user most likely meant by a number without its unit.
std::string with_unit(const Parameter& parameter, double number) {
  const auto [unit, scale] = usual_unit(parameter);
  if (scale == Scale()) return fmt::format("write \"{} {}\"", number, unit);
  return fmt::format("write \"{} {}\" or \"{} {}\"", number, parameter.unit, scale.from_si(number), unit);
}

/// A hint when the unit fits another spelling of the same thing: rad/s in a bandwidth.
std::string other_spelling(const Parameter& asked, std::string_view text) {
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

std::optional<double> number_in(const Value& value) {
  if (const auto* integer = value.as<std::int64_t>()) return static_cast<double>(*integer);
  if (const auto* real = value.as<double>()) return *real + 0.0;  // -0.0 is written back as 0
  return std::nullopt;
}

std::optional<Quantity> read_with_unit(const Parameter& parameter, const Value& value, Reading& reading) {
  const auto number = number_in(value);
  const auto* text = value.as<std::string>();
  std::string complaint;
  if (text != nullptr) {
    if (const auto quantity = parse_quantity(*text, parameter.unit, complaint)) return quantity;
    complaint += other_spelling(parameter, *text);
  } else if (number && std::isfinite(*number)) {
    complaint = "the unit is missing; " + with_unit(parameter, *number);
  } else {
    complaint = fmt::format("must be a number with its unit, for example {}", parameter.example);
  }
  reading.complain(parameter.path, value, complaint);
  return std::nullopt;
}

std::optional<Quantity> read_bare(const Parameter& parameter, const Value& value, Reading& reading) {
  const auto number = number_in(value);
  if (number && std::isfinite(*number)) return Quantity{*number, Scale()};
  const auto* problem = number ? "must be finite" : "must be a number without quotes or unit";
  reading.complain(parameter.path, value, fmt::format("{}, for example {}", problem, parameter.example));
  return std::nullopt;
}

/// The index of a name in the table of laws or materials.
std::optional<double> read_name(const Parameter& parameter, const Value& value, Reading& reading) {
  const auto* text = read_text(parameter.path, value, reading);
  if (text == nullptr) return std::nullopt;

  const auto known =
      parameter.kind == Kind::law ? names_of(contact::kLaws) : names_of(reading.study.materials);
  const auto found = std::ranges::find(known, *text);
  if (found != known.end()) return static_cast<double>(found - known.begin());
  const auto* kind = parameter.kind == Kind::law ? "law" : "material";
  reading.complain(parameter.path, value, fmt::format("no such {}; {}", kind, suggestion(*text, known)));
  return std::nullopt;
}

}  // namespace

void Reading::complain(std::string_view key, const Value& value, std::string_view what) {
  findings.add(value.place, fmt::format("{} = {}: {}", key, shown(value), what));
}

const std::string* read_text(std::string_view key, const Value& value, Reading& reading) {
  const auto* text = value.as<std::string>();
  if (text == nullptr) reading.complain(key, value, "must be a text in quotes");
  return text;
}

std::optional<Quantity> read_quantity(const Parameter& parameter, const Value& value, Reading& reading) {
  const auto quantity = parameter.kind == Kind::quantity ? read_with_unit(parameter, value, reading)
                                                         : read_bare(parameter, value, reading);
  if (!quantity || in_range(parameter, quantity->si())) return quantity;
  reading.complain(parameter.path, value,
                   fmt::format("{}, for example {}", range_of(parameter), parameter.example));
  return std::nullopt;
}

std::optional<double> read_value(const Parameter& parameter, const Value& value, Reading& reading) {
  if (parameter.kind == Kind::law || parameter.kind == Kind::material)
    return read_name(parameter, value, reading);
  const auto quantity = read_quantity(parameter, value, reading);
  if (!quantity) return std::nullopt;
  return quantity->si();
}

}  // namespace hilspace::study
