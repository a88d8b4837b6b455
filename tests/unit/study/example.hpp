#pragma once
// The smallest complete studies, to which each test adds what it is about.

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "study/study.hpp"
#include "support/axial_study.hpp"
#include "support/message.hpp"

namespace hilspace::study {

using test::without;

const std::string kExample = test::kAxialStudy;

/// The same on the rig.
const std::string kRig = "model = \"rig\"" + kExample;

/// The same in six degrees of freedom.
const std::string kSixDof = R"(
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

/// Two spacecraft of two masses each.
const std::string kFourMass = R"(
title = "Example"
model = "four_mass"
[chaser]
front_mass = "2 kg"
rear_mass = "17 kg"
stiffness = "1 kN/m"
[target]
front_mass = "1.5 kg"
rear_mass = "15 kg"
stiffness = "200 N/m"
[approach]
velocity = "0.1 m/s"
[contact]
law = "flores"
restitution = 0.8
chaser_material = "polyimide"
target_material = "aluminium"
radius = "25 mm"
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

/// An instrument of these stages.
inline instruments::ChainSetup chain(std::initializer_list<instruments::StageSetup> stages) {
  instruments::ChainSetup result;
  for (const auto& stage : stages) result.add(stage);
  return result;
}

/// The findings, one a line; empty if the study is accepted.
inline std::string refusal(const std::string& text, const std::vector<Override>& overrides = {}) {
  return test::message_of([&] { read(text, overrides); });
}

}  // namespace hilspace::study
