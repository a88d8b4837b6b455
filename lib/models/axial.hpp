#pragma once
// The axial (1DOF) model: two free bodies, one contact, and the instruments in its loop.
//
//   bodies d, d' -> actuator chain -> interface a, a' -> contact law -> Fc -> sensor chain -> Fs -> bodies
//
//   m d'' = -Fs,   Fc = F(a, a')
//
// With quantizers a is Q_a(a), while a' stays the unquantised rate behind the actuator's low-pass. With empty
// chains a = d, a' = d' and Fs = Fc: the docking model, by the same code.
//
// With a delay compensator (compensation/compensator.hpp) the actuator gets the command x_c = C(d, d', d'', d3) in
// place of d, and F_in = S(Fs) acts on the bodies in place of Fs. Without one nothing of it is compiled.
//
// `Bodies` are two rigid ones, or have motion within: dynamics/axial.hpp, dynamics/four_masses.hpp.
//
// t = 0 is where the displacement d of the bodies crosses 0; before that the motion is a ramp, to which the
// instruments are settled. Source: Bondoky 5.1 to 5.7, figure 5.1; docs/theory.md.

#include <array>

#include "compensation/compensator.hpp"
#include "contact/general_law.hpp"
#include "contact/hunt_crossley.hpp"
#include "core/signal.hpp"
#include "dynamics/axial.hpp"
#include "dynamics/four_masses.hpp"
#include "instruments/any_chain.hpp"
#include "instruments/chain.hpp"
#include "instruments/low_pass.hpp"
#include "instruments/quantizer.hpp"

namespace hilspace::models {

/// Observable quantities of one model at one instant, SI.
template <class S>
struct Observation {
  S displacement;   // d, of the bodies
  S velocity;       // d'
  S penetration;    // a, as it enters the contact law
  S rate;           // a'
  S contact_force;  // Fc, at the interface
  S force;          // Fs, or F_in, that acts on the bodies
  S potential;      // J, recoverable energy of the contact
};

/// Spread about the observed mean if a quantizer is not resolved (core/signal.hpp).
template <class S>
struct Spread {
  S penetration = S(0.0);
  S contact_force = S(0.0);
  S force = S(0.0);
  S potential = S(0.0);
};

/// Observations of one model at the start, in the middle and at the end of a step.
template <class S>
using Views = std::array<Observation<S>, 3>;

template <class S, class Law, class Actuator, class Sensor,
          class Compensator = compensation::NoCompensator<S>, class Bodies = dynamics::Axial<S>>
struct AxialModel {
  static_assert(contact::ContactLaw<Law, S>,
                "a contact law needs the members that contact/contact_law.hpp lists");
  static constexpr std::size_t kSensorAt = 2 + Actuator::kStates;
  static constexpr std::size_t kCompensatorAt = kSensorAt + Sensor::kStates;
  static constexpr std::size_t kInnerAt = kCompensatorAt + Compensator::kStates;
  static constexpr std::size_t kStates = kInnerAt + Bodies::kInnerStates;
  using State =
      std::array<S, kStates>;  // d, d', actuator chain, sensor chain, compensator, within the bodies

  Bodies bodies;
  Law law;
  Actuator actuator;
  Sensor sensor;
  [[no_unique_address]] Compensator compensator;
  S acceleration = S(0.0);  // d'' at the end of the last step

  /// State on the approach ramp, at displacement d <= 0 from the contact.
  HILSPACE_INLINE State start(S displacement, S approach_velocity) {
    State y{};
    y[0] = displacement;
    y[1] = approach_velocity;
    if constexpr (Compensator::kPresent)
      compensator.follow_ramp({y[0], y[1], S(0.0)}, y.data() + kCompensatorAt);
    actuator.follow_ramp(command(y, S(0.0), S(0.0)), y.data() + 2);
    sensor.follow_ramp({S(0.0), S(0.0), S(0.0)}, y.data() + kSensorAt);
    return y;
  }

  HILSPACE_INLINE State derivative(const State& y) const {
    const View now = view(y);
    State rate;
    rate[0] = y[1];
    rate[1] = now.acceleration;
    actuator.derivative(y.data() + 2, now.command, rate.data() + 2);
    sensor.derivative(y.data() + kSensorAt, now.contact_force, rate.data() + kSensorAt);
    bodies.derivative(now.force.value, y.data() + kInnerAt, rate.data() + kInnerAt);
    if constexpr (Compensator::kPresent)
      compensator.derivative(now.force.value * y[1], rate.data() + kCompensatorAt);
    return rate;
  }

  HILSPACE_INLINE Observation<S> observe(const State& y) const {
    const View now = view(y);
    return {y[0],
            y[1],
            now.interface.value,
            now.interface.rate,
            now.contact_force.value,
            now.force.value,
            law.potential(now.interface)};
  }

