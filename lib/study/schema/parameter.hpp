#pragma once
// The parameters of a scenario: the one field list that drives parsing, checks, write-back, `--set`,
// result variables, CSV headers and the generated reference. A parameter is named by its dotted path.

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "contact/law_setup.hpp"
#include "models/kind.hpp"
#include "study/schema/instrument.hpp"
#include "study/schema/spatial_instrument.hpp"

namespace hilspace::study {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// In the place of a value that is not there.
inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
inline double or_else(double value, double otherwise) { return std::isnan(value) ? otherwise : value; }

enum class Kind {
  quantity,  // a number with a unit of dimension `unit`, given as text: "0.4 ms"
  number,    // a bare number
  law,       // a name from `hilspace list laws`; its value is the index into contact::kLaws
  material,  // a built-in or own material; its value is the index into Study::materials
};

/// The models that know a key.
struct Models {
  bool axial = true;
  bool sixdof = true;
  bool rig = axial;  // what the axial model knows, the rig knows
  constexpr bool has(models::Kind model) const {
    switch (model) {
      case models::Kind::axial:
        return axial;
      case models::Kind::sixdof:
        return sixdof;
      case models::Kind::rig:
        return rig;
    }
    __builtin_unreachable();
  }
};
inline constexpr Models kOneAxis{true, false};
inline constexpr Models kSixDofOnly{false, true};
inline constexpr Models kRigOnly{false, false, true};

struct Parameter {
  std::string_view path;
  Kind kind;
  std::string_view unit;  // SI spelling ("s", "kg", "m s-1", "rad s-1"); "1" for numbers
  double low;             // allowed range, in SI
  bool low_allowed;       // whether `low` itself is allowed
  double high;
  double fallback;           // value when absent, where it means something; NaN: none
  std::string_view example;  // as it is written in a study
  std::string_view description;
  bool high_allowed = true;  // whether `high` itself is allowed; an infinite one never is
  Models models = {};
};

/// The two spacecraft, and what an axis can vary of each.
enum class Body : std::size_t { chaser, target };
enum class BodyKey : std::size_t {
  mass,
  inertia_xx,
  inertia_yy,
  inertia_zz,
  inertia_xy,
  inertia_xz,
  inertia_yz,
  center_to_port,
  count,
};
inline constexpr std::size_t kBodyKeyCount = static_cast<std::size_t>(BodyKey::count);

/// Of the whole instrument one key more than of a component: it has two resolutions.
inline constexpr std::size_t kSpatialCount = (kSpatialKeyCount + 1) + 6 * kSpatialKeyCount;

/// In the order of the Id enumerators.
std::span<const Parameter> parameters();

enum class Id : std::size_t {
  chaser_mass,  // and so on, in the order of BodyKey: id_of() names them
  target_mass = chaser_mass + kBodyKeyCount,
  approach_velocity = target_mass + kBodyKeyCount,
  approach_offset_y,
  approach_offset_z,
  approach_attitude_roll,
  approach_attitude_pitch,
  approach_attitude_yaw,
  approach_angular_velocity_x,
  approach_angular_velocity_y,
  approach_angular_velocity_z,
  approach_lateral_velocity_y,
  approach_lateral_velocity_z,
  approach_air_gap,
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
  contact_friction_stiction,
  contact_friction_sliding,
  contact_friction_stribeck_velocity,
  drogue_cylinder_radius,
  drogue_cylinder_length,
  drogue_frustum_length,
  drogue_half_angle,
  drogue_mouth_radius,
  actuator_total_delay,  // and so on, in the order of InstrumentKey: id_of() names them
  force_sensor_total_delay = actuator_total_delay + kInstrumentKeyCount,
  robot_total_delay = force_sensor_total_delay + kInstrumentKeyCount,
  wrench_sensor_total_delay = robot_total_delay + kSpatialCount,
  rig_offset = wrench_sensor_total_delay + kSpatialCount,
  rig_rate,
  rig_repetition,
  rig_stiffness,
  rig_frame_stiffness,
  rig_stroke,
  rig_blocking_force,
  rig_velocity_limit,
  rig_acceleration_limit,
  rig_safety_factor,
  numerics_step,
  numerics_tolerance,
  numerics_time_limit,
  numerics_penetration_limit,
  numerics_repeat,
  count,
};
inline constexpr std::size_t kParameterCount = static_cast<std::size_t>(Id::count);

/// A parameter of an instrument.
constexpr Id id_of(Instrument instrument, InstrumentKey key) {
  const Id first =
      instrument == Instrument::actuator ? Id::actuator_total_delay : Id::force_sensor_total_delay;
  return static_cast<Id>(static_cast<std::size_t>(first) + static_cast<std::size_t>(key));
}

/// A parameter of a spacecraft.
constexpr Id id_of(Body body, BodyKey key) {
  const Id first = body == Body::chaser ? Id::chaser_mass : Id::target_mass;
  return static_cast<Id>(static_cast<std::size_t>(first) + static_cast<std::size_t>(key));
}

/// A parameter of an instrument with six components. Of the whole instrument `component` says which of its
/// two resolutions is meant, and nothing else; of_component() gives a component's own.
constexpr Id of_whole(SpatialInstrument instrument, SpatialKey key, std::size_t component = 0) {
  const Id first =
      instrument == SpatialInstrument::robot ? Id::robot_total_delay : Id::wrench_sensor_total_delay;
  const std::size_t second = key == SpatialKey::resolution && component >= 3 ? 1 : 0;
  return static_cast<Id>(static_cast<std::size_t>(first) + static_cast<std::size_t>(key) + second);
}
constexpr Id of_component(SpatialInstrument instrument, SpatialKey key, std::size_t component) {
  const auto first = static_cast<std::size_t>(of_whole(instrument, SpatialKey::total_delay));
  return static_cast<Id>(first + (kSpatialKeyCount + 1) + component * kSpatialKeyCount +
                         static_cast<std::size_t>(key));
}

/// The four spellings of how fast a low-pass is: total delay, lag, bandwidth, natural frequency.
using LowPassIds = std::array<Id, 4>;
constexpr LowPassIds low_pass_of(Instrument instrument, bool shorthand) {
  using enum InstrumentKey;
  if (shorthand)
    return {id_of(instrument, total_delay), id_of(instrument, lag), id_of(instrument, bandwidth),
            id_of(instrument, natural_frequency)};
  return {id_of(instrument, low_pass_total_delay), id_of(instrument, low_pass_lag),
          id_of(instrument, low_pass_bandwidth), id_of(instrument, low_pass_natural_frequency)};
}
constexpr LowPassIds low_pass_of_whole(SpatialInstrument instrument) {
  using enum SpatialKey;
  return {of_whole(instrument, total_delay), of_whole(instrument, lag), of_whole(instrument, bandwidth),
          of_whole(instrument, natural_frequency)};
}
constexpr LowPassIds low_pass_of_component(SpatialInstrument instrument, std::size_t component) {
  using enum SpatialKey;
  return {of_component(instrument, total_delay, component), of_component(instrument, lag, component),
          of_component(instrument, bandwidth, component),
          of_component(instrument, natural_frequency, component)};
}

/// One value per parameter; NaN: not given. Names (laws, materials) are stored as their index.
struct ParameterValues {
  std::array<double, kParameterCount> values;
  ParameterValues() { values.fill(kNone); }
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
/// The first ones are those to name.
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
