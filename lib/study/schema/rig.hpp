#pragma once
// Choices of a study of the rig: the simulated twin, and the filter that its computer applies to the
// commanded motion.

#include <array>
#include <cstddef>
#include <string_view>

namespace hilspace::study {

enum class Twin : std::size_t {
  identified,  // actuator and sensor as identified from outside: low-passes, noise, bias, dead band
  controlled,  // computer, amplifier, piezo and sensors modelled separately
};
inline constexpr std::array<std::string_view, 2> kTwins{"identified", "controlled"};

/// F(s) of the controlled twin.
enum class Prefilter : std::size_t {
  published,    // Bondoky A.19, tuned at the hardware
  model_based,  // Bondoky A.18
  none,
};
inline constexpr std::array<std::string_view, 3> kPrefilters{"published", "model_based", "none"};

}  // namespace hilspace::study
