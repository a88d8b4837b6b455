#pragma once
// The axial pair as written by a user of a solver library: docking and HIL model in one system of equations,
// from docs/theory.md alone. Independent of lib.
//
// Units are um, ms, N and kg, in which all states are of the order of 1e2, so a single tolerance suffices. (1
// N = 1 kg um/ms^2.)

#include <array>
#include <cmath>
#include <cstddef>

namespace peers {

/// A second-order low-pass followed by a quantizer.
struct Instrument {
  double frequency;   // w, rad/ms
  double damping;     // zeta
  double resolution;  // R, um or N; > 0
  double cells;       // 1/R: a multiplication is faster than a division

  double acceleration(double input, double x, double rate) const {
    return frequency * (frequency * (input - x) - 2.0 * damping * rate);
  }
  double rounded(double x) const { return resolution * std::nearbyint(x * cells); }
};

struct Scenario {
  double inverse_mass;    // of the reduced one, 1/kg
  double velocity;        // of the approach, um/ms
  double stiffness;       // N/um^(3/2)
  double damping_number;  // chi
  Instrument actuator;    // um
  Instrument sensor;      // N
};

/// Docking: displacement, velocity. HIL: displacement, velocity; actuator and its rate; sensor and its rate.
enum Part : std::size_t { kDepth, kSpeed, kBody, kBodySpeed, kActuator, kActuatorRate, kSensor, kSensorRate };
using State = std::array<double, 8>;

/// The right-hand side, with the state that changes at events.
struct Pair {
  explicit Pair(const Scenario& s) : scenario(s), slope_docking(s.damping_number / s.velocity) {}

  const Scenario& scenario;
  bool touching_docking = true;  // the bodies touch at t = 0
  bool touching_hil = false;
  double slope_docking;  // chi/v0 of the present contact
  double slope_hil = 0.0;

  State start() const {
    const auto& [inverse_mass, v, stiffness, chi, actuator, sensor] = scenario;
    return {0.0, v, 0.0, v, -2.0 * actuator.damping / actuator.frequency * v, v, 0.0, 0.0};
  }

  double contact_docking(const State& y) const {
    return touching_docking ? law(y[kDepth], y[kSpeed], slope_docking) : 0.0;
  }
  double contact_hil(double shown, double rate) const {
    return touching_hil ? law(shown, rate, slope_hil) : 0.0;
  }

  /// With given outputs of the quantizers.
  void derivative(const State& y, State& rate, double shown, double measured) const {
    const auto& [inverse_mass, v, stiffness, chi, actuator, sensor] = scenario;
    const double force = contact_hil(shown, y[kActuatorRate]);
    rate[kDepth] = y[kSpeed];
    rate[kSpeed] = -contact_docking(y) * inverse_mass;
    rate[kBody] = y[kBodySpeed];
    rate[kBodySpeed] = -measured * inverse_mass;
    rate[kActuator] = y[kActuatorRate];
    rate[kActuatorRate] = actuator.acceleration(y[kBody], y[kActuator], y[kActuatorRate]);
    rate[kSensor] = y[kSensorRate];
    rate[kSensorRate] = sensor.acceleration(force, y[kSensor], y[kSensorRate]);
  }
  /// With quantizers that round wherever the solver evaluates.
  void operator()(const State& y, State& rate, double = 0.0) const {
    derivative(y, rate, scenario.actuator.rounded(y[kActuator]), scenario.sensor.rounded(y[kSensor]));
  }

  /// Positive inside the contact, in um: the functions that the touching flags follow.
  double inside_docking(const State& y) const { return y[kDepth]; }
  double inside_hil(const State& y) const { return y[kActuator] - 0.5 * scenario.actuator.resolution; }

  bool due(const State& y) const {
    return (inside_docking(y) > 0.0) != touching_docking || (inside_hil(y) > 0.0) != touching_hil;
  }
  /// Begins or ends the contacts that are due, at a state just after the crossing.
  void touch(const State& y) {
    touching_docking = inside_docking(y) > 0.0;
    set_hil(y, inside_hil(y) > 0.0);
  }
  void set_hil(const State& y, bool touching) {
    if (touching && !touching_hil)
      slope_hil = scenario.damping_number / std::fmax(y[kActuatorRate], 1e-3 * scenario.velocity);
    touching_hil = touching;
  }

  bool docking_over(const State& y) const { return !touching_docking && y[kSpeed] < 0.0; }
  /// Bodies moving apart, no contact, sensor at rest.
  bool hil_over(const State& y, double peak) const {
    const double limit = scenario.sensor.frequency * std::fmax(0.5 * scenario.sensor.resolution, 1e-6 * peak);
    const double value = scenario.sensor.frequency * y[kSensor];
    return !touching_hil && y[kBodySpeed] < 0.0 &&
           value * value + y[kSensorRate] * y[kSensorRate] <= limit * limit;
  }

 private:
  /// Hertz' spring with the damping of the family of Hunt and Crossley, never pulling.
  double law(double depth, double rate, double slope) const {
    if (depth <= 0.0) return 0.0;
    const double force = scenario.stiffness * depth * std::sqrt(depth) * (1.0 + slope * rate);
    return force > 0.0 ? force : 0.0;
  }
};

}  // namespace peers
