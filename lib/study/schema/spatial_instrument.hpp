#pragma once
// The two instruments of a testbed in six degrees of freedom: the robot that follows the pose, and the sensor
// that measures the wrench. Both are six chains, each a low-pass and a quantizer, or of the stages that `chain`
// names; a value given for the whole instrument holds for each component, unless the component overrides it.

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "instruments/setup.hpp"
#include "models/sixdof_setup.hpp"

namespace hilspace::study {

enum class SpatialInstrument : std::size_t { robot, wrench_sensor };

using models::Half;
using models::half_of;
inline constexpr std::size_t kSpatialComponents = models::kComponents;

struct NamedSpatialInstrument {
  std::string_view name;
  std::array<std::string_view, 2> units;     // of the components, in the order of Half
  std::string_view prefix;                   // of keys of the whole instrument for the angular components
  std::array<std::string_view, 2> examples;  // of values in these units, as written in a study
  std::array<std::string_view, kSpatialComponents> components;
};
/// In the order of SpatialInstrument.
inline constexpr std::array kSpatialInstruments{
    NamedSpatialInstrument{
        "robot", {"m", "rad"}, "angular_", {"\"1 um\"", "\"1e-6 rad\""}, {"x", "y", "z", "rx", "ry", "rz"}},
    NamedSpatialInstrument{"wrench_sensor",
                           {"N", "N m"},
                           "torque_",
                           {"\"1 N\"", "\"0.1 N m\""},
                           {"fx", "fy", "fz", "tx", "ty", "tz"}},
};

/// The stages of an instrument that no axis can vary. A curve is for the first three components, for the last three or
/// for one, sections are for all or for one; what is for one comes first.
struct SpatialStages {
  static constexpr std::size_t kCurves = 2 + kSpatialComponents, kFilters = 1 + kSpatialComponents;
  std::array<std::vector<instruments::CurvePoint>, kCurves> calibration;
  std::array<std::vector<instruments::Section>, kFilters> transfer_function;

  std::span<const instruments::CurvePoint> curve_of(std::size_t component) const {
    const auto& own = calibration[2 + component];
    return own.empty() ? calibration[static_cast<std::size_t>(half_of(component))] : own;
  }
  std::span<const instruments::Section> sections_of(std::size_t component) const {
    const auto& own = transfer_function[1 + component];
    return own.empty() ? transfer_function[0] : own;
  }
};

}  // namespace hilspace::study
