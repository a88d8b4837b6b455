// One [[parameter]] of a design: what varies, and how.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.hpp"
#include "study/notation/decimal.hpp"
#include "study/notation/keys.hpp"
#include "study/notation/nearest.hpp"
#include "study/reading/choice.hpp"
#include "study/reading/range.hpp"
#include "study/reading/read_design.hpp"
#include "study/reading/values.hpp"
#include "study/schema/known_keys.hpp"
#include "study/schema/settings.hpp"

namespace hilspace::study {
namespace {

using sampling::Distribution;

constexpr std::array kVariedKeys{
    DesignKey{"parameter.path", "\"actuator.total_delay\"", "the parameter that varies"},
    DesignKey{"parameter.distribution", "\"log_uniform\"",
              "how it is distributed (hilspace list designs); default: uniform"},
    DesignKey{"parameter.from", "\"0.2 ms\"", "its minimum"},
    DesignKey{"parameter.to", "\"2 ms\"", "its maximum"},
    DesignKey{"parameter.mean", "\"1 ms\"", "mean of the normal distribution before truncation"},
    DesignKey{"parameter.std", "\"0.1 ms\"", "its standard deviation"},
    DesignKey{"parameter.mode", "\"0.5 ms\"", "mode of the triangular distribution"},
    DesignKey{"parameter.values", "[\"flores\", \"hertz\"]",
              "instead: equally likely names or numbers; for a list: one for each point"},
};

std::vector<std::string_view> known_keys_of_parameter() {
  std::vector<std::string_view> keys;
  for (const auto& key : kVariedKeys) keys.push_back(key.path);
  return keys;
}

/// The numbers of a distribution that are not values of the parameter itself.
std::optional<double> read_free(const Parameter& parameter, std::string_view key, const Value& value,
                                bool positive, Reading& reading) {
  Parameter free = parameter;
  free.low = positive ? 0.0 : -std::numeric_limits<double>::infinity();
  free.low_allowed = !positive;
  free.high = std::numeric_limits<double>::infinity();
  const auto path = join(parameter.path, key);
  free.path = path;
  const auto quantity = read_quantity(free, value, reading);
  return quantity ? std::optional(quantity->si()) : std::nullopt;
}

class DistributionReader {
 public:
  DistributionReader(const Parameter& parameter, const Table& table, const Location& place, Reading& reading)
      : parameter_(parameter), table_(table), place_(place), reading_(reading) {}

  Distribution read() {
    const auto before = reading_.findings.size();
    if (find(table_, "values") != nullptr)
      read_values();
    else if (has_names(parameter_.kind))
      complain(place_, "names are no numbers; write values = [...] with some of them");
    else
      read_numbers();
    const bool is_right = reading_.findings.size() == before;
    if (is_right) check_reach();
    return its_;
  }

 private:
  void complain(const Location& place, std::string_view what) {
    reading_.findings.add(place, fmt::format("{}: {}", parameter_.path, what));
  }

  void read_values() {
    its_.kind = sampling::DistributionKind::levels;
    for (const std::string_view key : {"distribution", "from", "to", "mean", "std", "mode"})
      if (const auto* entry = find(table_, key))
        complain(entry->place, fmt::format("{} excludes values; use one of them", key));
    const auto& value = find(table_, "values")->value;
    its_.levels = read_set<double>(parameter_.path, value, reading_, [&](const Value& element) {
      return read_value(parameter_, element, reading_);
    });
    if (const auto* array = value.as<Array>(); array != nullptr && array->empty())
      reading_.complain(parameter_.path, value, "needs at least one value");
  }

  void read_numbers() {
    const auto kind = read_kind();
    if (!kind) return;
    its_.kind = static_cast<sampling::DistributionKind>(*kind);
    if (parameter_.whole && its_.kind != sampling::DistributionKind::integer)
      return complain(place_, "must be whole numbers; write distribution = \"integer\", or values = [...]");
    const auto& known = sampling::kDistributions[*kind];
    const auto takes = [&](std::string_view key) {
      return std::ranges::find(known.needs, key) != known.needs.end() ||
             (known.truncates && (key == "from" || key == "to"));
    };
    for (const auto& key : {"from", "to", "mean", "std", "mode"}) {
      const auto* entry = find(table_, key);
      if (entry != nullptr && !takes(key))
        complain(entry->place, fmt::format("{} does not apply to the distribution {}", key, known.name));
      else if (entry != nullptr)
        read_number(key, entry->value);
    }
    std::vector<std::string> missing;
    for (const auto key : known.needs)
      if (!key.empty() && find(table_, key) == nullptr) missing.push_back(example_of(key));
    if (!missing.empty())
      complain(place_, fmt::format("a {} distribution needs more; write {}", known.name,
                                   fmt::join(missing, " and ")));
    else
      check_order();
  }

