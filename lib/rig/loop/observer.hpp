#pragma once
// Observer: from the commands that were written, where the extension should be; from where it is, between
// which bounds the force should be. The equations: expectation.hpp. Neither heap nor exceptions.

#include "instruments/digital_filter.hpp"
#include "rig/loop/expectation.hpp"

namespace hilspace::rig {

/// What a cycle should have shown.
struct Expected {
  double extension = 0.0;   // m
  double slack = 0.0;       // m that it may be off, either way
  double leap = 0.0;        // m by which it went further off than in the cycle before
  double leap_slack = 0.0;  // m that this may be, either way
  double force_low = 0.0;   // N, measured
  double force_high = 0.0;
};

class Observer {
 public:
  Observer() = default;
  /// `command` has stood at the output for ever.
  Observer(const Expectation& expectation, double rate, double command) noexcept;

  /// The sensors' zeros, m and N: what they showed at rest, beyond what they should have.
  void tare(double position, double force) noexcept;
  /// The extension that the command at the beginning holds, m.
  double rest() const noexcept { return rest_; }

  struct Cycle {
    double command = 0.0;    // that stood at the output since the cycle before
    double periods = 1.0;    // since then
    double extension = 0.0;  // measured, m
    double velocity = 0.0;   // of it, m/s
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
  double slowest_ = 1.0, fastest_ = 1.0;  // v0, m/s, between these
};

}  // namespace hilspace::rig
