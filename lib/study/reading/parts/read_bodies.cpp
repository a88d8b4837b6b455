#include "study/reading/parts/read_bodies.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "dynamics/merged_bodies.hpp"
#include "study/reading/parts/part_reader.hpp"

namespace hilspace::study {
namespace {

class BodyReader : PartReader {
 public:
  using PartReader::PartReader;

  /// `is_last`: the one that touches.
  std::optional<dynamics::RowBody> read(bool is_last) {
    const auto before = reading_.findings.size();
    dynamics::RowBody body;
    for (const auto& entry : table_)
      if (entry.key != "mass" && entry.key != "stiffness" && entry.key != "damping")
        complain(entry.key,
                 "unknown; a body has a mass, and stiffness and damping of the spring to the next one");
    read_number("mass", "kg", false, "\"20 kg\"", "of the body", body.mass);
    if (is_last) {
      for (const auto* key : {"stiffness", "damping"})
        if (find(table_, key) != nullptr)
          complain(key, "the last body is the one that touches, and has no spring to a next one; remove it");
    } else {
      read_number("stiffness", "N m-1", false, "\"1 kN/m\"", "of the spring to the next body",
                  body.stiffness);
      if (find(table_, "damping") != nullptr)
        read_number("damping", "N s m-1", true, "\"1 N s/m\"", "of its damper", body.damping);
    }
    if (reading_.findings.size() > before) return std::nullopt;
    return body;
  }

 private:
  void read_number(std::string_view key, std::string_view unit, bool may_be_zero, std::string_view example,
                   std::string_view meaning, double& number) {
    const auto* entry = find(table_, key);
    if (entry == nullptr) return missing(key, example, meaning);
    number = read_quantity(key, entry->value, unit, may_be_zero, example).value_or(number);
  }
};

/// The two masses and their spring stand where they would be written.
void take(Body body, const dynamics::MergedBodies& two, const Location& place, Reading& reading) {
  const auto set = [&](BodyKey key, double value) {
    const Id id = id_of(body, key);
    if (const auto& given = reading.given[id])
      return reading.findings.add(
          *given, fmt::format("{}: excludes the bodies at {}, which make it; remove one of them",
                              parameter(id).path, reading.findings.text_of(place)));
    reading.given[id] = place;
    reading.study.base[id] = value;
  };
  set("front_mass", two.front);
  set("rear_mass", two.rear);
  set("stiffness", two.stiffness);
  set("damping", two.damping);
}

}  // namespace

void read_bodies(std::string_view path, const Value& value, Reading& reading) {
  const auto* bodies = value.as<Array>();
  if (bodies == nullptr || bodies->size() < 2)
    return reading.complain(
        path, value,
        fmt::format("must be two or more tables in double brackets, [[{}]], from the rear to "
                    "the front",
                    path));
  const Body body = path.starts_with("chaser.") ? Body::chaser : Body::target;
  std::vector<dynamics::RowBody> row;
  for (const Value& each : *bodies) {
    const auto* table = each.as<Table>();
    if (table == nullptr) {
      reading.complain(path, each, fmt::format("must be a table, [[{}]]", path));
    } else if (const auto found = BodyReader(path, each, *table, reading).read(&each == &bodies->back())) {
      row.push_back(*found);
    }
  }
  if (row.size() < bodies->size()) return;
  reading.study.bodies[static_cast<std::size_t>(body)] = row;
  take(body, dynamics::merged(row), value.place, reading);
}

}  // namespace hilspace::study
