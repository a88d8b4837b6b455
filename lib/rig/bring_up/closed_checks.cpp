#include "rig/bring_up/closed_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <optional>

#include "contact/law.hpp"
#include "rig/arming/expect.hpp"
#include "rig/arming/open_rig.hpp"
#include "rig/arming/stepped_run.hpp"
#include "rig/bring_up/open_checks.hpp"

namespace hilspace::rig {
namespace {

constexpr double kHeldTime = 20e-3;   // s at the farthest point
constexpr double kStepShare = 0.2;    // step height, share of the way
constexpr double kResponseOff = 0.1;  // permitted deviation of the step response, share
constexpr std::array kFrequencies{250.0, 500.0, 1000.0, 2000.0};  // rad/s; noise dominates above

/// Frequency response, at that frequency, relative to the step.
std::complex<double> step_response(const ClosedLoopRecord& record, double w) {
  std::vector<std::size_t> samples;
  for (std::size_t k = 0; k < record.time.size(); ++k)
    if (record.phase[k] == Phase::scenario || record.phase[k] == Phase::after) samples.push_back(k);
  double before = 0.0, count = 0.0;
  for (std::size_t k = 0; k < record.time.size(); ++k)
    if (record.phase[k] == Phase::settle && k + 200 > (samples.empty() ? 0 : samples.front())) {
      before += record.extension[k];
      count += 1.0;
    }
  if (samples.size() < 2 || count == 0.0) return 0.0;
  before /= count;
  const std::size_t tail = samples.size() / 4;
  double after = 0.0;
  for (std::size_t i = samples.size() - tail; i < samples.size(); ++i)
    after += record.extension[samples[i]] / static_cast<double>(tail);
  const double height = after - before, start = record.time[samples.front()];
  // 1 minus the transform of the remaining error, which decays, so nothing is truncated.
  std::complex<double> missing = 0.0;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const std::size_t k = samples[i];
    const double t = record.time[k] - start, h = record.time[k] - record.time[samples[i - 1]];
    missing += h * (after - record.extension[k]) * std::polar(1.0, -w * t);
  }
  return 1.0 - std::complex<double>(0.0, w) * missing / height;
}

constexpr std::size_t kBins = 20;  // bins of the reference, between 0.1 and 0.8 of its maximum
using Bins = std::array<double, kBins>;

/// Mean command of a phase in each bin, relative to the largest command.
Bins commands_in(const ClosedLoopRecord& record, Phase phase) {
  constexpr double kFrom = 0.1, kTo = 0.8;
  const double most = *std::ranges::max_element(record.reference),
               largest = *std::ranges::max_element(record.command);
  Bins sums{}, counts{};
  for (std::size_t k = 0; k < record.time.size(); ++k) {
    const double share = (record.reference[k] / most - kFrom) / (kTo - kFrom);
    if (record.phase[k] != phase || !(share >= 0.0 && share < 1.0)) continue;
    const auto bin = static_cast<std::size_t>(share * static_cast<double>(kBins));
    sums[bin] += record.command[k] / largest;
    counts[bin] += 1.0;
  }
  for (std::size_t i = 0; i < kBins; ++i) sums[i] /= counts[i];
  return sums;
}

/// Difference between upward and downward command, minus that of the twin, which has the loop's lag but no
/// hysteresis: root mean square over the bins that both branches pass.
double hysteresis(const ClosedLoopRecord& record, const ClosedLoopRecord& twin) {
  const Bins up = commands_in(record, Phase::ramp_up), down = commands_in(record, Phase::ramp_down),
             twin_up = commands_in(twin, Phase::ramp_up), twin_down = commands_in(twin, Phase::ramp_down);
  double squares = 0.0, count = 0.0;
  for (std::size_t i = 0; i < kBins; ++i) {
    const double width = up[i] - down[i] - (twin_up[i] - twin_down[i]);
    if (std::isnan(width)) continue;
    squares += width * width;
    count += 1.0;
  }
  return std::sqrt(squares / count);
}

constexpr double kTouchingForce = 60.0, kHardest = 30e-6;  // N; largest compression, m, of hard specimens

double penetration_at(const models::RigSetup& scenario, double force) {
  const contact::LawSetup& law = scenario.plant.contact;
  return contact::depth_at_force(law, force);
}

Check check_zero(const RigFile& rig, const models::RigSetup& scenario, const ClosedLoopRecord& record) {
  const double noise = noise_of(scenario.plant.position_sensor);
  const double allowed = rig.tolerances.position_zero + 2.0 * noise;
  const double off = record.report.loop.rest_position - rig.limits.command_safe * full_stroke(scenario);
  return {"position at rest", fmt::format("off by {:+.2f} um", 1e6 * off),
          fmt::format("within {:.2f} um, the limit for arming a run", 1e6 * allowed),
          graded(std::abs(off) <= allowed),
          "calibrate again: the zero of the sensor or of the amplifier has shifted"};
}

constexpr double kRoughly = 0.25;  // of the motion

/// Compares the position with the command, as closely as that; the force is judged by its limits. A sensor that leaps
/// is told by the rig's own tolerance: what is not calibrated yet is off slowly. `apart`: whether the specimens stay
/// so, with no force that the rig could yield under.
void watch_position(AirLoop& made, const RigFile& rig, const Tolerances& tolerances, bool apart) {
  models::RigSetup scenario = made.scenario;
  if (apart) {
    move_apart(scenario.plant);
    scenario.plant.compliance = 0.0;
  }
  made.loop.expectation = expectation(scenario, tolerances);
  made.loop.expectation.leap = rig.tolerances.position;
  made.loop.expectation.judges_force = false;
}

/// In air: as limits_in_air() has the extension, since a stack with hysteresis is off near its rest, too.
Tolerances in_air(const RigFile& rig, double farthest) {
  Tolerances tolerances = rig.tolerances;
  tolerances.position += kRoughly * farthest;
  return tolerances;
}

/// Into the specimens: verify has shown that the stack follows its command, but for its hysteresis.
Tolerances at_touch(const RigFile& rig, double farthest) {
  constexpr double kHysteresis = 0.15;
  Tolerances tolerances = rig.tolerances;
  tolerances.position += kHysteresis * farthest;
  tolerances.actuator = std::max(tolerances.actuator, kRoughly);
  return tolerances;
}

}  // namespace

