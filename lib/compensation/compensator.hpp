#pragma once
// Delay compensator of a testbed on one axis: from the motion of the bodies to the actuator's command, and from
// the measured force to the force that acts on the bodies.
//
//   x_c = C(d, d', d'', d3),   F_in = S(F, F'),   m d'' = -F_in
//
//   none         x_c = d                                              F_in = F
//   lead         x_c = d + A1 d' + A2 d''          (A2 = 0: order 1)  F_in = F + t F'
//   polynomial   x_c = sum c_j d(t - j A1),   j = 0 ... order
//                c = (2, -1), (3, -3, 1), (4, -6, 4, -1)
//   predictor    x_c = d(t + A1) of m d'' = -Fm(d, d')
//   secant                                                            F_in = F (d/a)^n, at most 3 F
//   damper                                                            F_in = F + b v while touching
//   passivity                                                         F_in = F; 0 once E = int F_in v dt is 0
//
//   d   displacement of the bodies, m         F     measured force, after the last stage of the sensor, N
//   A1  lag that is compensated, s            t     share of the lag taken by the force side, s
//   A2  its second order, s^2                 d3    d''' = -F_in'/m
//   a   penetration at the interface, m       Fm    model of the contact, whose stiffness may be wrong, N
//
// d'' and d3 come from the simulation, d'' = -F_in/m: nothing is differentiated, so no noise is amplified but
// that of the force. The command has a rate x_c', of the same terms. A1 and A2 of a chain: chain_lag.hpp. With
// lag_error e the compensator holds A1 (1 + e), A2 (1 + e)^2.
//
// All lanes of a pack have the same form, with different numbers in each. Source: docs/theory-compensation.md.

#include <array>
#include <compare>
#include <cstddef>

#include "compensation/setup.hpp"
#include "contact/general_law.hpp"
#include "core/event.hpp"
#include "core/signal.hpp"
#include "instruments/chain_lag.hpp"
#include "instruments/transport_delay.hpp"

namespace hilspace::compensation {

/// Whether an actuator and a sensor leave time enough for that compensator: otherwise its command depends on the
/// force that it causes at the same instant, an algebraic loop.
bool is_realisable(const CompensatorSetup& setup, const instruments::ChainSetup& actuator,
                   const instruments::ChainSetup& force_sensor);

/// The lag that it compensates on the position side, and on the force side.
struct Lags {
  instruments::ChainLag position;
  double force = 0.0;  // s
};
Lags lags_of(const CompensatorSetup& setup, const instruments::ChainSetup& actuator,
             const instruments::ChainSetup& force_sensor);

/// What it knows of the bodies and their contact.
struct Impact {
  double mass = 1.0;      // reduced, kg
  double velocity = 1.0;  // of the approach, m/s
  contact::LawSetup contact{};
};

/// What the lanes of a pack share.
struct Form {
  Position position = Position::none;
  Force force = Force::none;
  friend auto operator<=>(const Form&, const Form&) = default;  // NOLINT(modernize-use-nullptr)
};
inline Form form(const CompensatorSetup& setup) { return {setup.position, setup.force}; }
HILSPACE_INLINE const Form& lane(const Form& all, int) { return all; }
HILSPACE_INLINE void set_lane(Form& all, int, const Form& one) { all = one; }

/// The compensator of models that have none: nothing is computed.
template <class S>
struct NoCompensator {
  static constexpr bool kPresent = false;
  static constexpr std::size_t kStates = 0;

  template <class Self, class Other, class Visit>
  static void zip(Self&, Other&, Visit&&) {}
};

template <class S>
struct Compensator {
  static constexpr bool kPresent = true;
  static constexpr std::size_t kStates = 2;  // time, of the delays; E
  static constexpr std::size_t kPast = 3;    // most past values of a polynomial

  Form form;
  S first = S(0.0);                // A1
  S second = S(0.0);               // A2
  S force_lead = S(0.0);           // t
  S damping = S(0.0);              // b
  S mass = S(1.0);                 // m
  S weights[kPast + 1]{};          // c_j
  S last_jerk = S(0.0);            // d3 at the end of the last step
  Mask<S> spent = Mask<S>(false);  // in this step: E is 0, and the force would take more
  std::array<instruments::TransportDelay<S>, kPast> past;  // d(t - j A1)
  contact::GeneralLaw<S> model;                            // Fm; of its state only the damping is used

  Compensator() = default;
  /// For doubles only.
  Compensator(const CompensatorSetup& setup, const Lags& lags, const Impact& impact);

  HILSPACE_INLINE bool extrapolates() const { return form.position == Position::polynomial; }
  HILSPACE_INLINE bool watches() const { return form.force == Force::passivity; }

  /// The actuator's command; `motion` is d, d', d'' of the bodies.
  Signal<S> command(const S* x, Signal<S> motion, S jerk) const {
    switch (form.position) {
      case Position::none:
        return motion;
      case Position::lead:
        return {motion.value + (first * motion.rate + second * motion.acceleration),
                motion.rate + (first * motion.acceleration + second * jerk),
                motion.acceleration + first * jerk};
      case Position::polynomial:
        return extrapolated(x, motion);
      case Position::predictor:
        return predicted(motion);
    }
    __builtin_unreachable();
  }

  /// The force that acts on the bodies; `a` is the interface, `touching` whether there is contact.
  Signal<S> force(Signal<S> measured, Signal<S> motion, Signal<S> a, Mask<S> touching) const {
    switch (form.force) {
      case Force::none:
        return measured;
      case Force::lead:
        return {measured.value + force_lead * measured.rate,
                measured.rate + force_lead * measured.acceleration, measured.acceleration, measured.spread};
      case Force::secant:
        return scaled(measured, motion, a);
      case Force::damper: {
        const S of_damper = select(touching, damping, S(0.0));
        const S sum = measured.value + of_damper * motion.rate;
        return {sum, measured.rate - of_damper * (sum / mass), measured.acceleration, measured.spread};
      }
      case Force::passivity:
        return {select(spent, S(0.0), measured.value), select(spent, S(0.0), measured.rate),
                select(spent, S(0.0), measured.acceleration), select(spent, S(0.0), measured.spread)};
    }
    __builtin_unreachable();
  }

