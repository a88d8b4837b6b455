#include "rig/loop/observer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace hilspace::rig {
namespace {

/// Limit on the periods replayed one by one after missed cycles; a longer gap trips by itself.
constexpr double kMostPeriods = 4096.0;

/// Minimum tolerance of the rate in the damping terms, as a share of the approach velocity, because the
/// measured rate is filtered.
constexpr double kRateAtApproach = 0.1;

/// Bounds of v0, as shares of the approach velocity.
constexpr double kSlowestBeginning = 0.1, kFastestBeginning = 4.0;

}  // namespace

Observer::Observer(const Expectation& expectation, double rate, double command) noexcept
    : e_(expectation),
      actuator_(std::span(e_.actuator).first(e_.actuator_sections), rate),
      low_(std::span(e_.force_sensor).first(e_.force_sensor_sections), rate),
      high_(low_),
      rate_(rate),
      slowest_(e_.approach),
      fastest_(e_.approach) {
  actuator_.settle(command);
  instruments::DigitalFilter held = actuator_;
  rest_ = driven_ = held(command);
}

void Observer::tare(double position, double force) noexcept {
  position_zero_ = position - rest_;
  off_ -= position_zero_;
  force_zero_ = force;
}

/// Updates the range of v0: the contact begins at depth 0, within the tolerances of gap and zero.
void Observer::see_beginning(double depth, double rate) noexcept {
  const double window = e_.tolerances.gap + std::abs(position_zero_);
  if (!(depth <= window)) return;
  rate = std::clamp(rate, kSlowestBeginning * e_.approach, kFastestBeginning * e_.approach);
  const bool before = depth < -window;
  slowest_ = before ? rate : std::min(slowest_, rate);
  fastest_ = before ? rate : std::max(fastest_, rate);
}

/// `share`: -1 gives the lower bound within the tolerances, 1 the upper one.
double Observer::force_at(double penetration, double velocity, double share) const noexcept {
  if (!(penetration > 0.0)) return 0.0;
  if (e_.plastic && share < 0.0 && velocity < 0.0) return 0.0;
  const double power = e_.curve.present()   ? e_.curve.force(penetration)
                       : e_.exponent == 1.5 ? penetration * std::sqrt(penetration)
                       : e_.exponent == 1.0 ? penetration
                                            : std::pow(penetration, e_.exponent);
  const double rate =
      velocity + share * (e_.tolerances.damping * std::abs(velocity) + kRateAtApproach * e_.approach);
  const double begin = share * rate > 0.0 ? slowest_ : fastest_;
  const double damped = 1.0 + (e_.damping_per_stiffness + e_.damping_number / begin) * rate;
  const double stiffness = e_.stiffness * std::max(1.0 + share * e_.tolerances.stiffness, 0.0);
  return std::max(stiffness * power * damped + e_.viscosity * rate, 0.0);
}

Expected Observer::operator()(const Cycle& cycle) noexcept {
  const Tolerances& t = e_.tolerances;
  const double force = cycle.force - force_zero_;
  const double pressed = std::max(force, 0.0);

  const double before = driven_;
  double periods = std::min(cycle.periods, kMostPeriods);
  for (double i = periods; i >= 1.0; i -= 1.0) driven_ = actuator_(cycle.command);
  const double rate = (driven_ - before) * rate_ / std::max(cycle.periods, 1.0);

  // Force bounds at this extension. The position offset may be the sensor's or the actuator's.
  const double depth = cycle.extension - e_.touch - e_.frame_compliance * pressed;
  see_beginning(depth, rate);
  const double slack = t.gap + std::abs(cycle.velocity) * t.time;
  const double low = force_at(depth - std::max(position_zero_, 0.0) - slack, cycle.velocity, -1.0);
  const double high = force_at(depth - std::min(position_zero_, 0.0) + slack, cycle.velocity, 1.0);
  double low_shown = 0.0, high_shown = 0.0;
  for (; periods >= 1.0; periods -= 1.0) {
    low_shown = low_(low);
    high_shown = high_(high);
  }

  Expected expected;
  expected.extension = driven_ + position_zero_ - e_.compliance * pressed;
  expected.slack = t.position + t.actuator * std::abs(driven_ - rest_) + std::abs(rate) * t.time +
                   e_.compliance * std::max(std::abs(high - pressed), std::abs(low - pressed));
  const double off = cycle.extension - expected.extension;
  expected.leap = off - off_;
  expected.leap_slack = e_.leap + e_.compliance * t.force + std::abs(rate) * (cycle.periods - 1.0) / rate_;
  off_ = off;
  expected.force_low = std::min(low_shown, low) + force_zero_ - t.force;
  expected.force_high = std::max(high_shown, 0.0) + force_zero_ + t.force;  // the low-pass can undershoot 0
  if (!e_.judges_force) {
    constexpr double kAny = std::numeric_limits<double>::infinity();
    expected.force_low = -kAny;
    expected.force_high = kAny;
  }
  return expected;
}

}  // namespace hilspace::rig