  /// A value as written in a study; nothing if the parameter may not have it.
  std::optional<std::string> text_of(double si) const {
    const bool fits = std::isfinite(si) &&
                      (parameter_.low_allowed ? si >= parameter_.low : si > parameter_.low) &&
                      (parameter_.high_allowed ? si <= parameter_.high : si < parameter_.high);
    if (!fits) return std::nullopt;
    if (parameter_.kind != ValueKind::quantity) return fmt::format("{}", round_to_15_digits(si));
    const auto [unit, scale] = usual_unit(parameter_);
    return fmt::format("\"{} {}\"", round_to_15_digits(scale.from_si(si)), unit);
  }

  /// A value that goes with the ends that are given.
  std::optional<std::string> value_beside_others(std::string_view key) const {
    if (key == "from") return its_.to > 0.0 ? text_of(its_.to / 2.0) : std::nullopt;
    if (key == "to") return its_.from > 0.0 ? text_of(its_.from * 2.0) : std::nullopt;
    return text_of(0.5 * (its_.from + its_.to));
  }

  /// Text for a missing key. Next to given keys the parameter's own example may lead to the next error, so
  /// then the value goes with them, or the condition on it is stated.
  std::string example_of(std::string_view key) const {
    const bool alone = std::ranges::none_of(std::array{"from", "to", "mean", "std", "mode"},
                                            [&](auto other) { return find(table_, other) != nullptr; });
    if (alone && (key == "from" || key == "to")) {
      const auto [from, to] = ends_example(parameter_);
      return fmt::format("{} = {}", key, key == "from" ? from : to);
    }
    if (alone || key == "std") return fmt::format("{} = {}", key, parameter_.example);
    if (const auto value = value_beside_others(key)) return fmt::format("{} = {}", key, *value);
    if (key == "to") return "to = ..., greater than from";
    if (key == "from") return "from = ..., less than to";
    return fmt::format("{} = ..., between from and to", key);
  }

  std::optional<std::size_t> read_kind() {
    const auto names = names_of(sampling::kDistributions);
    const auto* entry = find(table_, "distribution");
    if (entry == nullptr) {
      if (find(table_, "from") != nullptr || find(table_, "to") != nullptr) return 0;
      const auto [from, to] = ends_example(parameter_);
      complain(place_,
               fmt::format("does not say how it varies; write from = {} and to = {}, or values = [...]", from,
                           to));
      return std::nullopt;
    }
    const auto* name = read_choice("parameter.distribution", entry->value, names, reading_);
    if (name == nullptr) return std::nullopt;
    return static_cast<std::size_t>(std::ranges::find(names, *name) - names.begin());
  }

  void read_number(std::string_view key, const Value& value) {
    std::optional<double> number;
    if (key == "mean" || key == "std")
      number = read_free(parameter_, key, value, key == "std", reading_);
    else
      number = read_value(parameter_, value, reading_);
    if (!number) return;
    (key == "from"   ? its_.from
     : key == "to"   ? its_.to
     : key == "mean" ? its_.mean
     : key == "std"  ? its_.std
                     : its_.mode) = *number;
  }

  void check_order() {
    const auto at = [&](std::string_view key) { return find(table_, key)->value.place; };
    const bool whole = its_.kind == sampling::DistributionKind::integer;
    if (its_.from > its_.to || (its_.from == its_.to && !whole))
      return complain(at("to"), "from must be less than to");
    if (its_.mode < its_.from || its_.mode > its_.to)
      complain(at("mode"), "mode must lie between from and to");
    if (its_.kind == sampling::DistributionKind::log_uniform && its_.from <= 0.0)
      complain(at("from"), "from must be > 0, since its logarithm is what is uniform");
    constexpr double kMost = 0x1p53;
    for (const auto& [key, end] : {std::pair{"from", its_.from}, std::pair{"to", its_.to}})
      if (whole && !std::isnan(end) && (std::floor(end) != end || std::abs(end) >= kMost))
        complain(at(key),
                 fmt::format(
                     "the ends of integer must be whole numbers{}; for others write values = [...]",
                     parameter_.kind == ValueKind::quantity ? fmt::format(" of {}", parameter_.unit) : ""));
  }