  HILSPACE_INLINE Spread<S> spread(const State& y) const {
    const View now = view(y);
    const Signal<S>& a = now.interface;
    Spread<S> spread{select(law.touching, a.spread, S(0.0))};  // clipped at 0, it does not jump
    if (any(a.spread > S(0.0))) {
      spread.contact_force = law.slope(a) * a.spread;
      spread.potential = law.elastic(a) * a.spread;
    }
    const Signal<S> force{now.contact_force.value, S(0.0), S(0.0), spread.contact_force};
    spread.force = sensor.output(y.data() + kSensorAt, force).spread;
    return spread;
  }

  /// Call at the start of each step: freezes what jumps, latches the contact, and returns how long the
  /// right-hand side stays smooth. Idempotent, so that lanes may begin together.
  HILSPACE_INLINE S begin_step(const State& y, Horizon<S> horizon) {
    S room = horizon.longest;
    if constexpr (Compensator::kPresent)
      room = compensator.begin_step(y.data() + kCompensatorAt, {y[0], y[1], acceleration}, horizon);
    const auto smooth = Outlook<S>::smooth(horizon);
    // With the last acceleration: the side of each jump on which the step begins.
    Signal<S> in = last_command(y);
    actuator.freeze(y.data() + 2, in, Mask<S>(false), horizon);
    const Mask<S> constant = actuator.look_ahead(y.data() + 2, in, smooth, horizon).constant;
    const Signal<S> a = actuator.output(y.data() + 2, in);
    law.begin_step(a, constant, horizon);
    sensor.freeze(y.data() + kSensorAt, contact_signal(a, constant), Mask<S>(false), horizon);

    // With the resulting acceleration: the time of the next jump.
    const View now = view(y);
    in = command(y, now.acceleration, jerk(now));
    const Outlook<S> position = actuator.look_ahead(y.data() + 2, in, smooth, horizon);
    const Signal<S> next = actuator.output(y.data() + 2, in);
    const S edge = law.edge(next, position.constant, horizon);
    S until = smaller(position.until, larger(edge, horizon.shortest));
    if constexpr (Compensator::kPresent) until = smaller(until, room);
    return sensor
        .look_ahead(y.data() + kSensorAt, contact_signal(next, position.constant),
                    {until, Mask<S>(false), position.jumps || law.jumps()}, horizon)
        .until;
  }

  HILSPACE_INLINE void end_step(const State& y, const Observation<S>& last) {
    acceleration = bodies.acceleration(last.force, y.data() + kInnerAt);
    if constexpr (Compensator::kPresent) compensator.last_jerk = jerk(view(y));
  }

  /// Lets chains with a memory store a step, given the states at its start, middle and end.
  void record(const std::array<const State*, 3>& y,
              Horizon<S> horizon) requires(Actuator::kRemembers&& Sensor::kRemembers) {
    if constexpr (Compensator::kPresent) {
      std::array<Signal<S>, 3> motion;
      for (std::size_t k = 0; k < y.size(); ++k)
        motion[k] = {(*y[k])[0], (*y[k])[1], view(*y[k]).acceleration};
      compensator.record(y[0]->data() + kCompensatorAt, y[2]->data() + kCompensatorAt, motion);
    }
    if (!actuator.has_memory() && !sensor.has_memory()) return;
    std::array<Signal<S>, 3> in, force;
    for (std::size_t k = 0; k < y.size(); ++k) {
      const View now = view(*y[k]);
      in[k] = command(*y[k], now.acceleration, jerk(now));
      force[k] = contact_signal(actuator.output(y[k]->data() + 2, in[k]), is_constant(*y[k], in[k], horizon));
    }
    actuator.record({y[0]->data() + 2, y[1]->data() + 2, y[2]->data() + 2}, in);
    sensor.record({y[0]->data() + kSensorAt, y[1]->data() + kSensorAt, y[2]->data() + kSensorAt}, force);
  }

  /// Visits numbers that stay >= 0 while the right-hand side is smooth, apart from purely time-driven jumps;
  /// used by the solvers that locate jumps.
  template <class Visit>
  void margins(const State& y, Horizon<S> horizon, Visit&& visit) const {
    const Signal<S> in = last_command(y);
    if constexpr (Compensator::kPresent)
      compensator.margins(y.data() + kCompensatorAt, {y[0], y[1], acceleration}, visit);
    actuator.margins(y.data() + 2, in, false, horizon, visit);
    const bool constant = is_constant(y, in, horizon);
    const Signal<S> a = actuator.output(y.data() + 2, in);
    law.margins(a, constant, visit);
    sensor.margins(y.data() + kSensorAt, contact_signal(a, constant), false, horizon, visit);
  }

  /// Whether the impact is over: bodies moving apart, no force at the interface, sensor at rest. Checks only
  /// the requested lanes, since the history of a delay is slow to search.
  HILSPACE_INLINE Mask<S> separated(const State& y, S threshold, Mask<S> asked = Mask<S>(true)) const {
    const Signal<S> silence{S(0.0), S(0.0), S(0.0)};
    const Mask<S> apart = asked && !law.touching && y[1] < S(0.0);
    if (!any(apart)) return apart;
    return apart && !actuator.holds_positive() && sensor.settled(y.data() + kSensorAt, silence, threshold);
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    Bodies::zip(self.bodies, other.bodies, visit);
    Law::zip(self.law, other.law, visit);
    Actuator::zip(self.actuator, other.actuator, visit);
    Sensor::zip(self.sensor, other.sensor, visit);
    Compensator::zip(self.compensator, other.compensator, visit);
    visit(self.acceleration, other.acceleration);
  }

