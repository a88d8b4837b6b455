#pragma once
// The parameters of a scenario: the one field list that drives parsing, checks, write-back, `--set`,
// result variables, CSV headers and the generated reference. A parameter is named by its dotted path.

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "contact/law.hpp"
#include "study/instrument.hpp"

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
  double fallback;           // value when absent, where it means something; NaN: none
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
  contact_stiffness,
  contact_exponent,
  contact_reference_force,
  contact_reference_penetration,
  contact_damping,
  contact_damping_per_stiffness,
  contact_permanent_deformation,
  contact_compaction_rate,
  actuator_total_delay,  // and so on, in the order of InstrumentKey: id_of() names them
  force_sensor_total_delay = actuator_total_delay + kInstrumentKeyCount,
  numerics_step = force_sensor_total_delay + kInstrumentKeyCount,
  numerics_tolerance,
  numerics_time_limit,
  numerics_penetration_limit,
  count,
};
inline constexpr std::size_t kParameterCount = static_cast<std::size_t>(Id::count);

/// A parameter of an instrument.
constexpr Id id_of(Instrument instrument, InstrumentKey key) {
  const Id first =
      instrument == Instrument::actuator ? Id::actuator_total_delay : Id::force_sensor_total_delay;
  return static_cast<Id>(static_cast<std::size_t>(first) + static_cast<std::size_t>(key));
}

/// One value per parameter; NaN: not given. Names (laws, materials) are stored as their index.
struct ParameterValues {
  std::array<double, kParameterCount> values;
  ParameterValues() { values.fill(std::numeric_limits<double>::quiet_NaN()); }
  double& operator[](Id id) { return values[static_cast<std::size_t>(id)]; }
  double operator[](Id id) const { return values[static_cast<std::size_t>(id)]; }
};

std::optional<Id> find_parameter(std::string_view path);

inline const Parameter& parameter(Id id) { return parameters()[static_cast<std::size_t>(id)]; }

/// Two spellings of one thing, of which a study uses one.
struct Exclusive {
  Id first;
  Id second;
};
std::span<const Exclusive> exclusive_parameters();

/// A parameter that only says more about others: without one of these it means nothing, and has no default.
struct Companion {
  Id id;
  std::vector<Id> of;
};
std::span<const Companion> companions();

/// A parameter of the laws with that kind of damping. Other laws ignore it.
struct LawParameter {
  Id id;
  contact::Damping damping;
  bool required;
};
std::span<const LawParameter> law_parameters();

}  // namespace hilspace::study
