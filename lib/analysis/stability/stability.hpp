#pragma once
// Stability of the scenarios of an axial study, known in two ways that stand side by side: by the linear loop
// (delay_stability.hpp), and by what the bodies do in the simulation (rebound.hpp).
//
// The linear loop is that of a contact which neither begins nor ends. Where the contact is a law of Kelvin
// and Voigt, or Hertz' with exponent 1, and the instruments are delays, holds, low-passes and transfer
// functions, it is the simulated one while the bodies touch. One impact is half an oscillation, so a rebound
// ratio of 1 is neutral stability as far as that half knows.

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
  bool is_linear = false;  // its contact: only then there is a loop
  ContactLoop loop{};
  double delay = 0.0;                        // h: all transport delays together, s
  std::vector<std::string_view> left_out{};  // kinds of stages that are not linear and do something
};
LinearLoop linear_loop(const models::AxialSetup& setup);

enum class StabilityClass { stable, neutral, unstable, undefined };
inline constexpr std::array<std::string_view, 4> kStabilityClasses{"stable", "neutral", "unstable",
                                                                   "undefined"};

struct ScenarioStability {
  double mass;   // reduced, kg
  double delay;  // h, s
  double lag;    // s, of all that is slow: h, low-passes, transfer functions, half a period of each hold
  CriticalDelay critical;  // NaN where the contact is not linear
  double least_damping;    // the linear loop is stable between these two; NaN: at none
  double most_damping;
  StabilityClass linear;
  Rebound rebound;
  StabilityClass simulated;

  bool is_known_twice() const {
    return linear != StabilityClass::undefined && simulated != StabilityClass::undefined;
  }
  bool agree() const { return linear == simulated; }
};

/// The contour of neutral stability, for each point of the axes but the one that the parameter has to itself.
struct Contour {
  study::Id along{};
  std::vector<std::size_t> axes;         // of the study, in order
  std::vector<std::uint64_t> scenarios;  // per point one of those it stands for, the first
  std::vector<Neutral> linear;           // undefined where the contact is not linear
  std::vector<Neutral> simulated;
  std::vector<std::size_t> point_of;  // of each scenario of the study
};

struct Stability {
  std::vector<ScenarioStability> scenarios;
  double rebound_error;           // of the ratios, numerical
  std::size_t rebounds_compared;  // scenarios that it is estimated from
  Contour contour;
  std::vector<std::string_view> left_out;  // of the linear loops, in any scenario
};

struct StabilityOptions {
  study::Id along = "contact.damping"_id;
  int threads = 0;  // 0: all
  const std::atomic<bool>* stop = nullptr;
};

/// The parameter to search along where none is named: the damping where the study uses it, else what says how
/// late an instrument is, in whatever spelling, first one that has an axis; else a parameter of the first
/// axis that is a number. Throws InputError where there is none.
study::Id default_along(const study::Study& study);

/// Throws InputError where the study's model is not of one axis, has no HIL model, or does not use the
/// parameter; nothing soon after `stop` was raised.
std::optional<Stability> stability(const study::Study& study, const StabilityOptions& options);

}  // namespace hilspace::analysis
