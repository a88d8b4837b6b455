#pragma once
// Small studies for the analyses.

#include <string>
#include <vector>

#include "support/axial_study.hpp"
#include "support/read_study.hpp"

namespace hilspace::analysis {

// Coarse steps: these tests check the data flow, not the accuracy.
const std::string kStudy = test::kAxialStudy + R"(
[actuator]
total_delay = "0.4 ms"
[force_sensor]
bandwidth = "10 kHz"
[numerics]
step = "20 us"
)";

inline study::Study study_of(const std::string& further = "",
                             const std::vector<study::Override>& overrides = {}) {
  return test::read_study(kStudy + further, overrides);
}

}  // namespace hilspace::analysis
