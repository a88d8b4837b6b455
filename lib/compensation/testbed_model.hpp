#pragma once
// Testbed model: what the computer of a testbed knows of its instruments and of the contact between them.
//
//   Fm(t) = F(d, d'),   Fl = Sensor(F(Actuator(x_c)))      F_in = F + Fm - Fl      (Smith)
//
//   x_c  command of the actuator     F   measured force, N     Fm, Fl  force of the model, at once and late, N
//
// The instruments are their lags alone: low-passes, delays and holds, without quanta, noise and all that cannot
// be known or inverted; a transfer function counts as the low-pass of its lag (instruments/chain_lag.hpp). With
// the right model F is Fl, and F_in the force of the docking model. Source: docs/theory-compensation.md.

#include <array>
#include <cstddef>

#include "compensation/setup.hpp"
#include "contact/general_law.hpp"
#include "core/signal.hpp"
#include "instruments/any_chain.hpp"

namespace hilspace::compensation {

/// A chain as its lags, all of them `scale` times as long.
instruments::ChainSetup known(const instruments::ChainSetup& chain, double scale);

/// The instruments that a compensator holds for those of its testbed: with its lag and the error of that.
struct KnownInstruments {
  instruments::ChainSetup actuator, force_sensor;
};
KnownInstruments known_instruments(const CompensatorSetup& setup, const instruments::ChainSetup& actuator,
                                   const instruments::ChainSetup& force_sensor);

template <class S>
struct TestbedModel {
  using Chain = instruments::AnyChain<S, 0>;
  static constexpr std::size_t kSensorAt = Chain::kStates;
  static constexpr std::size_t kStates = 2 * Chain::kStates;

  contact::GeneralLaw<S> now, late;  // of the bodies, of the interface
  Chain actuator, sensor;

  HILSPACE_INLINE void follow_ramp(Signal<S> command, S* x) {
    actuator.follow_ramp(command, x);
    sensor.follow_ramp({S(0.0), S(0.0), S(0.0)}, x + kSensorAt);
  }

  void derivative(const S* x, Signal<S> command, S* rate) const {
    actuator.derivative(x, command, rate);
    sensor.derivative(x + kSensorAt, late_contact(x, command), rate + kSensorAt);
  }

  /// Fm - Fl. `motion` as the computer sees it.
  Signal<S> correction(const S* x, Signal<S> motion, Signal<S> command) const {
    const Signal<S> at_once = contact(now, motion);
    const Signal<S> behind = sensor.output(x + kSensorAt, late_contact(x, command));
    return {at_once.value - behind.value, at_once.rate - behind.rate,
            at_once.acceleration - behind.acceleration};
  }

  /// Prepares a step; returns how long it may be. `held`: whether the motion is constant until `until`.
  S begin_step(const S* x, Signal<S> motion, Mask<S> held, Signal<S> command, S until, Horizon<S> horizon) {
    now.begin_step(motion, held, horizon);
    const auto [a, position] = actuator.freeze(x, command, Mask<S>(false), horizon);
    late.begin_step(a, position.constant, horizon);
    const Signal<S> force = contact(late, a);
    sensor.freeze(x + kSensorAt, force, Mask<S>(false), horizon);
    const S edge = smaller(now.edge(motion, held, horizon), late.edge(a, position.constant, horizon));
    until = smaller(smaller(until, position.until), larger(edge, horizon.shortest));
    return sensor
        .look_ahead(x + kSensorAt, force, {until, Mask<S>(false), position.jumps, late.jumps()}, horizon)
        .until;
  }

  /// Visits numbers that stay >= 0 within a step and cross 0 where it jumps. For doubles only.
  template <class Visit>
  void margins(const S* x, Signal<S> motion, bool held, Signal<S> command, Horizon<S> horizon,
               Visit&& visit) const {
    now.margins(motion, held, visit);
    actuator.margins(x, command, false, horizon, visit);
    const bool constant = actuator.look_ahead(x, command, Outlook<S>::smooth(horizon), horizon).constant;
    const Signal<S> a = actuator.output(x, command);
    late.margins(a, constant, visit);
    sensor.margins(x + kSensorAt, contact(late, a), false, horizon, visit);
  }

  void record(const std::array<const S*, 3>& x, const std::array<Signal<S>, 3>& command) {
    if (!actuator.has_memory() && !sensor.has_memory()) return;
    std::array<Signal<S>, 3> force;
    for (std::size_t k = 0; k < x.size(); ++k) force[k] = late_contact(x[k], command[k]);
    actuator.record(x, command);
    sensor.record({x[0] + kSensorAt, x[1] + kSensorAt, x[2] + kSensorAt}, force);
  }

  /// Whether its force has ended, too.
  Mask<S> settled(const S* x, S threshold) const {
    const Signal<S> silence{S(0.0), S(0.0), S(0.0)};
    return !now.touching && !late.touching && !actuator.holds_positive() &&
           sensor.settled(x + kSensorAt, silence, threshold);
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    contact::GeneralLaw<S>::zip(self.now, other.now, visit);
    contact::GeneralLaw<S>::zip(self.late, other.late, visit);
    Chain::zip(self.actuator, other.actuator, visit);
    Chain::zip(self.sensor, other.sensor, visit);
  }

 private:
  static Signal<S> contact(const contact::GeneralLaw<S>& law, Signal<S> a) {
    Signal<S> its = contact::force_signal(law, a, a.rate);
    its.spread = S(0.0);
    return its;
  }
  Signal<S> late_contact(const S* x, Signal<S> command) const {
    return contact(late, actuator.output(x, command));
  }
};

}  // namespace hilspace::compensation
