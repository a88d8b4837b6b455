#include "study/nearest_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "study/notation/nearest.hpp"
#include "study/notation/quantity.hpp"
#include "study/reading/choice.hpp"
#include "study/scenario.hpp"
#include "study/schema/value_names.hpp"

namespace hilspace::study {
namespace {

/// Position of a varied parameter.
struct AxisRow {
  std::size_t axis;
  std::size_t row;  // of the axis' values
  Id id;
};

std::vector<AxisRow> axis_rows(const Study& study) {
  std::vector<AxisRow> all;
  for (std::size_t k = 0; k < study.axes.size(); ++k)
    for (std::size_t row = 0; row < study.axes[k].parameters.size(); ++row)
      all.push_back({k, row, study.axes[k].parameters[row]});
  return all;
}

AxisRow find_axis_row(const Study& study, const std::string& path) {
  const auto all = axis_rows(study);
  std::vector<std::string_view> paths;
  for (const auto& its : all) {
    paths.push_back(parameter(its.id).path);
    if (paths.back() == path) return its;
  }
  throw InputError(fmt::format("--at {}: the study does not vary it; {}", path,
                               paths.empty() ? "it has one scenario" : suggestion(path, paths)));
}

[[noreturn]] void refuse(const Override& wanted, std::string_view why) {
  throw InputError(fmt::format("--at {}={}: {}", wanted.path, wanted.value, why));
}

/// The value in SI, or the index of a name.
double value_of(const Study& study, const Parameter& its, const Override& wanted) {
  if (has_names(its.kind)) {
    const auto known = names_of(its.kind, study);
    const auto found = std::ranges::find(known, wanted.value);
    if (found == known.end()) refuse(wanted, suggestion(wanted.value, known));
    return static_cast<double>(found - known.begin());
  }
  const std::string_view text = trimmed(wanted.value);
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(number)) return number;
  std::string complaint = "must be a number";
  const auto quantity =
      its.kind == ValueKind::quantity ? parse_quantity(text, its.unit, complaint = "") : std::nullopt;
  if (!quantity) refuse(wanted, fmt::format("{}, for example {}", complaint, its.example));
  return quantity->si();
}

/// Positive values over about a decade and more whose median is nearer to the middle of their logarithms.
bool is_logarithmic(std::span<const double> values) {
  std::vector<double> x(values.begin(), values.end());
  std::ranges::sort(x);
  x.erase(std::unique(x.begin(), x.end()), x.end());
  if (x.size() < 3 || x.front() <= 0.0 || x.back() < 8.0 * x.front()) return false;
  const double median = 0.5 * (x[(x.size() - 1) / 2] + x[x.size() / 2]);
  const double plain = (median - x.front()) / (x.back() - x.front());
  const double logarithmic = std::log(median / x.front()) / std::log(x.back() / x.front());
  return std::abs(logarithmic - 0.5) < std::abs(plain - 0.5) - 0.02;
}

/// The squared distance of each position from the value, over the width of the parameter.
std::vector<double> distances(const Parameter& its, std::span<const double> values, double wanted) {
  std::vector<double> all;
  if (has_names(its.kind)) {
    for (const double value : values) all.push_back(value == wanted ? 0.0 : kInfinity);
    return all;
  }
  const bool logarithmic = wanted > 0.0 && is_logarithmic(values);
  const auto place = [&](double x) { return logarithmic ? std::log(x) : x; };
  const auto [low, high] = std::ranges::minmax(values);
  const double width = high > low ? place(high) - place(low) : 1.0;
  for (const double value : values) {
    const double distance = (place(value) - place(wanted)) / width;
    all.push_back(distance * distance);
  }
  return all;
}

bool is_the_same(double one, double other) {
  constexpr double kTolerance = 1e-3;  // a value that was read off a table
  return std::abs(one - other) <= kTolerance * std::max(std::abs(one), std::abs(other));
}

/// "0.3143 ms" of "0.314285714285714 ms"
std::string with_digits(const std::string& text, int digits) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? fmt::format("{:.{}g}{}", number, digits, end) : text;
}

/// A value of an axis with as few digits as tell it from its other values; at least four, since less is another value.
std::string shortest_text(const Study& study, Id id, std::span<const double> values, double value) {
  constexpr int kFewest = 4, kMost = 15;
  std::string whole = text_with_unit(study, id, value);
  for (int digits = kFewest; digits < kMost; ++digits) {
    std::string text = with_digits(whole, digits);
    const auto is_another = [&](double other) {
      return other != value && with_digits(text_with_unit(study, id, other), digits) == text;
    };
    if (text.size() < whole.size() && std::ranges::none_of(values, is_another)) return text;
  }
  return whole;
}

}  // namespace

NearestScenario nearest_scenario(const Study& study, std::span<const Override> wanted) {
  struct Asked {
    AxisRow varied;
    double value;
  };
  std::vector<std::vector<double>> costs(study.axes.size());
  std::vector<Asked> asked;
  for (const Override& its : wanted) {
    const AxisRow varied = find_axis_row(study, its.path);
    const Parameter& known = parameter(varied.id);
    const auto& values = study.axes[varied.axis].values[varied.row];
    const double value = value_of(study, known, its);
    if (std::ranges::any_of(asked, [&](const Asked& other) { return other.varied.id == varied.id; }))
      refuse(its, "is asked for twice");
    if (has_names(known.kind) && std::ranges::find(values, value) == values.end())
      refuse(its, "the study does not have it");
    asked.push_back({varied, value});
    auto& cost = costs[varied.axis];
    cost.resize(values.size(), 0.0);
    const auto more = distances(known, values, value);
    for (std::size_t i = 0; i < cost.size(); ++i) cost[i] += more[i];
  }

  NearestScenario found;
  std::vector<std::size_t> positions(study.axes.size(), 0);
  for (std::size_t k = 0; k < study.axes.size(); ++k) {
    if (!costs[k].empty())
      positions[k] = static_cast<std::size_t>(std::ranges::min_element(costs[k]) - costs[k].begin());
    if (!costs[k].empty() && costs[k][positions[k]] == kInfinity)
      throw InputError("--at: no scenario has all of these names at once");
    found.index = found.index * study.axes[k].size() + positions[k];
  }
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const auto& [varied, value] = asked[i];
    const auto& values = study.axes[varied.axis].values[varied.row];
    const double taken = values[positions[varied.axis]];
    if (!is_the_same(taken, value))
      found.notes.push_back(fmt::format("{}: {} taken for {}, the nearest there is", wanted[i].path,
                                        shortest_text(study, varied.id, values, taken), wanted[i].value));
  }
  return found;
}

}  // namespace hilspace::study
