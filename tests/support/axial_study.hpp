#pragma once
// The smallest complete axial study, to which tests add their subject.

#include <stdexcept>
#include <string>
#include <string_view>

namespace hilspace::test {

// One per translation unit, as all texts of studies: before those in it that are made of it. The order of inline variables
// is left open by clang.
const std::string kAxialStudy = R"(
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

inline std::string without(std::string text, std::string_view line) {
  const auto at = text.find(line);
  if (at == std::string::npos) throw std::logic_error("the study has no such line");
  return text.erase(at, line.size());
}

}  // namespace hilspace::test
