#pragma once
// The two instruments of a testbed in six degrees of freedom: what follows the pose, and what measures the
// wrench. Both are six chains, each a low-pass and a quantizer; what is said of the whole instrument holds
// for each of its components, unless the component says otherwise.

#include <array>
#include <cstddef>
#include <string_view>

namespace hilspace::study {

enum class SpatialInstrument : std::size_t { robot, wrench_sensor };

/// Its components: three along the axes, then three about them.
inline constexpr std::size_t kSpatialComponents = 6;
enum class Half : std::size_t { linear, angular };
constexpr Half half_of(std::size_t component) {
  return component < kSpatialComponents / 2 ? Half::linear : Half::angular;
}

struct NamedSpatialInstrument {
  std::string_view name;
  std::array<std::string_view, 2> units;        // of the components, in the order of Half
  std::array<std::string_view, 2> resolutions;  // keys of the whole instrument for their quanta
  std::array<std::string_view, 2> examples;     // of them, as written in a study
  std::array<std::string_view, kSpatialComponents> components;
};
/// In the order of SpatialInstrument.
inline constexpr std::array kSpatialInstruments{
    NamedSpatialInstrument{"robot",
                           {"m", "rad"},
                           {"resolution", "angular_resolution"},
                           {"\"1 um\"", "\"1e-6 rad\""},
                           {"x", "y", "z", "rx", "ry", "rz"}},
    NamedSpatialInstrument{"wrench_sensor",
                           {"N", "N m"},
                           {"resolution", "torque_resolution"},
                           {"\"1 N\"", "\"0.1 N m\""},
                           {"fx", "fy", "fz", "tx", "ty", "tz"}},
};

}  // namespace hilspace::study