 private:
  struct View {
    Signal<S> command, interface, contact_force, force;
    S acceleration;
  };

  HILSPACE_INLINE Mask<S> is_constant(const State& y, const Signal<S>& in, Horizon<S> horizon) const {
    return actuator.look_ahead(y.data() + 2, in, Outlook<S>::smooth(horizon), horizon).constant;
  }

  /// What enters the actuator, given d'' and d3.
  HILSPACE_INLINE Signal<S> command(const State& y, S its_acceleration, [[maybe_unused]] S its_jerk) const {
    const Signal<S> motion{y[0], y[1], its_acceleration};
    if constexpr (Compensator::kPresent)
      return compensator.command(y.data() + kCompensatorAt, motion, its_jerk);
    else
      return motion;
  }
  /// The same at the end of the last step.
  HILSPACE_INLINE Signal<S> last_command(const State& y) const {
    if constexpr (Compensator::kPresent)
      return command(y, acceleration, compensator.last_jerk);
    else
      return command(y, acceleration, S(0.0));
  }
  /// d3 = -F_in'/m, for a compensator.
  HILSPACE_INLINE S jerk([[maybe_unused]] const View& now) const {
    if constexpr (Compensator::kPresent)
      return bodies.acceleration(now.force.rate);
    else
      return S(0.0);
  }

  /// The contact force with its rate, as required by the sensor's outlook.
  HILSPACE_INLINE Signal<S> contact_signal(const Signal<S>& a, Mask<S> constant) const {
    const S moving = select(constant, S(0.0), a.rate);
    return {law.force(a), law.force_rate(a, moving), S(0.0), law.slope(a) * a.spread};
  }

  HILSPACE_INLINE View view(const State& y) const {
    if constexpr (Compensator::kPresent) {
      // The command depends on the force. Where the sensor has a lag, the force does not depend on the command of
      // this instant, and where the actuator has one, the interface does not: twice round gives both.
      View now = through(y, {y[0], y[1], S(0.0)});
      now = through(y, command(y, now.acceleration, jerk(now)));
      now.command = command(y, now.acceleration, jerk(now));
      return now;
    } else {
      View now;
      now.command = {y[0], y[1], S(0.0)};
      now.interface = actuator.output(y.data() + 2, now.command);
      now.contact_force = {law.force(now.interface), S(0.0), S(0.0)};
      now.force = sensor.output(y.data() + kSensorAt, now.contact_force);
      now.acceleration = bodies.acceleration(now.force.value, y.data() + kInnerAt);
      return now;
    }
  }

  /// Once round the loop, from a command to the acceleration that it causes.
  View through(const State& y, const Signal<S>& in) const requires(Compensator::kPresent) {
    View now;
    now.command = in;
    now.interface = actuator.output(y.data() + 2, in);
    now.contact_force = contact_signal(now.interface, Mask<S>(false));
    now.force = compensator.force(sensor.output(y.data() + kSensorAt, now.contact_force),
                                  {y[0], y[1], S(0.0)}, now.interface, law.touching);
    now.acceleration = bodies.acceleration(now.force.value, y.data() + kInnerAt);
    return now;
  }
};

/// The models of most studies: a law of the Hunt and Crossley family between spheres or a sphere and a plane,
/// observed through a low-pass and a quantizer each.
template <class S>
using PlainInstrument =
    instruments::LowPassQuantizer<S, instruments::LowPass<S, false>, instruments::Quantizer<S>>;
template <class S>
using PlainDocking = AxialModel<S, contact::HuntCrossley<S>, instruments::Chain<S>, instruments::Chain<S>>;
template <class S>
using PlainHil = AxialModel<S, contact::HuntCrossley<S>, PlainInstrument<S>, PlainInstrument<S>>;

/// Any law, any instruments.
template <class S>
using AnyDocking = AxialModel<S, contact::GeneralLaw<S>, instruments::Chain<S>, instruments::Chain<S>>;
template <class S, std::size_t kSections = instruments::kMostSections>
using AnyHil = AxialModel<S, contact::GeneralLaw<S>, instruments::AnyChain<S, kSections>,
                          instruments::AnyChain<S, kSections>>;

/// The same with a delay compensator.
template <class S>
using CompensatedHil = AxialModel<S, contact::GeneralLaw<S>, instruments::AnyChain<S>,
                                  instruments::AnyChain<S>, compensation::Compensator<S>>;

/// Two spacecraft of two masses each.
using FourMassDocking =
    AxialModel<double, contact::GeneralLaw<double>, instruments::Chain<double>, instruments::Chain<double>,
               compensation::NoCompensator<double>, dynamics::FourMasses<double>>;
using FourMassHil = AxialModel<double, contact::GeneralLaw<double>, instruments::AnyChain<double>,
                               instruments::AnyChain<double>, compensation::NoCompensator<double>,
                               dynamics::FourMasses<double>>;

}  // namespace hilspace::models
