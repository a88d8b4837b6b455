#pragma once
// Tune: assessment of a PID and a prefilter for an identified plant.
//
// Continuous: poles, margins, bandwidth, step response. In the computer: largest |z| and the step response
// with the plant behind its hold and the command `delay` samples late, as on the hardware. Margins include
// the lag of hold and delay, T/2 + delay T. Definitions: control_loop.hpp.
//
// The limits are those of robustness (sensitivity at most 2, i.e. L stays at least 1/2 away from -1; phase 30
// deg, gain 6 dB: Astrom, Murray, Feedback Systems, chapter 10), and of performance (overshoot, settling).
// The published loop violates some of them (docs/theory-rig.md), so they only warn. Instability alone is an
// error.

#include <string>
#include <string_view>
#include <vector>

#include "rig/control/control_loop.hpp"

namespace hilspace::rig {

struct TuneSetup {
  Sampling sampling{75e3, 1, HeldPlant::zero_order_hold};
  double duration = 20e-3;  // s of the step responses
  // Limits; a violation is a warning.
  double least_gain_margin = 2.0;     // 1
  double least_phase_margin = 0.524;  // rad
  double most_sensitivity = 2.0;
  double most_overshoot = 0.1;
  double longest_settling = 10e-3;  // s
  double least_bandwidth = 3000.0;  // rad/s
};

struct TuneReport {
  std::vector<Complex> poles;  // of the continuous loop, without the prefilter
  double largest_z = 0.0;      // of the loop in the computer
  Margins margins{};
  std::optional<double> bandwidth;          // rad/s
  double peak = 0.0, peak_frequency = 0.0;  // largest |y/r| and its frequency
  StepResponse continuous, sampled;
  bool stable = false;
  std::vector<std::string> warnings;
};

TuneReport tune(Sections plant, Sections controller, Sections prefilter, const TuneSetup& setup);
std::string text(const TuneReport& report);

/// How the table of response_csv() begins.
inline constexpr std::string_view kLoopHeading =
    "frequency,with prefilter magnitude,with prefilter phase,without prefilter magnitude,without prefilter "
    "phase";

/// y/r of a loop as a table: frequency rad/s, magnitude and phase (rad) with and without prefilter, and of a
/// low-pass {d, w} for comparison. With a heading, for `hilspace plot`.
std::string response_csv(const ControlLoop& loop, double damping, double frequency, std::size_t count);

}  // namespace hilspace::rig