AirLoop approach_in_air(const RigFile& rig, models::RigSetup scenario, double farthest) {
  models::RigComputerSetup& computer = scenario.computer;
  computer.air_gap = farthest - computer.offset;
  computer.reference_max = std::min(computer.reference_max, farthest);
  AirLoop made{scenario, loop_setup(rig, computer)};
  made.loop.limits = limits_in_air(rig, scenario, farthest);
  watch_position(made, rig, in_air(rig, farthest), true);
  made.loop.scenario_time = computer.air_gap / computer.approach_velocity;
  made.loop.after_time = kHeldTime;
  return made;
}

// The bodies pass the air gap, which is the step, within one sample; reference_max then holds them.
AirLoop stepping_in_air(const RigFile& rig, models::RigSetup scenario, double farthest) {
  models::RigComputerSetup& computer = scenario.computer;
  computer.air_gap = kStepShare * farthest;
  computer.offset = farthest - computer.air_gap;
  computer.approach_velocity = computer.air_gap * computer.rate;
  computer.reference_max = std::min(computer.reference_max, farthest);
  AirLoop made{scenario, loop_setup(rig, computer)};
  made.loop.limits = limits_in_air(rig, scenario, farthest);
  watch_position(made, rig, in_air(rig, farthest), true);
  made.loop.scenario_time = kHeldTime;
  made.loop.after_time = kHeldTime;
  return made;
}

std::vector<Check> check_approach(const RigFile& rig, const models::RigSetup& scenario,
                                  const ClosedLoopRecord& record, const ClosedLoopRecord& twin,
                                  double tolerance) {
  const Deviation off = deviation(record, twin);
  const double share = rig.tolerances.actuator;
  return {
      check_zero(rig, scenario, record),
      {"approach, root mean square", fmt::format("{:.2f} um off the twin", 1e6 * off.rms),
       fmt::format("within {:g} um", 1e6 * tolerance), graded(off.rms <= tolerance)},
      {"approach, largest", fmt::format("{:.2f} um", 1e6 * off.peak),
       fmt::format("within {:g} um", 4e6 * tolerance), graded(off.peak <= 4.0 * tolerance)},
      {"held", fmt::format("{:+.2f} um", 1e6 * off.hold), fmt::format("within {:g} um", 1e6 * tolerance),
       graded(std::abs(off.hold) <= tolerance)},
      {"command that holds it", fmt::format("{:+.1f} % off the twin's", 100.0 * off.command),
       fmt::format("within {:g} % (tolerance.actuator)", 100.0 * share),
       graded(std::abs(off.command) <= share), "identify again: the actuator's gain has changed"},
  };
}

