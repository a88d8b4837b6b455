#include "study/reading/vectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "study/notation/keys.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {
namespace {

std::string expectation(const Vector& vector) {
  return fmt::format("must be an array of {}, as in {}{}", vector.components.size(), vector.example,
                     vector.products.empty() ? "" : ", or of three such rows");
}

/// Component by component; none, with a finding, if the vector is invalid.
using Components = std::vector<Entry>;

Components complain(const Vector& vector, const Value& value, std::string_view what, Reading& reading) {
  reading.complain(vector.path, value, what);
  return {};
}

/// An element in kg m2; nothing, with a finding, if it is invalid.
std::optional<double> moment(const std::string& path, const Value& value, Reading& reading) {
  const Parameter element{path,  ValueKind::quantity, "kg m2", -kInfinity, true, kInfinity,
                          kNone, "\"0 kg m2\"",       ""};
  return read_value(element, value, reading);
}

/// Two mirrored elements off the diagonal, and their mean: they may differ by how a program prints them.
std::optional<Value> mean(const std::string& path, const Value& above, const Value& below, double rounding,
                          Reading& reading) {
  const auto one = moment(path, above, reading), other = moment(path, below, reading);
  if (!one || !other) return std::nullopt;
  if (*one == *other) return above;
  if (std::abs(*one - *other) <= rounding)
    return Value{above.place, fmt::format("{} kg m2", *one + 0.5 * (*other - *one))};
  reading.complain(path, below,
                   fmt::format("is {} in the mirrored place; an inertia is symmetric", shown(above)));
  return std::nullopt;
}

Components matrix(const Vector& vector, const Value& value, Reading& reading) {
  constexpr double kRounding = 1e-9;  // of the largest moment; no product of a body exceeds it
  Components components;
  const auto& rows = *value.as<Array>();
  const auto element = [&](std::size_t i, std::size_t j) -> const Value& {
    return (*rows[i].as<Array>())[j];
  };
  for (const Value& row : rows)
    if (row.as<Array>() == nullptr || row.as<Array>()->size() != rows.size())
      return complain(vector, value, expectation(vector), reading);
  double largest = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string name(vector.components[i]);
    components.push_back({name, element(i, i).place, element(i, i)});
    const auto its = moment(join(vector.path, name), element(i, i), reading);
    if (!its) return {};
    largest = std::max(largest, std::abs(*its));
  }
  std::size_t product = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      const std::string name(vector.products[product++]);
      const auto its =
          mean(join(vector.path, name), element(i, j), element(j, i), kRounding * largest, reading);
      if (!its) return {};
      components.push_back({name, element(i, j).place, *its});
    }
  return components;
}

Components components_of(const Vector& vector, const Value& value, Reading& reading) {
  const auto* array = value.as<Array>();
  if (array == nullptr || array->size() != vector.components.size())
    return complain(vector, value, expectation(vector), reading);
  if (!vector.products.empty() && array->front().as<Array>() != nullptr)
    return matrix(vector, value, reading);
  Components components;
  for (std::size_t i = 0; i < array->size(); ++i)
    components.push_back({std::string(vector.components[i]), (*array)[i].place, (*array)[i]});
  return components;
}

/// Splits an array of vectors into one array per component, all at the location of the whole.
Components columns_of(const Vector& vector, const Entry& entry, Reading& reading) {
  const auto* vectors = entry.value.as<Array>();
  if (vectors == nullptr || vectors->empty())
    return complain(
        vector, entry.value,
        fmt::format("an axis of the whole takes an array of {}; or vary its components", vector.example),
        reading);
  Components columns;
  for (const Value& value : *vectors) {
    const Components components = components_of(vector, value, reading);
    if (components.empty()) return {};
    if (columns.empty())
      for (const auto& component : components)
        columns.push_back({component.key, entry.place, {entry.value.place, Array{}}});
    if (columns.size() != components.size())
      return complain(vector, value, "has a different form than the one before it on this axis", reading);
    for (std::size_t i = 0; i < columns.size(); ++i)
      std::get<Array>(columns[i].value.data).push_back(components[i].value);
  }
  return columns;
}

/// Marked as written, so that they are not reported missing as well.
void mark(const Vector& vector, const Location& place, Places& written) {
  for (const auto name : vector.components) written[*find_parameter(join(vector.path, name))] = place;
}

