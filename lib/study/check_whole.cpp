#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "contact/law.hpp"
#include "study/readers.hpp"

namespace hilspace::study {
namespace {

bool present(Id id, const Reading& reading) { return reading.given[id] || reading.varied[id]; }

std::string_view table_of(std::string_view path) { return path.substr(0, path.rfind('.')); }
std::string_view key_of(std::string_view path) { return path.substr(path.rfind('.') + 1); }

/// Points at the table the parameter belongs to, or at the file when that is missing too.
void report_missing(Id id, const Table& root, Reading& reading, std::string_view advice = "") {
  const auto [path, example] = std::pair(parameter(id).path, parameter(id).example);
  const auto* table = find(root, table_of(path));
  const Place place = table != nullptr && table->place.setting == nullptr ? table->place : Place{};
  reading.findings.add(place, fmt::format("{}: missing; write {} = {} in [{}]{}", path, key_of(path), example,
                                          table_of(path), advice));
}

/// Whether every scenario has the elastic law, which does not use the restitution.
bool always_hertz(const Study& study) {
  const auto hertz = [](double index) {  // false for a law that is not known
    return index >= 0.0 && contact::kLaws[static_cast<std::size_t>(index)].law == contact::Law::hertz;
  };
  for (const auto& axis : study.axes)
    for (std::size_t i = 0; i < axis.parameters.size(); ++i)
      if (axis.parameters[i] == Id::contact_law) return std::ranges::all_of(axis.values[i], hertz);
  return hertz(study.base[Id::contact_law]);
}

void check_required(const Table& root, Reading& reading) {
  constexpr std::array required{
      Id::chaser_mass,
      Id::target_mass,
      Id::approach_velocity,
      Id::contact_law,
      Id::contact_chaser_material,
      Id::contact_target_material,
  };
  for (const Id id : required)
    if (!present(id, reading)) report_missing(id, root, reading);

  if (!present(Id::contact_restitution, reading)) {
    if (!always_hertz(reading.study)) report_missing(Id::contact_restitution, root, reading);
    reading.study.base[Id::contact_restitution] = 1.0;
  }

  const bool tip = present(Id::contact_radius, reading);
  const bool chaser = present(Id::contact_chaser_radius, reading);
  const bool target = present(Id::contact_target_radius, reading);
  if (!tip && !chaser && !target)
    report_missing(Id::contact_radius, root, reading, ", or chaser_radius and target_radius");
  else if (!tip && !(chaser && target))
    report_missing(chaser ? Id::contact_target_radius : Id::contact_chaser_radius, root, reading,
                   ", or radius alone for a flat target");
}

Place place_of(Id id, const Reading& reading) {
  return reading.given[id] ? *reading.given[id] : *reading.varied[id];
}

void check_exclusive(Reading& reading) {
  for (auto [first, second] : exclusive_parameters()) {
    if (!present(first, reading) || !present(second, reading)) continue;
    // Shown where the second one stands.
    const auto order = [&](Id id) {
      const Place place = place_of(id, reading);
      return std::tuple(place.setting, place.line, place.column);
    };
    if (order(second) < order(first)) std::swap(first, second);
    reading.findings.add(
        place_of(second, reading),
        fmt::format("{}: excludes {} (at {}); use one of them", parameter(second).path, parameter(first).path,
                    reading.findings.text_of(place_of(first, reading))));
  }
}

/// An axis wins over the value in its table; but who says --set would be surprised by that.
void check_settings_against_axes(Reading& reading) {
  for (std::size_t i = 0; i < kParameterCount; ++i) {
    const Id id = static_cast<Id>(i);
    const auto& given = reading.given[id];
    const auto& varied = reading.varied[id];
    if (given && varied && given->setting != nullptr)
      reading.findings.add(*given, fmt::format("{}: is varied by the axis at {}", parameter(id).path,
                                               reading.findings.text_of(*varied)));
  }
}

}  // namespace

void check_whole(const Table& root, Reading& reading) {
  check_required(root, reading);
  check_exclusive(reading);
  check_settings_against_axes(reading);
}

}  // namespace hilspace::study
