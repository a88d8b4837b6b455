#pragma once
// Small studies for the analyses.

#include <string>
#include <vector>

#include "metrics/catalogue.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

// Coarse steps: here it matters where the numbers go, not what they are.
inline constexpr const char* kStudy = R"(
title = "A requirement"
model = "axial"
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
[actuator]
total_delay = "0.4 ms"
[force_sensor]
bandwidth = "10 kHz"
[numerics]
step = "20 us"
)";

inline const std::vector<study::KnownMetric>& known_metrics() {
  static const std::vector<study::KnownMetric> known = [] {
    std::vector<study::KnownMetric> list;
    for (const auto& metric : metrics::catalogue())
      list.push_back({metric.name, {metric.axial, metric.sixdof}});
    return list;
  }();
  return known;
}

inline study::Study study_of(const std::string& further = "", std::vector<study::Override> overrides = {}) {
  return study::parse(kStudy + further, "study.toml", overrides, known_metrics());
}

}  // namespace hilspace::analysis
