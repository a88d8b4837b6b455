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
//
//   d   displacement of the bodies, m         F     measured force, after the last stage of the sensor, N
//   A1  lag that is compensated, s            t     share of the lag taken by the force side, s
//   A2  its second order, s^2                 d3    d''' = -F_in'/m
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
#include "core/signal.hpp"
#include "dynamics/axial.hpp"
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
  static constexpr std::size_t kStates = 1;  // time, of the delays
  static constexpr std::size_t kPast = 3;    // most past values of a polynomial

  Form form;
  S first = S(0.0);                                        // A1
  S second = S(0.0);                                       // A2
  S force_lead = S(0.0);                                   // t
  S weights[kPast + 1]{};                                  // c_j
  S last_jerk = S(0.0);                                    // d3 at the end of the last step
  std::array<instruments::TransportDelay<S>, kPast> past;  // d(t - j A1)

  Compensator() = default;
  /// For doubles only.
  Compensator(const CompensatorSetup& setup, const Lags& lags);

  HILSPACE_INLINE bool extrapolates() const { return form.position == Position::polynomial; }

  /// The actuator's command; `motion` is d, d', d'' of the bodies.
  HILSPACE_INLINE Signal<S> command(const S* x, Signal<S> motion, S jerk) const {
    if (form.position == Position::lead)
      return {motion.value + (first * motion.rate + second * motion.acceleration),
              motion.rate + (first * motion.acceleration + second * jerk),
              motion.acceleration + first * jerk};
    if (!extrapolates()) return motion;
    Signal<S> sum{weights[0] * motion.value, weights[0] * motion.rate, weights[0] * motion.acceleration};
    for (std::size_t j = 0; j < kPast; ++j) {
      const Signal<S> then = past[j].output(x, motion);
      sum.value = sum.value + weights[j + 1] * then.value;
      sum.rate = sum.rate + weights[j + 1] * then.rate;
      sum.acceleration = sum.acceleration + weights[j + 1] * then.acceleration;
    }
    return sum;
  }

  /// The force that acts on the bodies.
  HILSPACE_INLINE Signal<S> force(Signal<S> measured) const {
    if (form.force == Force::none) return measured;
    return {measured.value + force_lead * measured.rate, measured.rate + force_lead * measured.acceleration,
            measured.acceleration, measured.spread};
  }

  HILSPACE_INLINE void derivative(S* rate) const { *rate = S(1.0); }

  HILSPACE_INLINE void follow_ramp(Signal<S> motion, S* x) {
    *x = S(0.0);
    for (auto& delay : past) delay.follow_ramp(motion, x);
  }

  /// Prepares a step; returns how long it may be.
  HILSPACE_INLINE S begin_step(const S* x, Signal<S> motion, Horizon<S> horizon) {
    auto outlook = Outlook<S>::smooth(horizon);
    if (!extrapolates()) return outlook.until;
    for (auto& delay : past) {
      delay.freeze(x, motion, Mask<S>(false), horizon);
      outlook = delay.look_ahead(x, motion, outlook, horizon);
    }
    return outlook.until;
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
    for (std::size_t j = 0; j <= kPast; ++j) visit(self.weights[j], other.weights[j]);
    visit(self.last_jerk, other.last_jerk);
    for (std::size_t j = 0; j < kPast; ++j)
      instruments::TransportDelay<S>::zip(self.past[j], other.past[j], visit);
  }
};

}  // namespace hilspace::compensation
