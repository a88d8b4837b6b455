#pragma once
// Observer: predicts the extension from the written commands, and bounds of the force from the measured
// extension. The equations: expectation.hpp. No heap, no exceptions.

#include "instruments/digital_filter.hpp"
#include "rig/loop/expectation.hpp"

namespace hilspace::rig {

/// Predictions for one cycle.
struct Expected {
  double extension = 0.0;   // m
  double slack = 0.0;       // m, permitted deviation either way
  double leap = 0.0;        // m, change of the deviation since the previous cycle
  double leap_slack = 0.0;  // m, permitted change either way
  double force_low = 0.0;   // N, measured
  double force_high = 0.0;
};

class Observer {
 public:
  Observer() = default;
  /// Assumes that `command` has been at the output in steady state.
  Observer(const Expectation& expectation, double rate, double command) noexcept;

  /// Sensor offsets, m and N: mean readings at rest, minus their expected values.
  void tare(double position, double force) noexcept;
  /// Steady-state extension at the initial command, m.
  double rest() const noexcept { return rest_; }

  struct Cycle {
    double command = 0.0;    // at the output since the previous cycle
    double periods = 1.0;    // periods since then
    double extension = 0.0;  // measured, m
    double velocity = 0.0;   // of the extension, m/s
    double force = 0.0;      // measured, N
  };
  Expected operator()(const Cycle& cycle) noexcept;

 private:
  void see_beginning(double depth, double rate) noexcept;
  double force_at(double penetration, double velocity, double share) const noexcept;

  Expectation e_;
  instruments::DigitalFilter actuator_, low_, high_;
  double rate_ = 1.0, rest_ = 0.0, driven_ = 0.0;
  double off_ = 0.0;  // m, of the cycle before
  double position_zero_ = 0.0, force_zero_ = 0.0;
  double slowest_ = 1.0, fastest_ = 1.0;  // range of v0, m/s
};

}  // namespace hilspace::rig
