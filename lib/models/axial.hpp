#pragma once
// The axial (1DOF) model: two free bodies, one contact, and the instruments it is seen through.
//
//   bodies d, d' -> actuator chain -> interface a, a' -> contact law -> Fc -> sensor chain -> Fs -> bodies
//
//   m d'' = -Fs,   Fc = k a^(3/2) (1 + chi a'/v0) >= 0
//
// With quantizers a is Q_a(a), while a' stays the unquantised rate behind the actuator's low-pass. With
// empty chains a = d, a' = d' and Fs = Fc: the docking model. Never a second plant.
//
// t = 0 is where the displacement d of the bodies crosses 0; until then nothing but a ramp happened, which
// the instruments have followed for ever. v0 is a' at the start of each contact, but at least a thousandth of
// the approach: a re-contact can begin at rest, where the law has no meaning.
// Source: Bondoky 5.1 to 5.7, figure 5.1; docs/theory.md.

#include <array>

#include "contact/law.hpp"
#include "core/event.hpp"
#include "dynamics/axial.hpp"
#include "instruments/chain.hpp"
#include "instruments/low_pass.hpp"
#include "instruments/quantizer.hpp"

namespace hilspace::models {

/// What can be seen of one model at one instant, SI.
template <class S>
struct Observation {
  S displacement;   // d, of the bodies
  S velocity;       // d'
  S penetration;    // a, that enters the contact law
  S rate;           // a'
  S contact_force;  // Fc, at the interface
  S force;          // Fs, that acts on the bodies
};

/// What one model shows at the start, in the middle and at the end of a step.
template <class S>
using Views = std::array<Observation<S>, 3>;

template <class S, class Actuator, class Sensor>
struct AxialModel {
  static constexpr std::size_t kSensorAt = 2 + Actuator::kStates;
  static constexpr std::size_t kStates = kSensorAt + Sensor::kStates;
  using State = std::array<S, kStates>;  // d, d', actuator chain, sensor chain

  dynamics::Axial<S> bodies;
  contact::HuntCrossley<S> law;
  S damping_number;  // chi
  S slowest;         // m/s, the least v0 a contact is taken to start with
  Actuator actuator;
  Sensor sensor;
  S acceleration = S(0.0);            // d'' at the end of the last step
  Mask<S> touching = Mask<S>(false);  // in the present step: a > 0
  Mask<S> pressing = Mask<S>(false);  // in the present step: Fc > 0

  HILSPACE_INLINE State start(S approach_velocity) const {
    State y{};
    y[1] = approach_velocity;
    actuator.follow_ramp({y[0], y[1], S(0.0)}, &y[2]);
    return y;
  }

  HILSPACE_INLINE State derivative(const State& y) const {
    const View now = view(y);
    State rate;
    rate[0] = y[1];
    rate[1] = now.acceleration;
    actuator.derivative(&y[2], now.body, &rate[2]);
    sensor.derivative(&y[kSensorAt], now.contact_force, &rate[kSensorAt]);
    return rate;
  }

  HILSPACE_INLINE Observation<S> observe(const State& y) const {
    const View now = view(y);
    return {y[0], y[1], now.interface.value, now.interface.rate, now.contact_force.value, now.force};
  }

  /// At the start of each step: freezes what jumps, latches the contact, and says how long the right-hand
  /// side stays smooth. Calling it twice is calling it once, so lanes may begin together.
  HILSPACE_INLINE S begin_step(const State& y, instruments::Horizon<S> horizon) {
    const auto smooth = instruments::Outlook<S>::smooth(horizon);
    // With the acceleration so far: on which side of each jump the step begins.
    Signal body{y[0], y[1], acceleration};
    actuator.freeze(&y[2], body, horizon);
    touch(actuator.output(&y[2], body), actuator.look_ahead(&y[2], body, smooth, horizon).constant, horizon);
    sensor.freeze(&y[kSensorAt], contact_signal(y, body, horizon), horizon);

    // With the one that follows from it: when the next jump comes.
    body.acceleration = view(y).acceleration;
    const instruments::Outlook<S> position = actuator.look_ahead(&y[2], body, smooth, horizon);
    const S edge = contact_edge(actuator.output(&y[2], body), position.constant);
    const S until = smaller(position.until, larger(edge, horizon.shortest));
    return sensor
        .look_ahead(&y[kSensorAt], contact_signal(y, body, horizon), {until, Mask<S>(false)}, horizon)
        .until;
  }

