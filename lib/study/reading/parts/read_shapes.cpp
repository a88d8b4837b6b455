#include "study/reading/parts/read_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "study/notation/keys.hpp"
#include "study/reading/choice.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {
namespace {

using dynamics::Dimension;
using dynamics::kDimensions;

ShapedBody& body_of(std::string_view path, Reading& reading) {
  return reading.study.shaped[path.starts_with("chaser.") ? 0 : 1];
}

/// Three lengths; nothing, with findings, if invalid.
std::optional<Vec3> read_point(std::string_view path, const Value& value, Reading& reading) {
  const auto* array = value.as<Array>();
  if (array == nullptr || array->size() != 3) {
    reading.complain(path, value, R"(must be an array of 3, as in ["1.2 m", "0 m", "0 m"])");
    return std::nullopt;
  }
  const Parameter element{path,  ValueKind::quantity, "m", -kInfinity, true, kInfinity,
                          kNone, "\"1.2 m\"",         ""};
  Vec3 point;
  for (std::size_t i = 0; i < 3; ++i) point[i] = read_value(element, (*array)[i], reading).value_or(kNone);
  if (std::ranges::any_of(point, [](double each) { return std::isnan(each); })) return std::nullopt;
  return point;
}

/// One [[chaser.shape]].
class ShapeReader {
 public:
  ShapeReader(std::string_view path, const Value& value, const Table& table, Reading& reading)
      : path_(path), value_(value), table_(table), reading_(reading) {}

  std::optional<dynamics::ShapeSetup> read() {
    const auto before = reading_.findings.size();
    if (!read_kind()) return std::nullopt;
    check_keys();
    for (const auto dimension : dynamics::named(setup_.shape).dimensions) read_dimension(dimension);
    read_number("mass", "kg", "\"120 kg\"", false, setup_.mass);
    read_number("density", "kg m-3", "\"2700 kg/m3\"", false, setup_.density);
    if (const auto* place = find(table_, "place"))
      setup_.place = read_point(path_of("place"), place->value, reading_).value_or(setup_.place);
    read_direction();
    if (reading_.findings.size() == before) report_faults();
    if (reading_.findings.size() > before) return std::nullopt;
    return setup_;
  }

 private:
  std::string path_of(std::string_view key) const { return join(path_, key); }

  bool read_kind() {
    const auto names = names_of(dynamics::kShapes);
    const auto* entry = find(table_, "kind");
    if (entry == nullptr) {
      reading_.findings.add(value_.place,
                            fmt::format("{}: missing; one of {}", path_of("kind"), fmt::join(names, ", ")));
      return false;
    }
    const auto* name = read_choice(path_of("kind"), entry->value, names, reading_);
    if (name == nullptr) return false;
    setup_.shape = static_cast<dynamics::Shape>(std::ranges::find(names, *name) - names.begin());
    return true;
  }

  /// A key that this kind of shape does not have.
  void check_keys() {
    const auto& shape = dynamics::named(setup_.shape);
    std::vector<std::string> keys{path_of("kind"), path_of("mass"), path_of("density"), path_of("place")};
    if (shape.has_axis) keys.push_back(path_of("direction"));
    for (const auto dimension : shape.dimensions) keys.push_back(path_of(name_of(dimension)));
    const std::vector<std::string_view> known(keys.begin(), keys.end());
    for (const auto& entry : table_) {
      const auto key = path_of(entry.key);
      if (std::ranges::find(known, key) != known.end()) continue;
      const bool elsewhere =
          entry.key == "direction" ||
          std::ranges::find(kDimensions, entry.key, &dynamics::NamedDimension::name) != kDimensions.end();
      reading_.findings.add(entry.place, elsewhere
                                             ? fmt::format("{}: a {} has none; remove it", key, shape.name)
                                             : unknown_key(key, known));
    }
  }

  static std::string_view name_of(Dimension dimension) {
    return kDimensions[static_cast<std::size_t>(dimension)].name;
  }

  void read_dimension(Dimension dimension) {
    const auto& its = kDimensions[static_cast<std::size_t>(dimension)];
    if (find(table_, its.name) == nullptr)
      reading_.findings.add(value_.place, fmt::format("{}: missing; write for example {} = \"0.5 m\" ({})",
                                                      path_of(its.name), its.name, its.meaning));
    else
      read_number(its.name, "m", "\"0.5 m\"", its.may_be_zero, setup_[dimension]);
  }

  void read_number(std::string_view key, std::string_view unit, std::string_view example, bool may_be_zero,
                   double& number) {
    const auto* entry = find(table_, key);
    if (entry == nullptr) return;
    const auto path = path_of(key);
    const Parameter known{path, ValueKind::quantity, unit, 0.0, may_be_zero, kInfinity, kNone, example, ""};
    number = read_value(known, entry->value, reading_).value_or(number);
  }

  void read_direction() {
    const auto* entry = find(table_, "direction");
    if (entry == nullptr || !dynamics::named(setup_.shape).has_axis) return;
    const auto* name = read_choice(path_of("direction"), entry->value, dynamics::kDirections, reading_);
    if (name == nullptr) return;
    const auto found = std::ranges::find(dynamics::kDirections, *name);
    setup_.direction = static_cast<dynamics::Direction>(found - dynamics::kDirections.begin());
  }

  void report_faults() {
    for (const auto& [key, text] : dynamics::faults(setup_)) {
      const auto* entry = find(table_, key);
      reading_.findings.add(entry == nullptr ? value_.place : entry->place,
                            fmt::format("{}: {}", path_of(key), text));
    }
  }

  std::string_view path_;
  const Value& value_;
  const Table& table_;
  Reading& reading_;
  dynamics::ShapeSetup setup_;
};

}  // namespace

void read_shapes(std::string_view path, const Value& value, Reading& reading) {
  const auto* shapes = value.as<Array>();
  if (shapes == nullptr || shapes->empty())
    return reading.complain(path, value, fmt::format("must be tables in double brackets, [[{}]]", path));
  auto& body = body_of(path, reading);
  const auto before = reading.findings.size();
  for (const Value& shape : *shapes) {
    const auto* table = shape.as<Table>();
    if (table == nullptr)
      reading.complain(path, shape, fmt::format("must be a table, [[{}]]", path));
    else if (const auto setup = ShapeReader(path, shape, *table, reading).read())
      body.shapes.push_back(*setup);
  }
  if (reading.findings.size() > before) body.shapes.clear();  // without one of them it is a different body
}

void read_port(std::string_view path, const Value& value, Reading& reading) {
  if (const auto port = read_point(path, value, reading)) body_of(path, reading).port = *port;
}

}  // namespace hilspace::study
