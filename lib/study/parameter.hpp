#pragma once
// The parameters of a scenario: the one field list that drives parsing, checks, write-back, `--set`,
// result variables, CSV headers and the generated reference. A parameter is named by its dotted path.

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace hilspace::study {

enum class Kind {
  quantity,  // a number with a unit of dimension `unit`, given as text: "0.4 ms"
  number,    // a bare number
  law,       // a name from `hilspace list laws`; its value is the index into contact::kLaws
  material,  // a built-in or own material; its value is the index into Study::materials
};

struct Parameter {
  std::string_view path;
  Kind kind;
  std::string_view unit;     // SI spelling ("s", "kg", "m s-1", "rad s-1"); "1" for numbers
  double low;                // allowed range, in SI
  bool low_allowed;          // whether `low` itself is allowed
  double high;               // allowed, unless infinite
  double fallback;           // value when absent; NaN: none
  std::string_view example;  // as it is written in a study
  std::string_view description;
};

/// In the order of the Id enumerators.
std::span<const Parameter> parameters();

enum class Id : std::size_t {
  chaser_mass,
  target_mass,
  approach_velocity,
  contact_law,
  contact_restitution,
  contact_chaser_material,
  contact_target_material,
  contact_radius,
  contact_chaser_radius,
  contact_target_radius,
  actuator_total_delay,
  actuator_bandwidth,
  actuator_natural_frequency,
  actuator_damping,
  actuator_resolution,
  force_sensor_total_delay,
  force_sensor_bandwidth,
  force_sensor_natural_frequency,
  force_sensor_damping,
  force_sensor_resolution,
  numerics_step,
  numerics_time_limit,
  numerics_penetration_limit,
  count,
};
inline constexpr std::size_t kParameterCount = static_cast<std::size_t>(Id::count);

/// One value per parameter; NaN: not given. Names (laws, materials) are stored as their index.
struct ParameterValues {
  std::array<double, kParameterCount> values;
  ParameterValues() { values.fill(std::numeric_limits<double>::quiet_NaN()); }
  double& operator[](Id id) { return values[static_cast<std::size_t>(id)]; }
  double operator[](Id id) const { return values[static_cast<std::size_t>(id)]; }
};

std::optional<Id> find_parameter(std::string_view path);

/// Two spellings of one thing, of which a study uses one.
struct Exclusive {
  Id first;
  Id second;
};
std::span<const Exclusive> exclusive_parameters();

}  // namespace hilspace::study
