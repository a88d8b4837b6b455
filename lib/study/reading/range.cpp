#include "study/reading/range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/count_text.hpp"
#include "study/notation/decimal.hpp"
#include "study/notation/keys.hpp"
#include "study/reading/limits.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {
namespace {

constexpr std::array<std::string_view, 5> kRangeKeys{"from", "to", "count", "step", "spacing"};

/// A range as written, its numbers all in the unit of `from`.
struct Range {
  double from;
  double to;
  Scale scale;
};

double in_unit_of(const Quantity& reference, const Quantity& quantity) {
  return quantity.scale == reference.scale ? quantity.number : reference.scale.from_si(quantity.si());
}

/// `count` points, both ends included.
std::vector<double> spread(const Range& range, std::int64_t count, bool logarithmic) {
  std::vector<double> points;
  const double last = static_cast<double>(count - 1);
  for (std::int64_t i = 0; i < count; ++i) {
    const double k = static_cast<double>(i);
    const double x = logarithmic ? range.from * std::pow(range.to / range.from, k / last)
                                 : range.from + (range.to - range.from) * k / last;
    // Rounding also hides the last bits of pow, which differ between machines.
    points.push_back(range.scale.to_si(i == count - 1 ? range.to : round_to_15_digits(x)));
  }
  return points;
}

/// from, from + step, ... up to the last one that is not beyond `to`.
std::vector<double> stride(const Range& range, double step) {
  constexpr double kTolerance = 1e-6;  // of a step: accumulated rounding
  const double last = std::floor((range.to - range.from) / step + kTolerance);
  std::vector<double> points;
  for (double k = 0.0; k <= last; k += 1.0)
    points.push_back(range.scale.to_si(std::min(round_to_15_digits(range.from + k * step), range.to)));
  return points;
}

class RangeReader {
 public:
  RangeReader(const Parameter& parameter, const Value& value, Reading& reading)
      : parameter_(parameter), value_(value), table_(*value.as<Table>()), reading_(reading) {}

  std::vector<double> read() {
    if (parameter_.kind != ValueKind::quantity && parameter_.kind != ValueKind::number)
      return complain("names have no range; write an array of them");
    if (!keys_known()) return {};
    const auto* count = find(table_, "count");
    const auto* step = find(table_, "step");
    if (find(table_, "from") == nullptr || find(table_, "to") == nullptr ||
        (count == nullptr) == (step == nullptr))
      return complain("a range needs from, to and either count or step, as in " + range_example(parameter_));

    const auto from = end("from");
    const auto to = end("to");
    if (!from || !to) return {};
    const Range range{from->number, in_unit_of(*from, *to), from->scale};
    if (range.from == range.to)
      return complain(fmt::format("from and to must differ; one value stands in an array, as in [{}]",
                                  shown(find(table_, "from")->value)));
    return count != nullptr ? read_count(range, *count) : read_step(*from, range, *step);
  }

 private:
  std::vector<double> complain(std::string_view what) { return complain(parameter_.path, value_, what); }
  std::vector<double> complain(std::string_view key, const Value& value, std::string_view what) {
    reading_.complain(key, value, what);
    return {};
  }

  std::string path_of(std::string_view key) const { return join(parameter_.path, key); }

  bool keys_known() {
    if (const auto* values = find(table_, "values"); values != nullptr && table_.size() == 1) {
      complain(path_of("values"), values->value,
               "a list of values stands without { }, as in \"" + std::string(parameter_.path) + "\" = [...]");
      return false;
    }
    bool known = true;
    for (const auto& [key, place, value] : table_) {
      if (std::ranges::find(kRangeKeys, key) != kRangeKeys.end()) continue;
      reading_.findings.add(place, path_of(unknown_key(key, kRangeKeys)));
      known = false;
    }
    return known;
  }

  std::optional<Quantity> end(std::string_view key) {
    return read_quantity(parameter_, find(table_, key)->value, reading_);
  }