  /// With the power of F_in on the bodies.
  HILSPACE_INLINE void derivative(S power, S* rate) const {
    rate[0] = S(1.0);
    rate[1] = watches() ? power : S(0.0);
  }

  HILSPACE_INLINE void follow_ramp(Signal<S> motion, S* x) {
    x[0] = x[1] = S(0.0);
    for (auto& delay : past) delay.follow_ramp(motion, x);
  }

  /// Prepares a step; returns how long it may be. `motion` with the last acceleration.
  S begin_step(const S* x, Signal<S> motion, Horizon<S> horizon) {
    auto outlook = Outlook<S>::smooth(horizon);
    if (watches()) {
      const S power = -(mass * motion.acceleration * motion.rate);
      const Mask<S> leaving = motion.rate < S(0.0);
      spent = leaving && (spent || x[1] + horizon.shortest * power <= S(0.0));
      const S left = time_to_reach(x[1], -power, S(0.0));
      outlook.until =
          select(leaving && !spent, smaller(outlook.until, larger(left, horizon.shortest)), outlook.until);
    }
    if (!extrapolates()) return outlook.until;
    for (auto& delay : past) {
      delay.freeze(x, motion, Mask<S>(false), horizon);
      outlook = delay.look_ahead(x, motion, outlook, horizon);
    }
    return outlook.until;
  }

  /// Visits numbers that stay >= 0 within a step and cross 0 where it jumps. For doubles only.
  template <class Visit>
  void margins(const S* x, Signal<S> motion, Visit&& visit) const {
    if (watches() && motion.rate < S(0.0) && !spent) visit(x[1]);
  }

  /// Records a step: its start and end, and d, d', d'' at its start, middle and end.
  HILSPACE_INLINE void record(const S* begin, const S* end, const std::array<Signal<S>, 3>& motion) {
    if (!extrapolates()) return;
    for (auto& delay : past) delay.record(*begin, *end, motion);
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.form, other.form);
    visit(self.first, other.first);
    visit(self.second, other.second);
    visit(self.force_lead, other.force_lead);
    visit(self.damping, other.damping);
    visit(self.mass, other.mass);
    for (std::size_t j = 0; j <= kPast; ++j) visit(self.weights[j], other.weights[j]);
    visit(self.last_jerk, other.last_jerk);
    visit(self.spent, other.spent);
    for (std::size_t j = 0; j < kPast; ++j)
      instruments::TransportDelay<S>::zip(self.past[j], other.past[j], visit);
    contact::GeneralLaw<S>::zip(self.model, other.model, visit);
  }

 private:
  HILSPACE_INLINE Signal<S> extrapolated(const S* x, Signal<S> motion) const {
    Signal<S> sum{weights[0] * motion.value, weights[0] * motion.rate, weights[0] * motion.acceleration};
    for (std::size_t j = 0; j < kPast; ++j) {
      const Signal<S> then = past[j].output(x, motion);
      sum.value = sum.value + weights[j + 1] * then.value;
      sum.rate = sum.rate + weights[j + 1] * then.rate;
      sum.acceleration = sum.acceleration + weights[j + 1] * then.acceleration;
    }
    return sum;
  }

  /// d'' by the model.
  S modelled(S d, S v) const { return -(select(d > S(0.0), model.force({d, v, S(0.0)}), S(0.0)) / mass); }
  /// By Runge and Kutta, in equal steps after the flight before the contact.
  Signal<S> predicted(Signal<S> motion) const {
    constexpr int kSteps = 8;
    S d = motion.value, v = motion.rate;
    const Mask<S> closing = d < S(0.0) && v > S(0.0);
    const S flight = select(closing, smaller(first, -(d / select(closing, v, S(1.0)))), S(0.0));
    d = d + flight * v;
    const S h = (first - flight) * S(1.0 / kSteps), half = S(0.5) * h;
    for (int i = 0; i < kSteps; ++i) {
      const S a1 = modelled(d, v);
      const S v2 = v + half * a1, a2 = modelled(d + half * v, v2);
      const S v3 = v + half * a2, a3 = modelled(d + half * v2, v3);
      const S v4 = v + h * a3, a4 = modelled(d + h * v3, v4);
      d = d + S(1.0 / 6.0) * h * (v + S(2.0) * (v2 + v3) + v4);
      v = v + S(1.0 / 6.0) * h * (a1 + S(2.0) * (a2 + a3) + a4);
    }
    return {d, v, modelled(d, v)};
  }

  Signal<S> scaled(Signal<S> measured, Signal<S> motion, Signal<S> a) const {
    constexpr double kMost = 3.0;
    const Mask<S> both = motion.value > S(0.0) && a.value > S(0.0);
    const S ratio = select(both, motion.value, S(1.0)) / select(both, a.value, S(1.0));
    const S scale = smaller(select(both, model.raised(ratio), S(1.0)), S(kMost));
    const Mask<S> follows = both && scale < S(kMost);
    const S growth = select(follows,
                            model.exponent * (motion.rate / select(both, motion.value, S(1.0)) -
                                              a.rate / select(both, a.value, S(1.0))),
                            S(0.0));
    return {scale * measured.value, scale * (measured.rate + growth * measured.value),
            scale * measured.acceleration, scale * measured.spread};
  }
};

}  // namespace hilspace::compensation
