#include "study/checks/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace hilspace::study {
namespace {

std::string_view key_of(std::string_view path) { return path.substr(path.find('.') + 1); }

/// In the order of the file; the command line comes after it.
auto order(const Location& place) { return std::tuple(place.setting, place.line, place.column); }

bool default_applies(Id id, const Reading& reading) {
  if (!parameter(id).models.has(reading.study.model)) return false;
  for (const Body body : {Body::chaser, Body::target})
    if (is_of(body, id)) return !has_shapes(body, reading);
  if (const auto kind = kind_with(id)) return *kind == reading.study.mechanism;
  for (const auto& companion : companions())
    if (companion.id == id) return any_present(companion.of, reading);
  for (const auto& own : law_parameters())
    if (own.id == id) return has_law_with(own.damping, reading.study);
  return true;
}

}  // namespace

void fill_defaults(Reading& reading) {
  for (std::size_t i = 0; i < kParameterCount; ++i) {
    const Id id = static_cast<Id>(i);
    double& value = reading.study.base[id];
    if (reading.varied[id])
      value = kNone;
    else if (!reading.given[id] && default_applies(id, reading))
      value = parameter(id).fallback;
  }
}

bool any_present(std::span<const Id> ids, const Reading& reading) {
  return std::ranges::any_of(ids, [&](Id id) { return reading.present(id); });
}

Id first_present(std::span<const Id> ids, const Reading& reading) {
  return *std::ranges::min_element(
      ids, {}, [&](Id id) { return std::tuple(!reading.present(id), order(reading.place_of(id))); });
}

Id last_present(std::span<const Id> ids, const Reading& reading) {
  Id last = first_present(ids, reading);
  for (const Id candidate : ids)
    if (reading.present(candidate) && order(reading.place_of(last)) < order(reading.place_of(candidate)))
      last = candidate;
  return last;
}

bool all_known(std::span<const Id> ids, const ParameterValues& values, const Reading& reading) {
  return std::ranges::none_of(ids, [&](Id id) { return reading.present(id) && std::isnan(values[id]); });
}

void check_companions(std::string_view table, Reading& reading) {
  constexpr std::size_t kNamed = std::tuple_size_v<LowPassIds>;  // parameters that a companion may belong to
  for (const auto& [companion, of] : companions()) {
    if (table_of(parameter(companion).path) != table) continue;
    if (!reading.present(companion) || any_present(of, reading)) continue;
    std::vector<std::string_view> others;
    for (std::size_t i = 0; i < std::min(of.size(), kNamed); ++i) others.push_back(parameter(of[i]).path);
    reading.findings.add(
        reading.place_of(companion),
        fmt::format("{}: means nothing without {}; write {}, or remove this", parameter(companion).path,
                    fmt::join(others, " or "), others.size() == 1 ? "it" : "one of them"));
  }
}

Location place_of_table(std::string_view name, const Table& root) {
  const auto* table = find(root, name);
  return table != nullptr && table->place.setting == nullptr ? table->place : Location{};
}

void report_missing(Id id, const Table& root, Reading& reading, std::string_view advice) {
  const auto [path, example] = std::pair(parameter(id).path, parameter(id).example);
  const Location place = place_of_table(table_of(path), root);
  reading.findings.add(place, fmt::format("{}: missing; write {} = {} in [{}]{}", path, key_of(path), example,
                                          table_of(path), advice));
}

void report_exclusive(Id first, Id second, Reading& reading, std::string_view advice) {
  if (order(reading.place_of(second)) < order(reading.place_of(first))) std::swap(first, second);
  reading.findings.add(
      reading.place_of(second),
      fmt::format("{}: excludes {} (at {}); {}", parameter(second).path, parameter(first).path,
                  reading.findings.text_of(reading.place_of(first)), advice));
}

}  // namespace hilspace::study
