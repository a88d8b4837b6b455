#pragma once
// The two instruments of a testbed in six degrees of freedom: what follows the pose, and what measures the
// wrench. Both are six chains, each a low-pass and a quantizer; what is said of the whole instrument holds
// for each of its components, unless the component says otherwise.

#include <array>
#include <cstddef>
#include <string_view>

namespace hilspace::study {

enum class SpatialInstrument : std::size_t { robot, wrench_sensor };

struct NamedSpatialInstrument {
  std::string_view name;
  std::array<std::string_view, 2> units;        // of the first three components, and of the others
  std::array<std::string_view, 2> resolutions;  // keys of the whole instrument for their quanta
  std::array<std::string_view, 2> examples;     // of them, as written in a study
  std::array<std::string_view, 6> components;
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

/// What an axis can vary, of the whole instrument and of each component.
enum class SpatialKey : std::size_t {
  total_delay,
  lag,
  bandwidth,
  natural_frequency,
  damping,
  resolution,
  count
};
inline constexpr std::size_t kSpatialKeyCount = static_cast<std::size_t>(SpatialKey::count);

}  // namespace hilspace::study
