#pragma once
// Residual: what is left of pose and rate of the ports where something holds for the first time: all latches, a joint.
// Of the chaser's port against the target's, as the robot shows it.

#include <limits>

namespace hilspace::models {

struct Residual {
  double time = std::numeric_limits<double>::infinity();  // s; infinite: never
  double offset = 0.0, speed = 0.0;                       // m, m/s, of the ports
  double tilt = 0.0, roll = 0.0;                          // rad, of their x axes; about x
  double turning = 0.0;                                   // rad/s
};

}  // namespace hilspace::models
