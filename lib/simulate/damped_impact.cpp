#include "simulate/damped_impact.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "contact/general_law.hpp"
#include "integrate/rk4.hpp"

namespace hilspace::simulate {
namespace {

using State = std::array<double, 6>;  // d, d', then a, a' and S, S' of the low-passes

/// What is held of a signal, from the ramp before t = 0 on (instruments/sample_hold.hpp).
class Held {
 public:
  Held(const instruments::SampleHoldSetup& setup, double value, double rate)
      : period_(setup.rate > 0.0 ? 1.0 / setup.rate : 0.0), offset_(setup.phase * period_), value_(value) {
    if (!present()) return;
    const double last = std::floor(-offset_ / period_);
    value_ += rate * (last * period_ + offset_);
    next_ = last + 1.0;
  }

  bool present() const { return period_ > 0.0; }
  double value() const { return value_; }
  /// Time of the next sample, s.
  double next() const { return present() ? next_ * period_ + offset_ : kNever; }
  void sample(double time, double value) {
    if (time < next() - 1e-9 * period_) return;
    value_ = value;
    next_ += 1.0;
  }

 private:
  double period_, offset_, value_, next_ = 0.0;
};

class Motion {
 public:
  Motion(const DampedImpact& impact, double damping)
      : impact_(impact),
        law_(contact::general_law(impact.contact, contact::kSlowestShare * impact.velocity)),
        damping_(damping),
        is_tensile_(impact.contact.law == contact::Law::kelvin_voigt_tensile),
        command_(impact.actuator.hold, 0.0, impact.velocity),
        force_(impact.force_sensor.hold, 0.0, 0.0),
        rate_(impact.computer, impact.velocity, 0.0) {
    const double w = impact.actuator.low_pass.natural_frequency;
    y_ = {0.0, impact.velocity, 0.0, impact.velocity, 0.0, 0.0};
    if (w > 0.0) y_[2] = -2.0 * impact.actuator.low_pass.damping / w * impact.velocity;
    begin_contact(y_);
  }

  /// Takes a step; whether all is over.
  bool advance() {
    sample();
    double h = std::min(impact_.step, next_sample() - time_);
    State end = moved(h);
    const auto depth = [this](const State& at) { return touching_ ? penetration(at) : -penetration(at); };
    const auto held = [this](const State& at) { return pressing_ ? pull(at) : -pull(at); };
    const bool turns = touching_ && !is_tensile_ && held(end) < 0.0;
    if (turns) end = moved(h = crossing(h, held));
    const bool crosses = touching_ ? !(penetration(end) > 0.0) : penetration(end) > 0.0;
    if (crosses) end = moved(h = crossing(h, depth));
    if (crosses) {
      touching_ = !touching_;
      if (touching_) begin_contact(end);
    } else if (turns) {
      pressing_ = !pressing_;
    }
    y_ = end;
    time_ += h;
    return !touching_ && met_ && y_[1] < 0.0 && rate(y_) < 0.0 && is_silent();
  }

  double velocity() const { return y_[1]; }
  /// Rate of the bodies once the sensor's force, which is not held, has died out by itself.
  double velocity_in_the_end() const {
    const auto& of = impact_.force_sensor.low_pass;
    if (!(of.natural_frequency > 0.0) || force_.present()) return y_[1];
    return y_[1] -
           (2.0 * of.damping * y_[4] + y_[5] / of.natural_frequency) / of.natural_frequency / impact_.mass;
  }

 private:
  bool has_actuator() const { return impact_.actuator.low_pass.natural_frequency > 0.0; }
  bool has_sensor() const { return impact_.force_sensor.low_pass.natural_frequency > 0.0; }
  double penetration(const State& at) const { return has_actuator() ? at[2] : at[0]; }
  double rate(const State& at) const { return has_actuator() ? at[3] : at[1]; }

  void begin_contact(const State& at) {
    touching_ = penetration(at) >= 0.0;
    met_ = met_ || touching_;
    pressing_ = true;
    law_.damping = law_.damping_number / std::max(rate(at), law_.slowest);
  }
  /// Has the sign of the force before it is kept from pulling.
  double pull(const State& at) const {
    const double x = std::max(penetration(at), 0.0);
    if (law_.viscosity > 0.0) return law_.spring * x + law_.viscosity * rate(at);
    return 1.0 + law_.damping * rate(at);
  }
  double contact_force(const State& at) const {
    if (!touching_ || !pressing_) return 0.0;
    const double x = std::max(penetration(at), 0.0), moving = rate(at);
    return law_.spring * law_.raised(x) * (1.0 + law_.damping * moving) + law_.viscosity * moving;
  }
  double measured(const State& at) const { return has_sensor() ? at[4] : contact_force(at); }

  void sample() {
    command_.sample(time_, y_[0]);
    force_.sample(time_, measured(y_));
    rate_.sample(time_, y_[1]);
  }
  double next_sample() const { return std::min({command_.next(), force_.next(), rate_.next()}); }

  /// Nothing more acts, beyond a billionth of what turned the bodies.
  bool is_silent() const {
    if (!force_.present()) return true;
    const double scale = 1e-9 * impact_.mass * impact_.velocity / impact_.step;
    return std::abs(force_.value()) < scale && std::abs(measured(y_)) < scale;
  }

  State derivative(const State& at) const {
    const double seen = force_.present() ? force_.value() : measured(at);
    const double damped = rate_.present() ? rate_.value() : at[1];
    State its{at[1], -(seen + (touching_ ? damping_ * damped : 0.0)) / impact_.mass, at[3], 0.0, at[5], 0.0};
    if (has_actuator())
      its[3] =
          follow(impact_.actuator.low_pass, (command_.present() ? command_.value() : at[0]) - at[2], at[3]);
    if (has_sensor()) its[5] = follow(impact_.force_sensor.low_pass, contact_force(at) - at[4], at[5]);
    return its;
  }
  static double follow(const instruments::LowPassSetup& of, double off, double its_rate) {
    const double w = of.natural_frequency;
    return w * (w * off - 2.0 * of.damping * its_rate);
  }
  State moved(double h) const {
    return integrate::rk4(y_, h, [this](const State& at) { return derivative(at); }).end;
  }
  /// The part of that step after which `level` of the state, > 0 at its beginning, is not.
  template <class Level>
  double crossing(double h, Level&& level) const {
    double low = 0.0, high = h;
    for (int i = 0; i < 40 && high - low > 1e-12 * h; ++i) {
      const double middle = 0.5 * (low + high);
      (level(moved(middle)) > 0.0 ? low : high) = middle;
    }
    return high;
  }

  const DampedImpact& impact_;
  contact::GeneralLaw<double> law_;
  double damping_;
  bool is_tensile_;
  Held command_, force_, rate_;
  State y_{};
  double time_ = 0.0;
  bool touching_ = false, pressing_ = true, met_ = false;
};

}  // namespace

std::optional<double> DampedImpact::velocity_after(double damping) const {
  constexpr int kStepsAtMost = 50'000;
  Motion motion(*this, damping);
  for (int i = 0; i < kStepsAtMost; ++i)
    if (motion.advance()) {
      const double after = motion.velocity_in_the_end();
      if (after < 0.0) return after;
      return std::nullopt;
    }
  return std::nullopt;
}

}  // namespace hilspace::simulate
