#pragma once
// What the readers of a mechanism's tables, [[mechanism.feature]] and its like, have in common.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <string>

#include "core/vec.hpp"
#include "study/notation/keys.hpp"
#include "study/notation/nearest.hpp"
#include "study/reading/choice.hpp"
#include "study/reading/reading.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {

inline constexpr double kFarthest = 1000.0;  // m; more than any spacecraft

/// A table of an array, with what all of them are read with.
class PartReader {
 public:
  PartReader(std::string_view path, const Value& value, const Table& table, Reading& reading)
      : path_(path), value_(value), table_(table), reading_(reading) {}

 protected:
  std::string path_of(std::string_view key) const { return join(path_, key); }
  void complain(std::string_view key, std::string_view text) {
    const auto* entry = find(table_, key);
    reading_.findings.add(entry == nullptr ? value_.place : entry->place,
                          fmt::format("{}: {}", path_of(key), text));
  }
  void missing(std::string_view key, std::string_view example, std::string_view meaning) {
    reading_.findings.add(value_.place, fmt::format("{}: missing; write for example {} = {} ({})",
                                                    path_of(key), key, example, meaning));
  }
  /// Whether the key is there and one of them was taken.
  std::optional<std::size_t> read_name(std::string_view key, std::span<const std::string_view> names) {
    const auto* entry = find(table_, key);
    if (entry == nullptr) {
      reading_.findings.add(value_.place,
                            fmt::format("{}: missing; one of {}", path_of(key), fmt::join(names, ", ")));
      return std::nullopt;
    }
    const auto* name = read_choice(path_of(key), entry->value, names, reading_);
    if (name == nullptr) return std::nullopt;
    return static_cast<std::size_t>(std::ranges::find(names, *name) - names.begin());
  }

  /// Its name, by which others call it.
  void read_label(std::string& label, std::string_view example, std::string_view meaning) {
    const auto* name = find(table_, "name");
    if (name == nullptr) return missing("name", example, meaning);
    const auto* text = read_text(path_of("name"), name->value, reading_);
    if (text != nullptr && text->empty())
      return reading_.complain(path_of("name"), name->value,
                               fmt::format("is empty; write for example {}", example));
    if (text != nullptr) label = *text;
  }

  /// Numbers of an array; their unit "1" for bare ones.
  template <std::size_t N>
  std::optional<std::array<double, N>> read_numbers(std::string_view path, const Value& value,
                                                    std::string_view unit, std::string_view element,
                                                    std::string_view example) {
    const auto* array = value.as<Array>();
    if (array == nullptr || array->size() != N) {
      reading_.complain(path, value, fmt::format("must be an array of {}, as in {}", N, example));
      return std::nullopt;
    }
    const bool bare = unit == "1";
    const Parameter each{path,  bare ? ValueKind::number : ValueKind::quantity,
                         unit,  unit == "m" ? -kFarthest : -kInfinity,
                         true,  unit == "m" ? kFarthest : kInfinity,
                         kNone, element,
                         ""};
    std::array<double, N> numbers{};
    for (std::size_t i = 0; i < N; ++i) numbers[i] = read_value(each, (*array)[i], reading_).value_or(kNone);
    if (std::ranges::any_of(numbers, [](double number) { return std::isnan(number); })) return std::nullopt;
    return numbers;
  }

  void read_point(std::string_view key, Vec3& point) {
    if (const auto* entry = find(table_, key))
      point = read_numbers<3>(path_of(key), entry->value, "m", "\"45 mm\"", R"(["45 mm", "0 mm", "0 mm"])")
                  .value_or(point);
  }
  void read_direction(std::string_view key, Vec3& direction) {
    if (const auto* entry = find(table_, key))
      direction = read_numbers<3>(path_of(key), entry->value, "1", "1", "[0, 0, 1]").value_or(direction);
  }

  /// How many copies, about the docking axis.
  std::size_t read_repeat() {
    constexpr double kMostCopies = 360.0;
    const auto* repeat = find(table_, "repeat");
    if (repeat == nullptr) return 1;
    const auto path = path_of("repeat");
    const Parameter known{path, ValueKind::number, "1", 1.0, true, kMostCopies, kNone, "3", "", true, {},
                          true};
    return static_cast<std::size_t>(read_value(known, repeat->value, reading_).value_or(1.0));
  }
  /// A coefficient of friction, where there is one.
  std::optional<double> read_friction() {
    const auto* friction = find(table_, "friction");
    if (friction == nullptr) return std::nullopt;
    const auto path = path_of("friction");
    const Parameter coefficient{path, ValueKind::number, "1", 0.0, true, kInfinity, kNone, "0.15", ""};
    return read_value(coefficient, friction->value, reading_);
  }
  /// Whether it stands on the link.
  bool read_on_link() {
    constexpr std::array<std::string_view, 2> known{"body", "link"};
    const auto* entry = find(table_, "on");
    if (entry == nullptr) return false;
    const auto* name = read_choice(path_of("on"), entry->value, known, reading_);
    return name != nullptr && *name == known[1];
  }
  /// A number of the given unit; nothing, and a finding, where it is wrong.
  std::optional<double> read_quantity(std::string_view key, const Value& value, std::string_view unit,
                                      bool may_be_zero, std::string_view example) {
    const auto path = path_of(key);
    const bool is_angle = unit == "rad";
    const double most = is_angle ? std::numbers::pi / 2.0 : unit == "m" ? kFarthest : kInfinity;
    const Parameter known{path,     ValueKind::quantity, unit, 0.0, may_be_zero, most, kNone, example, "",
                          !is_angle};
    return read_value(known, value, reading_);
  }

  void read_each(std::string_view key, const Value& value, const std::vector<std::string_view>& units,
                 bool may_be_zero, double* numbers, std::string_view example) {
    const auto* array = value.as<Array>();
    if (array == nullptr || array->size() != units.size())
      return reading_.complain(path_of(key), value,
                               fmt::format("must be an array of {}, as in {}", units.size(), example));
    for (std::size_t i = 0; i < units.size(); ++i)
      numbers[i] =
          read_quantity(key, (*array)[i], units[i], may_be_zero, "\"1 " + std::string(units[i]) + "\"")
              .value_or(1.0);
  }
  /// Along three axes, and about them: 0 where nothing holds it against turning.
  void read_six(std::string_view key, std::string_view along, std::string_view about,
                std::array<double, 6>& numbers, std::string_view example) {
    const auto* entry = find(table_, key);
    if (entry == nullptr) return missing(key, example, "along x, y, z, and about them");
    read_each(key, entry->value, {along, along, along, about, about, about}, true, numbers.data(), example);
  }

  std::string_view path_;
  const Value& value_;
  const Table& table_;
  Reading& reading_;
};

/// The tables of mechanism.KEY, one after the other.
template <class Read>
void for_each_part(std::string_view path, const Entry* entry, Reading& reading, Read read) {
  if (entry == nullptr) return;
  const auto* parts = entry->value.as<Array>();
  if (parts == nullptr || parts->empty())
    return reading.complain(path, entry->value,
                            fmt::format("must be tables in double brackets, [[{}]]", path));
  for (const Value& part : *parts)
    if (const auto* table = part.as<Table>())
      read(part, *table);
    else
      reading.complain(path, part, fmt::format("must be a table, [[{}]]", path));
}

}  // namespace hilspace::study
