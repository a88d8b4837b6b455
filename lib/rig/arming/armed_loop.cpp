#include "rig/arming/armed_loop.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/error.hpp"

namespace hilspace::rig {

models::RigSetup as_the_rig_has_it(const RigFile& rig, models::RigSetup scenario) {
  if (!rig.controller_file.empty()) scenario.computer.controller = rig.controller;
  if (!rig.prefilter_file.empty()) scenario.computer.prefilter = rig.prefilter;
  if (!rig.plant_file.empty()) scenario.plant.actuator = rig.plant;
  scenario.computer.reference_max = std::min(scenario.computer.reference_max, rig.reference_max);
  return scenario;
}

double full_stroke(const models::RigSetup& scenario) { return response(scenario.plant.actuator, 0.0).real(); }

LoopMargin loop_margin(const models::RigSetup& scenario) {
  const models::RigComputerSetup& computer = scenario.computer;
  constexpr int kDelay = 1;  // samples by which converters and computation delay the command
  const ControlLoop loop{scenario.plant.actuator, computer.controller, computer.prefilter,
                         (0.5 + kDelay) / computer.rate};
  const auto poles = sampled_poles({loop.plant, loop.controller, loop.prefilter, 0.0},
                                   {computer.rate, kDelay, HeldPlant::zero_order_hold});
  return {poles.empty() || std::abs(poles.back()) < 1.0, margins(loop)};
}

std::string text(const LoopMargin& margin) {
  if (!margin.stable) return "unstable";
  return fmt::format("gain margin {:.2f} at {:.0f} rad/s, phase margin {:.1f} deg", margin.margins.gain,
                     margin.margins.gain_frequency, margin.margins.phase * 180.0 / std::numbers::pi);
}

void require_margin(const RigFile& rig, const LoopMargin& margin) {
  if (margin.stable && margin.margins.gain >= rig.gain_margin_min) return;
  throw RunError(fmt::format(
      "not armed: the loop of controller and actuator is {}{}; use hilspace-rig tune to write a controller "
      "with "
      "more margin, and set rig.controller to it",
      margin.stable ? "too close to instability: " : "",
      text(margin) +
          (margin.stable ? fmt::format(", and loop.gain_margin_min is {:.4g}", rig.gain_margin_min) : "")));
}

}  // namespace hilspace::rig