  std::vector<double> read_count(const Range& range, const Entry& entry) {
    const auto* count = entry.value.as<std::int64_t>();
    if (count == nullptr || *count < 2 || *count > most_range_points())
      return complain(
          path_of("count"), entry.value,
          fmt::format("must be a whole number from 2 to {}{}", most_range_points(),
                      count != nullptr && *count == 1
                          ? fmt::format("; one value stands in an array, as in [{}]",
                                        shown(find(table_, "from")->value))
                          : whole_number_advice(entry.value, 2.0, static_cast<double>(most_range_points()))));
    const auto spacing = read_spacing();
    if (!spacing) return {};
    const bool logarithmic = *spacing == "log";
    if (logarithmic && (range.from <= 0.0 || range.to <= 0.0))
      return complain("with spacing = \"log\" both from and to must be > 0");
    return spread(range, *count, logarithmic);
  }

  std::vector<double> read_step(const Quantity& from, const Range& range, const Entry& entry) {
    if (const auto* spacing = find(table_, "spacing"))
      return complain(path_of("spacing"), spacing->value, "goes with count; a step is always linear");
    Parameter positive = parameter_;  // a step may be wider than the parameter's own range
    positive.low = 0.0;
    positive.low_allowed = false;
    positive.high = std::numeric_limits<double>::infinity();
    const auto path = path_of("step");
    positive.path = path;
    const auto example = step_example(from, range, 4.0);
    positive.example = example;
    const auto step = read_quantity(positive, entry.value, reading_);
    if (!step) return {};
    if (range.from > range.to) return complain("from must be less than to");
    const double width = in_unit_of(from, *step);
    if (width > (range.to - range.from) * (1.0 + 1e-9))
      return complain(
          path_of("step"), entry.value,
          fmt::format("is more than the whole range, of which from alone would be left; write {} at most",
                      step_example(from, range, 1.0)));
    if ((range.to - range.from) / width >= static_cast<double>(most_range_points()))
      return complain(path_of("step"), entry.value,
                      fmt::format("gives more than {} values",
                                  grouped(static_cast<unsigned long long>(most_range_points()))));
    return stride(range, width);
  }

  /// A part of the range, in the unit of `from`.
  std::string step_example(const Quantity& from, const Range& range, double parts) const {
    const double step = round_to_15_digits(std::abs(range.to - range.from) / parts);
    if (parameter_.kind != ValueKind::quantity) return fmt::format("{}", step);
    const auto* text = find(table_, "from")->value.as<std::string>();
    return fmt::format("\"{} {}\"", from.number == 0.0 && step == 0.0 ? 1.0 : step, unit_of(*text));
  }

  std::optional<std::string> read_spacing() {
    const auto* entry = find(table_, "spacing");
    if (entry == nullptr) return "linear";
    const auto* text = entry->value.as<std::string>();
    if (text != nullptr && (*text == "log" || *text == "linear")) return *text;
    complain(path_of("spacing"), entry->value, "must be \"linear\" or \"log\"");
    return std::nullopt;
  }

  const Parameter& parameter_;
  const Value& value_;
  const Table& table_;
  Reading& reading_;
};

}  // namespace

std::vector<double> read_range(const Parameter& parameter, const Value& value, Reading& reading) {
  return RangeReader(parameter, value, reading).read();
}

std::pair<std::string, std::string> ends_example(const Parameter& parameter) {
  const bool has_unit = parameter.kind == ValueKind::quantity;
  const auto [unit, scale] = has_unit ? usual_unit(parameter) : UsualUnit{{}, Scale()};
  const auto inner = has_unit ? parameter.example.substr(1) : parameter.example;
  double number = 0.0;
  std::from_chars(inner.data(), inner.data() + inner.size(), number);
  double other = round_to_15_digits(number / 2.0);
  if (parameter.whole) {
    number = std::max(parameter.low, 1.0);
    other = std::min(parameter.high, number + 4.0);
  } else if (scale.to_si(other) < parameter.low) {
    other = 2.0 * number;
  }
  const auto text = [has_unit, named = unit](double x) {
    return has_unit ? fmt::format("\"{} {}\"", x, named) : fmt::format("{}", x);
  };
  return {text(std::min(number, other)), text(std::max(number, other))};
}

std::string range_example(const Parameter& parameter) {
  const auto [from, to] = ends_example(parameter);
  return fmt::format("{{ from = {}, to = {}, {} }}", from, to, parameter.whole ? "step = 1" : "count = 5");
}

}  // namespace hilspace::study
