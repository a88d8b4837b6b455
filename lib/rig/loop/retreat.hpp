#pragma once
// Retreat: the ramp to the safe output, linear at a rate of its own (limits.hpp: rate_of_retreat). The loop uses
// it after a trip and at the end of a run, in shares of full scale; the guard uses it in volts.
//
// Linear, and without memory: whoever takes over, at whatever output, goes on from there. What an actuator does
// meanwhile is simulated before the rig is armed: arming/stops.hpp.

namespace hilspace::rig {

/// The next output: from the last one towards `safe`, by at most `step` >= 0. From NaN it is `safe`.
constexpr double retreat(double last, double safe, double step) noexcept {
  if (last - safe > step) return last - step;
  if (safe - last > step) return last + step;
  return safe;
}

}  // namespace hilspace::rig
