#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <vector>

#include "study/notation/keys.hpp"
#include "study/reading/range.hpp"
#include "study/reading/readers.hpp"
#include "study/reading/values.hpp"
#include "study/reading/vectors.hpp"
#include "study/schema/known_keys.hpp"
#include "study/schema/settings.hpp"
#include "study/schema/taken_names.hpp"

namespace hilspace::study {
namespace {

/// Names that the result file already uses.
bool is_taken(std::string_view name, const Axis& axis, const Reading& reading) {
  const bool own = axis.parameters.size() == 1 && parameter(axis.parameters.front()).path == name;
  return !own &&
         (find_parameter(name) || std::ranges::find(kTakenNames, name) != kTakenNames.end() ||
          std::ranges::find(reading.known_metrics, name, &KnownMetric::name) != reading.known_metrics.end());
}

/// The values of one parameter; a wrong one leaves a hole, so that the others keep their positions.
std::vector<double> read_values(const Parameter& parameter, const Value& value, Reading& reading) {
  std::vector<double> values;
  if (value.as<Table>() != nullptr) {
    values = read_range(parameter, value, reading);
    if (parameter.whole && std::ranges::any_of(values, [](double x) { return std::trunc(x) != x; }))
      reading.complain(parameter.path, value, "must be whole numbers; write step = 1 instead of count");
    return values;
  }
  const auto* array = value.as<Array>();
  if (array == nullptr)
    reading.complain(parameter.path, value,
                     has_names(parameter.kind)
                         ? fmt::format("an axis takes an array; write [{}]", shown(value))
                         : "an axis takes an array, or a range like " + range_example(parameter));
  else if (array->empty())
    reading.complain(parameter.path, value, "an axis needs at least one value");
  else
    for (const auto& element : *array)
      values.push_back(read_value(parameter, element, reading).value_or(kNone));
  return values;
}

void add_parameter(Id id, const Entry& entry, Axis& axis, Reading& reading) {
  const auto path = parameter(id).path;
  if (const auto& first = reading.varied[id]) {
    reading.findings.add(entry.place, fmt::format("{}: already varied at {}; a parameter has one axis", path,
                                                  reading.findings.text_of(*first)));
    return;
  }
  reading.varied[id] = entry.place;
  auto values = read_values(parameter(id), entry.value, reading);
  if (values.empty()) return;  // already reported
  if (!axis.values.empty() && values.size() != axis.size())
    reading.findings.add(
        entry.place,
        fmt::format("{}: has length {}, but {} beside it has {}; keys that move together have equal lengths",
                    path, values.size(), parameter(axis.parameters.front()).path, axis.size()));
  axis.parameters.push_back(id);
  axis.values.push_back(std::move(values));
}

/// Returns whether there was an unreadable vector, which was reported.
bool read_axis_keys(const Table& table, std::string_view path, std::span<const std::string_view> keys,
                    Axis& axis, Reading& reading) {
  bool broken = false;
  for (const auto& entry : table) {
    const auto key = join(path, entry.key);
    if (key == "name") continue;
    const auto* inner = entry.value.as<Table>();
    if (const auto elsewhere = key_of_another_model(key, reading.study.model))
      reading.findings.add(entry.place, *elsewhere);
    else if (const auto id = find_parameter(key))
      add_parameter(*id, entry, axis, reading);
    else if (find_setting(key) != nullptr)
      reading.findings.add(entry.place,
                           key + ": is the same for all scenarios, so no axis can vary it; use --set");
    else if (inner != nullptr && is_table(key, keys))
      broken |= read_axis_keys(*inner, key, keys, axis, reading);
    else if (is_broken_vector(key, entry.value))
      broken = true;
    else if (key == "path" || key == "parameter")
      reading.findings.add(entry.place, key +
                                            ": an axis has the path itself as its key; write for example "
                                            "\"chaser.mass\" = [\"30 kg\", \"60 kg\"]");
    else if (key == "values" && find(table, "path") != nullptr)
      continue;  // already reported
    else if (is_table(key, keys))
      reading.complain(key, entry.value,
                       "is a table of parameters; an axis takes them one by one, as in "
                       "\"chaser.mass\" = [\"30 kg\", \"60 kg\"]");
    else
      reading.findings.add(entry.place, unknown_key(key, keys));
  }
  return broken;
}

/// The same value twice would be two scenarios that no reader can tell apart. Keys that move together may repeat rows.
void refuse_repeats(const Axis& axis, Reading& reading) {
  if (axis.parameters.size() != 1) return;
  const auto& values = axis.values.front();
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return std::isnan(values[i]); });  // reported, or a word
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
  const auto found = std::ranges::adjacent_find(order, {}, [&](std::size_t i) { return values[i]; });
  if (found == order.end()) return;
  const Id id = axis.parameters.front();
  reading.findings.add(
      *reading.varied[id],
      fmt::format("{}: value {} is value {} again; write each value of an axis once, or repeat scenarios by "
                  "numerics.repeats",
                  parameter(id).path, *std::next(found) + 1, *found + 1));
}

void name_axis(const Table& table, std::size_t number, Axis& axis, Reading& reading) {
  const auto* given = find(table, "name");
  if (given == nullptr) {
    axis.name = axis.parameters.size() == 1 ? std::string(parameter(axis.parameters.front()).path)
                                            : fmt::format("axis{}", number);
    return;
  }
  const auto* name = read_text("axis.name", given->value, reading);
  if (name == nullptr) return;
  axis.name = *name;
  if (is_taken(axis.name, axis, reading))
    reading.complain("axis.name", given->value, "is the name of something else in the result");
  else if (find_parameter(axis.name) == std::nullopt && !is_bare_name(axis.name))
    reading.complain("axis.name", given->value, "a name has letters, digits, _ and - only");
}

void read_axis(const Value& value, std::size_t number, Reading& reading) {
  const auto* table = value.as<Table>();
  if (table == nullptr) return reading.complain("axis", value, "must be a table, [[axis]]");
  std::vector<std::string_view> keys = parameter_paths(reading.study.model);
  keys.push_back("name");

  Axis axis;
  const auto before = reading.findings.size();
  const bool broken = read_axis_keys(*table, "", keys, axis, reading);
  name_axis(*table, number, axis, reading);
  if (axis.parameters.empty()) {
    if (reading.findings.size() == before && !broken)
      reading.findings.add(value.place,
                           "axis: is empty; write for example \"chaser.mass\" = [\"30 kg\", \"60 kg\"]");
    return;
  }
  refuse_repeats(axis, reading);
  auto& axes = reading.study.axes;
  if (std::ranges::find(axes, axis.name, &Axis::name) != axes.end())
    reading.findings.add(value.place,
                         fmt::format("axis: a second one named \"{}\"; give it another name", axis.name));
  axes.push_back(std::move(axis));
}

}  // namespace

void read_axes(const Table& root, Reading& reading) {
  const auto before = reading.findings.size();
  if (const auto* entry = find(root, "axis")) {
    const auto* list = entry->value.as<Array>();
    if (list == nullptr)
      return reading.complain("axis", entry->value, "must be [[axis]], in double brackets");
    for (std::size_t i = 0; i < list->size(); ++i) read_axis((*list)[i], i + 1, reading);

    std::uint64_t points = 1;
    for (const auto& axis : reading.study.axes) {
      if (points > kMostScenarios / axis.size()) {
        reading.findings.add(entry->place, "axis: the axes span more than 2^40 scenarios; take fewer values");
        return;
      }
      points *= axis.size();
    }
  }
  if (reading.findings.size() == before) reading.scenarios = scenario_count(reading.study);
}

}  // namespace hilspace::study