/// The study is processed again for every --set.
bool reported(const Vector& vector, const Entry& entry, bool on_axis, const Reading& reading) {
  const Id first = *find_parameter(join(vector.path, vector.components.front()));
  return is_broken_vector(vector.path, entry.value) && (on_axis ? reading.varied : reading.given)[first];
}

void take_apart(Entry& entry, const std::string& path, bool on_axis, Reading& reading) {
  const std::string key = join(path, entry.key);
  const Vector* vector = find_vector(key);
  auto* inner = std::get_if<Table>(&entry.value.data);
  if (inner != nullptr && (vector == nullptr || find(*inner, "from") == nullptr)) {
    for (auto& its : *inner) take_apart(its, key, on_axis, reading);
  } else if (vector != nullptr && !reported(*vector, entry, on_axis, reading)) {
    Components components =
        on_axis ? columns_of(*vector, entry, reading) : components_of(*vector, entry.value, reading);
    if (!components.empty()) {
      entry.value.data = std::move(components);
    } else {
      mark(*vector, entry.place, on_axis ? reading.varied : reading.given);
      entry.value.data = Array{};
    }
  }
}

}  // namespace

std::span<const Vector> vectors() {
  static const std::vector<Vector> all{
      {"chaser.inertia", {"xx", "yy", "zz"}, {"xy", "xz", "yz"}, R"(["26 kg m2", "27 kg m2", "28 kg m2"])"},
      {"target.inertia",
       {"xx", "yy", "zz"},
       {"xy", "xz", "yz"},
       R"(["110 kg m2", "112 kg m2", "113 kg m2"])"},
      {"approach.offset", {"y", "z"}, {}, R"(["0 mm", "75 mm"])"},
      {"approach.attitude", {"roll", "pitch", "yaw"}, {}, R"(["0 deg", "-7.5 deg", "0 deg"])"},
      {"approach.angular_velocity", {"x", "y", "z"}, {}, R"(["0 deg/s", "0.1 deg/s", "0 deg/s"])"},
      {"approach.lateral_velocity", {"y", "z"}, {}, R"(["0 mm/s", "1 mm/s"])"},
      {"compliance.stiffness_along", {"x", "y", "z"}, {}, R"(["3 kN/m", "1.2 kN/m", "1.2 kN/m"])"},
      {"virtual.stiffness_along", {"x", "y", "z"}, {}, R"(["500 N/m", "200 N/m", "200 N/m"])"},
      {"virtual.damping_along", {"x", "y", "z"}, {}, R"(["40 N s/m", "20 N s/m", "20 N s/m"])"},
      {"virtual.torsional_damping", {"x", "y", "z"}, {}, R"(["1 N m s/rad", "1 N m s/rad", "1 N m s/rad"])"},
      {"androgynous.petal_half_width", {"base", "top"}, {}, R"(["28.5 deg", "15 deg"])"},
      {"androgynous.pawl_hinge", {"axial", "radial"}, {}, R"(["110 mm", "485 mm"])"},
      {"androgynous.pawl_tip", {"axial", "radial"}, {}, R"(["50 mm", "612 mm"])"},
      {"androgynous.pawl_root", {"axial", "radial"}, {}, R"(["120 mm", "475 mm"])"},
      {"androgynous.pawl_heel", {"axial", "radial"}, {}, R"(["46 mm", "540 mm"])"},
      {"probe_cone.groove", {"front", "rear"}, {}, R"(["-55 mm", "-30 mm"])"},
      {"berthing.groove", {"front", "rear"}, {}, R"(["-75 mm", "-50 mm"])"},
  };
  return all;
}

const Vector* find_vector(std::string_view path) {
  const auto found = std::ranges::find(vectors(), path, &Vector::path);
  return found == vectors().end() ? nullptr : &*found;
}

bool is_broken_vector(std::string_view path, const Value& value) {
  const auto* array = value.as<Array>();
  return find_vector(path) != nullptr && array != nullptr && array->empty();
}

void take_vectors_apart(Table& root, Reading& reading) {
  if (reading.study.model != models::ModelKind::sixdof) return;  // only this model has any
  for (auto& entry : root) {
    auto* axes = std::get_if<Array>(&entry.value.data);
    if (entry.key != "axis")
      take_apart(entry, "", false, reading);
    else if (axes != nullptr)
      for (auto& axis : *axes)
        if (auto* table = std::get_if<Table>(&axis.data))
          for (auto& its : *table) take_apart(its, "", true, reading);
  }
}

}  // namespace hilspace::study
