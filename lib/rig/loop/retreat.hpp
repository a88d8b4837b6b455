#pragma once
// The way to the safe output: a straight line, as quick as the rate allows and never quicker. The loop takes
// it after a trip and at the end of a run, in parts of full scale; the guard takes it in volts.

namespace hilspace::rig {

/// The next output: from the last one towards `safe`, by at most `step` >= 0. What is no number is nowhere to
/// start from: then it is `safe`.
constexpr double retreat(double last, double safe, double step) noexcept {
  if (last - safe > step) return last - step;
  if (safe - last > step) return last + step;
  return safe;
}

}  // namespace hilspace::rig
