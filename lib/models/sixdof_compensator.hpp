#pragma once
// Delay compensator of a testbed in six degrees of freedom: each component of the pose gets a command of its own,
//
//   x_c,i = C_i(x_i, x_i', x_i'')   i = x, y, z of the tip; roll, pitch, yaw where the robot shows angles
//
// by the equations of compensation/compensator.hpp: none, polynomial, lead. The lag that is compensated is that of the
// component's own chains, robot and wrench sensor; x_i'' comes from the equations of both bodies under the measured
// wrench. The rate of a command of order 2 leaves x_i''' out: it counts only where the robot has no low-pass and the
// contact is damped.

#include <array>
#include <cstddef>

#include "compensation/compensator.hpp"
#include "models/sixdof_touch.hpp"

namespace hilspace::models {

struct SixCompensator {
  static constexpr std::size_t kStates = 1;  // time, of past values
  bool present = false;
  std::array<compensation::Compensator<double>, kComponents> each;

  SixSignals command(const double* x, SixSignals pose) const {
    for (std::size_t i = 0; i < kComponents; ++i) pose[i] = each[i].command(x, pose[i], 0.0);
    return pose;
  }
  void follow_ramp(const SixSignals& pose, double* x) {
    *x = 0.0;
    for (std::size_t i = 0; i < kComponents; ++i)
      for (auto& delay : each[i].past) delay.follow_ramp(pose[i], x);
  }
  /// How long the step may be.
  double begin_step(const double* x, const SixSignals& pose, Horizon<double> horizon) {
    double until = horizon.longest;
    for (std::size_t i = 0; i < kComponents; ++i)
      until = smaller(until, each[i].begin_step(x, pose[i], horizon));
    return until;
  }
  /// A step: its states and poses at its start, middle and end.
  void record(const std::array<const double*, 3>& x, const std::array<SixSignals, 3>& pose) {
    for (std::size_t i = 0; i < kComponents; ++i)
      each[i].record(x, {pose[0][i], pose[1][i], pose[2][i]}, {pose[0][i], pose[1][i], pose[2][i]});
  }
};

/// In models without one.
struct NoSixCompensator {
  static constexpr std::size_t kStates = 0;
  static constexpr bool present = false;
};

}  // namespace hilspace::models
