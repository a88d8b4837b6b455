#pragma once
// The choices of a study of the rig: which twin is simulated, and how its computer shapes the motion it
// asks for.

#include <array>
#include <cstddef>
#include <string_view>

namespace hilspace::study {

enum class Twin : std::size_t {
  identified,  // actuator and sensor as they were measured from outside: low-passes, noise, bias, dead band
  controlled,  // computer, amplifier, piezo and sensors one by one
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
