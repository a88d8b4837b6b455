#pragma once
// Stability of the scenarios of an axial study, determined in two independent ways: by the linear loop
// (delay_stability.hpp), and by the motion of the bodies in the simulation (rebound.hpp).
//
// The linear loop assumes a permanent contact. If the law is that of Kelvin and Voigt, or Hertz' with
// exponent 1, and the instruments are delays, holds, low-passes and transfer functions, it equals the
// simulated loop while the bodies touch. A compensator of the command that is a lead or a polynomial, and a lead of
// the force, are factors of the loop; with any other one that is linear there is a verdict (linear_loop.hpp of
// lib/models) and no critical delay. One impact is half an oscillation, so a rebound ratio of 1 indicates
// neutral stability for that half only.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/stability/delay_stability.hpp"
#include "analysis/stability/neutral.hpp"
#include "analysis/stability/rebound.hpp"
#include "models/axial_setup.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

/// The loop of a scenario.
struct LinearLoop {
  bool is_linear = false;  // whether its contact is; otherwise there is no loop
  ContactLoop loop{};
  double delay = 0.0;  // h: sum of all transport delays, s
  /// Active kinds of stages that are not linear, and a compensator that is no factor.
  std::vector<std::string_view> left_out{};
};
LinearLoop linear_loop(const models::AxialSetup& setup);

enum class StabilityClass { stable, neutral, unstable, undefined };
inline constexpr std::array<std::string_view, 4> kStabilityClasses{"stable", "neutral", "unstable",
                                                                   "undefined"};

struct ScenarioStability {
  double mass;             // reduced, kg
  double delay;            // h, s
  double lag;              // s, total: h, low-passes, transfer functions, half a period of each hold
  CriticalDelay critical;  // NaN where the contact is not linear, or its compensator no factor of the loop
  double least_damping;    // bounds of the stable range of the linear loop; NaN: none
  double most_damping;
  StabilityClass linear;
  Rebound rebound;
  StabilityClass simulated;
  bool is_linear;  // its contact

  bool is_known_twice() const {
    return linear != StabilityClass::undefined && simulated != StabilityClass::undefined;
  }
  bool agree() const { return linear == simulated; }
};

/// The contour of neutral stability, for each point of the axes except the parameter's own.
struct Contour {
  study::Id along{};
  std::vector<std::size_t> axes;         // of the study, in order
  std::vector<std::uint64_t> scenarios;  // the first scenario of each point
  std::vector<Neutral> linear;           // undefined where contact or compensator are not linear
  std::vector<Neutral> simulated;
  std::vector<std::size_t> point_of;  // of each scenario of the study
};

struct Stability {
  std::vector<ScenarioStability> scenarios;
  double rebound_error;           // numerical error of the ratios
  std::size_t rebounds_compared;  // scenarios used for that estimate
  Contour contour;
  std::vector<std::string_view> left_out;  // by the verdicts of the linear loops, in any scenario
};

struct StabilityOptions {
  study::Id along = "contact.damping"_id;
  int threads = 0;  // 0: all available
  const std::atomic<bool>* stop = nullptr;
};

/// Default parameter of the search: the damping where the study uses it, else the first spelling of an
/// instrument's lag that has an axis, else a parameter of the first numeric axis. Throws InputError if there
/// is none.
study::Id default_along(const study::Study& study);

/// Throws InputError if the study's model is not axial, has no HIL model, or does not use the parameter;
/// empty soon after `stop` was raised.
std::optional<Stability> stability(const study::Study& study, const StabilityOptions& options);

}  // namespace hilspace::analysis
