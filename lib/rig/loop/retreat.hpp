#pragma once
// Retreat: the ramp to the safe output, linear at the maximum permitted rate. The loop uses it after a trip
// and at the end of a run, in shares of full scale; the guard uses it in volts.

namespace hilspace::rig {

/// The next output: from the last one towards `safe`, by at most `step` >= 0. From NaN it is `safe`.
constexpr double retreat(double last, double safe, double step) noexcept {
  if (last - safe > step) return last - step;
  if (safe - last > step) return last + step;
  return safe;
}

}  // namespace hilspace::rig