  HILSPACE_INLINE void end_step(const Observation<S>& last) {
    acceleration = bodies.acceleration(last.force);
  }

  /// Whether the impact is over: bodies moving apart, no force at the interface, sensor at rest.
  HILSPACE_INLINE Mask<S> separated(const State& y, S threshold) const {
    const instruments::Signal<S> silence{S(0.0), S(0.0), S(0.0)};
    return !touching && y[1] < S(0.0) && sensor.settled(&y[kSensorAt], silence, threshold);
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    dynamics::Axial<S>::zip(self.bodies, other.bodies, visit);
    contact::HuntCrossley<S>::zip(self.law, other.law, visit);
    visit(self.damping_number, other.damping_number);
    visit(self.slowest, other.slowest);
    Actuator::zip(self.actuator, other.actuator, visit);
    Sensor::zip(self.sensor, other.sensor, visit);
    visit(self.acceleration, other.acceleration);
    visit(self.touching, other.touching);
    visit(self.pressing, other.pressing);
  }

 private:
  using Signal = instruments::Signal<S>;
  struct View {
    Signal body, interface, contact_force;
    S force, acceleration;
  };

  /// Notes whether the step begins in contact, and at which rate the contact began.
  HILSPACE_INLINE void touch(const Signal& a, Mask<S> constant, instruments::Horizon<S> horizon) {
    const S soon = horizon.shortest;
    const S ahead = a.value + soon * (a.rate + S(0.5) * soon * a.acceleration);
    const Mask<S> inside = select(constant, a.value, ahead) > S(0.0);
    law.damping = select(inside && !touching, damping_number / larger(a.rate, slowest), law.damping);
    touching = inside;
    pressing = inside && law.press(a.rate + soon * a.acceleration) > S(0.0);
  }

  /// Time to the onset or release of the contact, or to where the damping begins or ceases to make it pull.
  HILSPACE_INLINE S contact_edge(const Signal& a, Mask<S> constant) const {
    const S side = select(touching, S(1.0), S(-1.0));
    const S edge = time_to_reach(side * a.value, -(side * a.rate), -(side * a.acceleration));
    const S press_rate = law.damping * a.acceleration;
    const S turn =
        time_to_reach(magnitude(law.press(a.rate)), select(pressing, -press_rate, press_rate), S(0.0));
    return smaller(select(constant, S(kNever), edge), select(touching, turn, S(kNever)));
  }

  /// The contact force with its rate, as the sensor's outlook needs it.
  HILSPACE_INLINE Signal contact_signal(const State& y, const Signal& body,
                                        instruments::Horizon<S> horizon) const {
    const Signal a = actuator.output(&y[2], body);
    const auto smooth = instruments::Outlook<S>::smooth(horizon);
    const Mask<S> constant = actuator.look_ahead(&y[2], body, smooth, horizon).constant;
    const S moving = select(constant, S(0.0), a.rate);
    return {contact_force(a),
            select(pressing, law.force_rate(a.value, moving, a.rate, a.acceleration), S(0.0)), S(0.0)};
  }

  HILSPACE_INLINE S contact_force(const Signal& a) const {
    return select(pressing, law.force(a.value, a.rate), S(0.0));
  }

  HILSPACE_INLINE View view(const State& y) const {
    View now;
    now.body = {y[0], y[1], S(0.0)};
    now.interface = actuator.output(&y[2], now.body);
    now.contact_force = {contact_force(now.interface), S(0.0), S(0.0)};
    now.force = sensor.output(&y[kSensorAt], now.contact_force).value;
    now.acceleration = bodies.acceleration(now.force);
    return now;
  }
};

/// The instruments of `total_delay` and `resolution`.
template <class S>
using Instrument = instruments::Chain<S, instruments::LowPass<S>, instruments::Quantizer<S>>;
template <class S>
using NoInstrument = instruments::Chain<S>;

template <class S>
using DockingModel = AxialModel<S, NoInstrument<S>, NoInstrument<S>>;
template <class S>
using HilModel = AxialModel<S, Instrument<S>, Instrument<S>>;

}  // namespace hilspace::models
