#include "rig/control/tune.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "models/published_rig.hpp"

namespace hilspace::rig {
namespace {

double degrees(double radians) { return radians * 180.0 / std::numbers::pi; }
double decibels(double ratio) { return 20.0 * std::log10(ratio); }

std::vector<std::string> warnings(const TuneReport& report, const TuneSetup& setup) {
  std::vector<std::string> found;
  const auto below = [&](double value, double least, const char* what, const char* remedy) {
    if (!(value >= least))
      found.push_back(fmt::format("{} {:.4g} is below {:.4g}: {}", what, value, least, remedy));
  };
  const auto above = [&](double value, double most, const char* what, const char* remedy) {
    if (!(value <= most))
      found.push_back(fmt::format("{} {:.4g} is above {:.4g}: {}", what, value, most, remedy));
  };
  const Margins& margin = report.margins;
  below(margin.gain, setup.least_gain_margin, "gain margin", "lower the controller's gain");
  below(degrees(margin.phase), degrees(setup.least_phase_margin), "phase margin / deg",
        "reduce the gain or the delay");
  above(margin.sensitivity, setup.most_sensitivity, "sensitivity",
        "the loop is near instability at a resonance of the plant; reduce the gain, or place a notch there");
  above(report.sampled.overshoot, setup.most_overshoot, "overshoot",
        "increase the damping of the prefilter's notches");
  above(report.sampled.settling_time, setup.longest_settling, "settling time / s",
        "match the prefilter's lead to the slowest pole");
  below(report.bandwidth.value_or(INFINITY), setup.least_bandwidth, "bandwidth / rad/s",
        "match the prefilter's lead to the slowest pole");
  return found;
}

std::string described(const char* name, const StepResponse& step) {
  return fmt::format("  step, {:<13} overshoot {:.2f} %, rise {:.3f} ms, settling (2 %) {:.3f} ms\n", name,
                     100.0 * step.overshoot, 1e3 * step.rise_time, 1e3 * step.settling_time);
}

}  // namespace

TuneReport tune(Sections plant, Sections controller, Sections prefilter, const TuneSetup& setup) {
  const double lag = (0.5 + setup.sampling.delay) / setup.sampling.rate;
  const ControlLoop loop{plant, controller, prefilter, 0.0};
  TuneReport report;
  report.poles = closed_loop_poles(loop);
  report.largest_z = std::abs(sampled_poles(loop, setup.sampling).back());
  report.margins = margins({plant, controller, prefilter, lag});
  report.bandwidth = bandwidth(loop);
  for (const double w : logarithmic(1.0, 1e6, 20000))
    if (const double magnitude = std::abs(from_reference(loop, w)); magnitude > report.peak) {
      report.peak = magnitude;
      report.peak_frequency = w;
    }
  report.continuous = step_response(loop, setup.duration);
  report.sampled = step_response(loop, setup.duration, setup.sampling);
  const auto left = [](Complex pole) { return pole.real() < 0.0; };
  const auto prefilter_poles = poles(prefilter);
  report.stable = report.largest_z < 1.0 && std::ranges::all_of(report.poles, left) &&
                  std::ranges::all_of(prefilter_poles, left);
  report.warnings = warnings(report, setup);
  return report;
}

std::string text(const TuneReport& report) {
  const Margins& margin = report.margins;
  std::string found = fmt::format("{}\n", !report.stable            ? "UNSTABLE: do not close this loop"
                                          : report.warnings.empty() ? "stable, within all limits"
                                                                    : "stable, with warnings");
  for (const Complex pole : report.poles)
    if (pole.imag() >= 0.0)
      found += fmt::format("  pole {:11.1f} {:+10.1f} i rad/s   damping {:.4f}\n", pole.real(), pole.imag(),
                           damping(pole));
  found += fmt::format("  in the computer: largest |z| {:.4f}\n", report.largest_z);
  found += fmt::format(
      "  gain margin {:.2f} ({:.1f} dB) at {:.0f} rad/s, phase margin {:.1f} deg at {:.0f} rad/s\n",
      margin.gain, decibels(margin.gain), margin.gain_frequency, degrees(margin.phase),
      margin.phase_frequency);
  found +=
      fmt::format("  sensitivity {:.2f} at {:.0f} rad/s\n", margin.sensitivity, margin.sensitivity_frequency);
  found += report.bandwidth ? fmt::format("  bandwidth (-3 dB) {:.0f} rad/s", *report.bandwidth)
                            : std::string("  bandwidth: above 1e6 rad/s");
  found += fmt::format(", peak {:.3f} at {:.0f} rad/s\n", report.peak, report.peak_frequency);
  found += described("continuous:", report.continuous) + described("in computer:", report.sampled);
  for (const std::string& warning : report.warnings) found += "  warning: " + warning + "\n";
  return found;
}

std::string response_csv(const ControlLoop& loop, double damping, double frequency, std::size_t count) {
  const std::array low_pass{
      instruments::Section{models::constant(1.0), models::second_order(damping, frequency)}};
  std::string table = fmt::format("{0},\"{{{1}, {2}}} magnitude\",\"{{{1}, {2}}} phase\"\n", kLoopHeading,
                                  damping, frequency);
  for (const double w : logarithmic(10.0, 1e5, count)) {
    table += fmt::format("{:.6g}", w);
    for (const Complex value : {from_reference(loop, w), closed_loop(loop, w), response(low_pass, w)})
      table += fmt::format(",{:.6g},{:.6g}", std::abs(value), std::arg(value));
    table += '\n';
  }
  return table;
}

}  // namespace hilspace::rig
