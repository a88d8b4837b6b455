#pragma once
// The smallest complete study, to which each test adds what it is about.

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "study/study.hpp"

namespace hilspace::study {

inline const std::string kExample = R"(
title = "Example"
[chaser]
mass = "30 kg"
[target]
mass = "75 kg"
[approach]
velocity = "0.1 m/s"
[contact]
law = "flores"
restitution = 0.8
chaser_material = "polyimide"
target_material = "aluminium"
radius = "25 mm"
)";

/// The same on the rig.
inline const std::string kRig = "model = \"rig\"" + kExample;

/// The same in six degrees of freedom.
inline const std::string kSixDof = R"(
title = "Example"
model = "sixdof"
[chaser]
mass = "203 kg"
inertia = ["26 kg m2", "27 kg m2", "28 kg m2"]
center_to_port = "1.8325 m"
[target]
mass = "403 kg"
inertia = ["110 kg m2", "112 kg m2", "113 kg m2"]
center_to_port = "0.8477 m"
[approach]
velocity = "0.1 m/s"
[contact]
law = "flores"
restitution = 0.8
chaser_material = "polyimide"
target_material = "aluminium"
radius = "25 mm"
[drogue]
cylinder_radius = "32 mm"
cylinder_length = "50 mm"
frustum_length = "195 mm"
half_angle = "24.78 deg"
)";

inline constexpr std::array kMetrics{KnownMetric{"force.e_imax"}, KnownMetric{"force.peak_hil"},
                                     KnownMetric{"velocity.error", kOneAxis},
                                     KnownMetric{"docking.success", kSixDofOnly}};

inline Study read(const std::string& text, const std::vector<Override>& overrides = {}) {
  return parse(text, "study.toml", overrides, kMetrics);
}

inline Study read_with(const std::string& more, const std::vector<Override>& overrides = {}) {
  return read(kExample + more, overrides);
}

/// The findings, one a line; empty if the study is accepted.
inline std::string refusal(const std::string& text, const std::vector<Override>& overrides = {}) {
  try {
    read(text, overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline std::string without(std::string text, std::string_view line) {
  const auto at = text.find(line);
  if (at == std::string::npos) throw std::logic_error("the example has no such line");
  return text.erase(at, line.size());
}

}  // namespace hilspace::study
