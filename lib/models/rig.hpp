#pragma once
// The HIL model of the 1DOF rig: its computer (rig_computer.hpp), once per sample, and its hardware
// (rig_hardware.hpp) in between. Members as in axial.hpp; for doubles.
//
// The bodies start at d = -air_gap, or earlier (rig_computer.hpp), with the actuator at rest, since the rig has no room to follow the
// approach. t = 0 is where they would touch. `force` acts on the bodies in the computer.

#include <array>

#include "models/axial.hpp"
#include "models/rig_computer.hpp"
#include "models/rig_hardware.hpp"

namespace hilspace::models {

struct RigModel {
  static constexpr std::size_t kHardwareAt = 2;
  static constexpr std::size_t kStates = kHardwareAt + RigHardware::kStates;
  using State = std::array<double, kStates>;  // d, d', hardware

  RigComputer computer;
  RigHardware hardware;
  dynamics::Axial<double> bodies{0.0};
  double sample = 0.0;   // s
  double begin = 0.0;    // time of the first cycle, s
  double cycles = 0.0;   // so far
  double command = 0.0;  // held command

  /// At rest before the first cycle.
  State start(const RigSetup& setup) {
    State y{};
    computer = RigComputer(setup.computer);
    hardware = RigHardware(setup.plant);
    bodies = {dynamics::inverse_reduced_mass(setup.computer.chaser_mass, setup.computer.target_mass)};
    sample = 1.0 / setup.computer.rate;
    begin = computer.displacement() / computer.velocity();
    y[0] = computer.displacement();
    y[1] = computer.velocity();
    hardware.rest(setup.computer.offset, &y[kHardwareAt]);
    command = hardware.command_for(setup.computer.offset);
    computer.rest(setup.computer.offset, command);
    return y;
  }

  using View = RigView;
  View view(const State& y) const { return hardware.view(&y[kHardwareAt], command); }

  State derivative(const State& y) const {
    State rate;
    rate[0] = y[1];
    rate[1] = bodies.acceleration(computer.force());
    hardware.derivative(&y[kHardwareAt], command, &rate[kHardwareAt]);
    return rate;
  }

  State derivative(const State& y, const View&) const { return derivative(y); }

  Observation<double> observe(const State& y, const View& now) const {
    return {y[0], y[1], now.penetration, now.rate, now.contact_force, computer.force(), now.potential};
  }
  Spread<double> spread(const State&, const View&) const { return {}; }

  /// One cycle of the computer whenever a sample is due.
  double begin_step(const State& y, Horizon<double> horizon, View& now) {
    hardware.begin_step(&y[kHardwareAt], command, horizon);
    if (horizon.now + horizon.shortest >= due()) {
      now = view(y);
      command = computer.cycle(now.position, now.force);
      cycles += 1.0;
    }
    const double until = hardware.begin_step(&y[kHardwareAt], command, horizon);
    now = view(y);
    return smaller(until, due() - horizon.now);
  }
  void record(const std::array<const State*, 3>&, const std::array<const View*, 3>&, Horizon<double>) {}
  void end_step(const State&, const View&) {}

  bool separated(const State& y, double threshold, bool asked = true) const {
    return asked && y[1] < 0.0 && !hardware.touching() && computer.silent() &&
           hardware.silent(&y[kHardwareAt], threshold);
  }

 private:
  double due() const { return begin + cycles * sample; }
};

}  // namespace hilspace::models
