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
///
/// Whoever is interrupted again and again stops and starts, and where that is in time with the actuator's own
/// frequency its swings add up. So each interruption makes the rest of the way slower, rate and largest step alike.
/// A converter that is slow, but evenly so, is none.
class PacedRetreat {
 public:
  static constexpr double kInterrupted =
      2.0;  // times the interval before, beyond which a pause is an interruption
  static constexpr double kOfStep = 0.25;  // of the largest step, below which what is due is none
  static constexpr double kSlower = 0.7;   // factor on rate and largest step, with each of them,
  static constexpr double kSlowest = 0.4;  // and in all

  /// `rate` in 1/s of what `most`, the largest step, is given in; `now` in ns.
  constexpr PacedRetreat(double rate, double most, std::int64_t now) noexcept
      : rate_(rate), most_(most), before_(now) {}

  /// The output to write at `now`.
  constexpr double operator()(double last, double safe, std::int64_t now) noexcept {
    const std::int64_t interval = now > before_ ? now - before_ : 0;
    before_ = now;
    const double due = rate_ * 1e-9 * static_cast<double>(interval);
    const bool evenly = static_cast<double>(interval) <= kInterrupted * static_cast<double>(interval_);
    if (interval_ > 0 && !evenly && due > kOfStep * most_)
      share_ = kSlower * share_ > kSlowest ? kSlower * share_ : kSlowest;
    interval_ = interval;
    return retreat(last, safe, share_ * (due < most_ ? due : most_));
  }

 private:
  double rate_, most_, share_ = 1.0;
  std::int64_t before_, interval_ = 0;
};

}  // namespace hilspace::rig
