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

inline constexpr std::array<std::string_view, 3> kMetrics{"force.e_imax", "force.peak_hil", "velocity.error"};

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
