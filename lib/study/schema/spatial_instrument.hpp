#pragma once
// The two instruments of a testbed in six degrees of freedom: the robot that follows the pose, and the sensor
// that measures the wrench. Both are six chains, each a low-pass and a quantizer, or of the stages that `chain`
// names; a value given for the whole instrument holds for each component, unless the component overrides it.

#include <array>
#include <cstddef>
#include <string_view>

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

}  // namespace hilspace::study