  /// Checks that no value can lie outside the parameter's range.
  void check_reach() {
    if (its_.kind != sampling::DistributionKind::normal) return;  // the bounds of the others were checked
    constexpr double kFar =
        4.0;  // standard deviations: what is cut off there, hardly changes the distribution
    for (const auto& [key, bound, given, sign, side] :
         {std::tuple{"from", parameter_.low, its_.from, parameter_.low_allowed ? ">=" : ">", -1.0},
          std::tuple{"to", parameter_.high, its_.to, parameter_.high_allowed ? "<=" : "<", 1.0}})
      if (std::isfinite(bound) && std::isnan(given)) {
        const auto far = text_of(its_.mean + side * kFar * its_.std);
        const auto end = far ? far : text_of(bound) ? text_of(bound) : text_of(0.5 * (bound + its_.mean));
        complain(place_, fmt::format("must be {} {}, and a normal distribution knows no bounds; add {} = {}",
                                     sign, bound, key, end ? *end : std::string(parameter_.example)));
      }
  }

  const Parameter& parameter_;
  const Table& table_;
  const Location& place_;
  Reading& reading_;
  Distribution its_;
};

std::vector<double> read_points(const Parameter& parameter, const Table& table, const Location& place,
                                Reading& reading) {
  const auto keys = known_keys_of_parameter();
  for (const auto& entry : table)
    if (entry.key != "path" && entry.key != "values" &&
        std::ranges::find(keys, join("parameter", entry.key)) != keys.end())
      reading.findings.add(
          entry.place,
          fmt::format("{}: {} does not apply to a list, which takes values only", parameter.path, entry.key));
  const auto* entry = find(table, "values");
  const auto* array = entry == nullptr ? nullptr : entry->value.as<Array>();
  std::vector<double> points;
  if (entry == nullptr)
    reading.findings.add(
        place, fmt::format("{}: in a list; write values = [...], one for each point", parameter.path));
  else if (array == nullptr)
    reading.complain(parameter.path, entry->value, "must be an array, in square brackets");
  else if (array->empty())
    reading.complain(parameter.path, entry->value, "needs at least one value");
  else
    for (const auto& element : *array)
      points.push_back(read_value(parameter, element, reading).value_or(Distribution::kNone));
  return points;
}

}  // namespace

std::span<const DesignKey> varied_keys() { return kVariedKeys; }

std::optional<Id> claim_parameter(std::string_view path, const Location& place, Reading& reading) {
  const auto id = find_parameter(path);
  if (const auto elsewhere = key_of_another_model(path, reading.study.model)) {
    reading.findings.add(place, *elsewhere);
  } else if (find_setting(path) != nullptr) {
    reading.findings.add(
        place, fmt::format("{}: is the same for all scenarios, so no design can vary it; use --set", path));
  } else if (const auto paths = parameter_paths(reading.study.model); !id && is_table(path, paths)) {
    const auto within = std::ranges::find_if(
        paths, [&](auto each) { return each.starts_with(path) && each.substr(path.size(), 1) == "."; });
    reading.findings.add(
        place,
        fmt::format("{}: is a table of parameters; name one of them, for example \"{}\"", path, *within));
  } else if (!id) {
    reading.findings.add(place, unknown_key(path, paths));
  } else if (const auto& first = reading.varied[*id]) {
    reading.findings.add(place, fmt::format("{}: already varied at {}; a design varies a parameter once",
                                            path, reading.findings.text_of(*first)));
  } else {
    reading.varied[*id] = place;
    return id;
  }
  return std::nullopt;
}

std::optional<ReadVaried> read_varied(const Value& value, bool is_list, Reading& reading) {
  const auto* table = value.as<Table>();
  if (table == nullptr) {
    reading.complain("parameter", value, "must be a table, [[parameter]]");
    return std::nullopt;
  }
  const auto keys = known_keys_of_parameter();
  for (const auto& entry : *table)
    if (const auto path = join("parameter", entry.key); std::ranges::find(keys, path) == keys.end())
      reading.findings.add(entry.place, unknown_key(path, keys));
  const auto* entry = find(*table, "path");
  if (entry == nullptr) {
    reading.findings.add(value.place,
                         fmt::format("parameter.path: missing; write path = {}", kVariedKeys[0].example));
    return std::nullopt;
  }
  const auto* path = read_text("parameter.path", entry->value, reading,
                               fmt::format(", for example {}", kVariedKeys[0].example));
  if (path == nullptr) return std::nullopt;
  const auto& place = entry->value.place;
  const auto id = claim_parameter(*path, place, reading);
  if (!id) return std::nullopt;
  ReadVaried read{{*id, {}}, place};
  if (is_list) {
    read.varied.distribution.kind = sampling::DistributionKind::levels;
    read.points = read_points(parameter(*id), *table, place, reading);
  } else {
    read.varied.distribution = DistributionReader(parameter(*id), *table, place, reading).read();
  }
  return read;
}

}  // namespace hilspace::study