std::vector<Check> check_stepping(const RigFile& rig, const ClosedLoopRecord& record,
                                  const ClosedLoopRecord& twin, double tolerance) {
  const Deviation off = deviation(record, twin);
  std::vector<Check> all{{"step, root mean square", fmt::format("{:.2f} um off the twin", 1e6 * off.rms),
                          fmt::format("within {:g} um", 1e6 * tolerance), graded(off.rms <= tolerance)}};
  for (const double w : kFrequencies) {
    const std::complex<double> ratio = step_response(record, w) / step_response(twin, w);
    all.push_back({fmt::format("response at {:.0f} rad/s", w),
                   fmt::format("{:+.1f} %, {:+.1f} deg off the twin's", 100.0 * (std::abs(ratio) - 1.0),
                               std::arg(ratio) * 57.29577951308232),
                   fmt::format("within {:g} % as a complex number", 100.0 * kResponseOff),
                   graded(std::abs(ratio - 1.0) <= kResponseOff),
                   "identify and tune again: the actuator's dynamics differ from its model"});
  }
  const double width = hysteresis(record, twin), share = rig.tolerances.actuator;
  all.push_back({"hysteresis", fmt::format("{:.1f} % of the command", 100.0 * width),
                 fmt::format("within {:g} % (tolerance.actuator)", 100.0 * share), graded(width <= share),
                 "widen tolerance.actuator accordingly; faults are then detected later"});
  return all;
}

double beyond_touch(const RigFile& rig, const models::RigSetup& scenario) {
  constexpr double kSpare = 5e-6;  // m
  const double room =
      rig.limits.extension_max - scenario.computer.air_gap - scenario.computer.offset - kSpare;
  return std::min(std::max(kHardest, penetration_at(scenario, kTouchingForce)), room);
}

AirLoop touching(const RigFile& rig, models::RigSetup scenario, double velocity, double beyond,
                 double force_max) {
  models::RigComputerSetup& computer = scenario.computer;
  const contact::LawSetup& law = scenario.plant.contact;
  if (penetration_at(scenario, kTouchingForce) > kHardest) {
    constexpr double kHeavy = 100.0;  // times the energy that pressing takes
    const double energy = contact::elastic_energy(law, beyond);
    computer.chaser_mass = computer.target_mass = kHeavy * 4.0 * energy / (velocity * velocity);
  }
  computer.approach_velocity = velocity;
  const double farthest = computer.air_gap + computer.offset + beyond;
  computer.reference_max = std::min(computer.reference_max, farthest);
  AirLoop made{scenario, loop_setup(rig, computer)};
  watch_position(made, rig, at_touch(rig, farthest), false);
  made.loop.scenario_time = (computer.air_gap + beyond) / velocity + kHeldTime;
  made.loop.limits.extension_max = limits_in_air(rig, scenario, farthest).extension_max;
  made.loop.limits.force_max = std::min(made.loop.limits.force_max, force_max);
  return made;
}

std::vector<Check> check_touch(const models::RigSetup& scenario, const Onset& onset, double beyond,
                               double tolerance) {
  const double offset = scenario.computer.offset, touch = scenario.computer.air_gap + offset;
  const std::string expected =
      fmt::format("{:.2f} um +- {:g} um, by gap and offset of the study", 1e6 * touch, 1e6 * tolerance);
  if (!onset.found)
    return {{"onset of the force", fmt::format("no force up to {:.1f} um", 1e6 * (touch + beyond)), expected,
             Grade::bad, "check that the specimens are mounted and that the force sensor works"}};
  const double off = onset.extension - touch;
  return {{"onset of the force",
           fmt::format("the force begins at {:.2f} um ({:+.2f} um; spread {:.2f} um)", 1e6 * onset.extension,
                       1e6 * off, 1e6 * onset.spread),
           expected, graded(std::abs(off) <= tolerance),
           fmt::format("readjust the gap, or write approach.air_gap = \"{:.2f} um\" into the study",
                       1e6 * (onset.extension - offset))}};
}

}  // namespace hilspace::rig
