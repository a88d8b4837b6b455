#pragma once
// Retreat: the ramp to the safe output, linear at a rate of its own (limits.hpp: rate_of_retreat). The loop uses
// it after a trip and at the end of a run, in shares of full scale; the guard uses it in volts.
//
// Linear, and without memory: whoever takes over, at whatever output, goes on from there. What an actuator does
// meanwhile is simulated before the rig is armed: arming/stops.hpp.

#include <cstdint>

namespace hilspace::rig {

/// The next output: from the last one towards `safe`, by at most `step` >= 0. From NaN it is `safe`.
constexpr double retreat(double last, double safe, double step) noexcept {
  if (last - safe > step) return last - step;
  if (safe - last > step) return last + step;
  return safe;
}

/// The retreat of a program whose writes take as long as they do: its step follows the time since the one before.
/// A converter holds its value, so that a long pause must not become a long step.
class PacedRetreat {
 public:
  /// `rate` in 1/s of what `most`, the largest step, is given in; `now` in ns.
  constexpr PacedRetreat(double rate, double most, std::int64_t now) noexcept
      : rate_(rate), most_(most), before_(now) {}

  /// The output to write at `now`.
  constexpr double operator()(double last, double safe, std::int64_t now) noexcept {
    const double due = rate_ * 1e-9 * static_cast<double>(now - before_);
    before_ = now;
    return retreat(last, safe, due < 0.0 ? 0.0 : due < most_ ? due : most_);
  }

 private:
  double rate_, most_;
  std::int64_t before_;
};

}  // namespace hilspace::rig
