#pragma once
// A small rig for tests: a fast actuator, a soft contact, noisy sensors, a scenario of a few milliseconds.

#include <array>
#include <cstdint>
#include <string_view>

#include "contact/law.hpp"
#include "rig/backends/in_process.hpp"
#include "rig/loop/loop.hpp"

namespace hilspace::rig::bench {

inline constexpr double kStroke = 300e-6;  // m at command 1
inline constexpr double kGap = 5e-6, kOffset = 30e-6, kVelocity = 0.02;
inline constexpr std::array kActuator{
    instruments::Section{{kStroke, 0.0, 0.0}, {1.0, 2.0 * 0.8 / 6e3, 1.0 / (6e3 * 6e3)}}};
/// An integrator with a time constant of 1 ms: sufficient for a closed loop.
inline constexpr std::array kIntegrator{
    instruments::Section{{1.0 / (kStroke * 1e-3), 0.0, 0.0}, {0.0, 1.0, 0.0}}};

inline InProcessSetup rig_setup(std::uint64_t index = 0) {
  InProcessSetup setup;
  setup.plant.actuator = kActuator;
  setup.plant.contact.law = contact::Law::flores;
  setup.plant.contact.stiffness = 1.4e8;
  setup.plant.contact.damping_number = contact::damping_number(contact::Law::flores, 0.6);
  setup.plant.air_gap = kGap;
  setup.plant.offset = kOffset;
  setup.plant.position_sensor.add(instruments::NoiseSetup{0.3e-6, 0.0, 0.7, 20e-6});
  setup.plant.force_sensor.add(instruments::NoiseSetup{0.5, 0.0, 0.7, 20e-6});
  setup.plant.random = {7, index};
  setup.plant_step = 50e-6;
  return setup;
}

/// The rig above, for tests that come between it and the loop in `read` and `write`.
class Between : public Daq {
 public:
  explicit Between(const InProcessSetup& setup = rig_setup()) : rig_(setup) {}
  std::string_view name() const override { return "between"; }
  VoltRange input_range() const override { return rig_.input_range(); }
  VoltRange output_range() const override { return rig_.output_range(); }
  bool stepped() const override { return true; }
  std::int64_t now() noexcept override { return rig_.now(); }
  void wait_until(std::int64_t time) noexcept override { rig_.wait_until(time); }
  double command() const { return rig_.command(); }

 protected:
  InProcess rig_;
};

/// That compensator, for the rig above.
inline models::RigCompensatorSetup compensation(const compensation::CompensatorSetup& compensator) {
  models::RigCompensatorSetup setup{compensator, {}, {}, rig_setup().plant.contact};
  setup.actuator.add(instruments::LowPassSetup{6e3, 0.8});
  return setup;
}

inline LoopSetup loop_setup() {
  LoopSetup setup;
  setup.computer.rate = 20e3;
  setup.computer.chaser_mass = setup.computer.target_mass = 10.0;
  setup.computer.approach_velocity = kVelocity;
  setup.computer.air_gap = kGap;
  setup.computer.offset = kOffset;
  setup.computer.force_threshold = 4.0;
  setup.computer.full_scale = kStroke;
  setup.limits.command_rate = kMostPerWrite * setup.computer.rate;
  setup.limits.velocity_max = 0.2;
  setup.limits.force_max = 1500.0;
  // Of cycles of 50 us:
  setup.limits.position_stuck_time = setup.limits.force_stuck_time = 2.5e-3 - 1e-6;
  setup.limits.railed_time = setup.limits.silent_time = setup.limits.unwritten_time = 150e-6 - 1e-6;
  setup.limits.relay_time = 150e-6 - 1e-6;
  setup.limits.ignored_time = 1e-3;
  setup.limits.late_in_a_row = setup.limits.long_in_a_row = 250e-6 - 1e-6;
  setup.limits.late_in_all = setup.limits.long_in_all = 600e-6 - 1e-6;
  setup.rest_time = 1e-3;
  setup.ramp_time = 5e-3;
  setup.settle_time = 2e-3;
  setup.scenario_time = 60e-3;
  setup.after_time = 2e-3;
  return setup;
}

}  // namespace hilspace::rig::bench
