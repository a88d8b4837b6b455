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
// With a virtual part (hybrid/virtual_part.hpp) the law is that of the real spring at the interface, and the
// computed force is added behind the sensor.
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
#include "hybrid/virtual_part.hpp"
#include "instruments/any_chain.hpp"
#include "instruments/chain.hpp"
#include "instruments/low_pass.hpp"
#include "instruments/quantizer.hpp"
#include "models/axial_view.hpp"
#include "models/axial_virtual.hpp"
#include "models/observation.hpp"

namespace hilspace::models {

template <class S, class Law, class Actuator, class Sensor,
          class Compensator = compensation::NoCompensator<S>, class Bodies = dynamics::Axial<S>,
          class Virtual = hybrid::NoVirtualPart<S>>
struct AxialModel {
  static_assert(contact::ContactLaw<Law, S>,
                "a contact law needs the members that contact/contact_law.hpp lists");
  static constexpr std::size_t kSensorAt = 2 + Actuator::kStates;
  static constexpr std::size_t kCompensatorAt = kSensorAt + Sensor::kStates;
  static constexpr std::size_t kInnerAt = kCompensatorAt + Compensator::kStates;
  static constexpr std::size_t kVirtualAt = kInnerAt + Bodies::kInnerStates;
  static constexpr std::size_t kStates = kVirtualAt + Virtual::kStates;
  using State = std::array<
      S, kStates>;  // d, d', actuator chain, sensor chain, compensator, within the bodies, virtual part

  Bodies bodies;
  Law law;
  Actuator actuator;
  Sensor sensor;
  [[no_unique_address]] Compensator compensator;
  [[no_unique_address]] Virtual virtual_part;
  S acceleration = S(0.0);  // d'' at the end of the last step

  /// State on the approach ramp, at displacement d <= 0 from the contact.
  HILSPACE_INLINE State start(S displacement, S approach_velocity) {
    State y{};
    y[0] = displacement;
    y[1] = approach_velocity;
    if constexpr (Compensator::kPresent)
      compensator.follow_ramp({y[0], y[1], S(0.0)}, y.data() + kCompensatorAt);
    const Signal<S> its_command = command(y, S(0.0), S(0.0));
    if constexpr (Compensator::kPresent) compensator.follow_command(its_command, y.data() + kCompensatorAt);
    actuator.follow_ramp(its_command, y.data() + 2);
    if constexpr (Compensator::kPresent)
      compensator.follow_interface(actuator.output(y.data() + 2, its_command), y.data() + kCompensatorAt);
    sensor.follow_ramp({S(0.0), S(0.0), S(0.0)}, y.data() + kSensorAt);
    if constexpr (Virtual::kPresent) {
      const Signal<S> in = command(y, S(0.0), S(0.0));
      virtual_part.follow_ramp(source(y, in), y.data() + kVirtualAt);
    }
    return y;
  }

  using Loop = AxialView<S, Compensator::kPresent>;
  static constexpr bool kKeepsLoop = contact::CostlyLaw<Law>;
  using View = std::conditional_t<kKeepsLoop, Loop, NoAxialView>;
  HILSPACE_INLINE View view(const State& y) const {
    if constexpr (kKeepsLoop)
      return loop(y);
    else
      return {};
  }

  HILSPACE_INLINE State derivative(const State& y) const { return derivative(y, view(y)); }
  HILSPACE_INLINE State derivative(const State& y, const View& view) const {
    const auto& now = looked(y, view);
    State rate;
    rate[0] = y[1];
    rate[1] = now.acceleration;
    Signal<S> in{y[0], y[1], S(0.0)}, force{now.contact_force, S(0.0), S(0.0)};
    if constexpr (Compensator::kPresent) {
      in = now.signals.command;
      force = now.signals.contact_force;
    }
    actuator.derivative(y.data() + 2, in, rate.data() + 2);
    sensor.derivative(y.data() + kSensorAt, force, rate.data() + kSensorAt);
    bodies.derivative(now.force, y.data() + kInnerAt, rate.data() + kInnerAt);
    if constexpr (Compensator::kPresent)
      compensator.derivative(y.data() + kCompensatorAt,
                             {{y[0], y[1], now.acceleration},
                              in,
                              now.interface,
                              now.signals.sensed,
                              now.signals.force,
                              law.touching},
                             rate.data() + kCompensatorAt);
    if constexpr (Virtual::kPresent)
      virtual_part.derivative(y.data() + kVirtualAt, virtual_part.source(in, now.interface), now.force, y[1],
                              rate.data() + kVirtualAt);
    return rate;
  }

  HILSPACE_INLINE Observation<S> observe(const State& y) const { return observe(y, view(y)); }
  HILSPACE_INLINE Observation<S> observe(const State& y, const View& view) const {
    const auto& now = looked(y, view);
    return {y[0],
            y[1],
            now.interface.value,
            now.interface.rate,
            contact_force(now),
            now.force,
            potential(y, now)};
  }

  HILSPACE_INLINE Spread<S> spread(const State& y, const View& view) const {
    const auto& now = looked(y, view);
    const Signal<S>& a = now.interface;
    Spread<S> spread{select(law.touching, a.spread, S(0.0))};  // clipped at 0, it does not jump
    if (any(a.spread > S(0.0))) {
      spread.contact_force = law.slope(a) * a.spread;
      spread.potential = law.elastic(a) * a.spread;
    }
    const Signal<S> force{now.contact_force, S(0.0), S(0.0), spread.contact_force};
    const Signal<S> measured = sensor.output(y.data() + kSensorAt, force);
    S shown = now.force;  // by the sensor, compensated
    if constexpr (Virtual::kPresent) shown = shown - now.signals.computed.value;
    if constexpr (Compensator::kPresent)
      spread.force = compensator.spread(shown, measured, a, measured.value == force.value);
    else
      spread.force = measured.spread;
    if constexpr (Virtual::kPresent) spread.force = spread.force + now.signals.computed.spread;
    return spread;
  }

  HILSPACE_INLINE S begin_step(const State& y, Horizon<S> horizon) {
    View at_begin;
    return begin_step(y, horizon, at_begin);
  }
  /// Call at the start of each step: freezes what jumps, latches the contact, and returns how long the right-hand side stays
  /// smooth, with the view there. Idempotent, so that lanes may begin together.
  HILSPACE_INLINE S begin_step(const State& y, Horizon<S> horizon, View& at_begin) {
    S room = horizon.longest;
    if constexpr (Compensator::kPresent)
      room = compensator.begin_step(y.data() + kCompensatorAt, {y[0], y[1], acceleration}, horizon);
    // With the last acceleration: the side of each jump on which the step begins.
    Signal<S> in = last_command(y);
    if constexpr (Compensator::kPresent)
      room =
          compensator.begin_command(y.data() + kCompensatorAt, {y[0], y[1], acceleration}, in, room, horizon);
    const auto [a, frozen] = actuator.freeze(y.data() + 2, in, Mask<S>(false), horizon);
    const Mask<S> constant = frozen.constant;
    law.begin_step(a, constant, horizon);
    const Signal<S> contact = contact_signal(a, constant);
    const auto shown = sensor.freeze(y.data() + kSensorAt, contact, Mask<S>(false), horizon);
    if constexpr (Compensator::kPresent)
      compensator.sample(y.data() + kCompensatorAt, shown.signal, contact.value, a);

    if constexpr (Virtual::kPresent)
      if (virtual_part.form.present) begin_virtual_part(*this, y, in, a, constant, horizon);

    // With the resulting acceleration: the time of the next jump.
    at_begin = view(y);
    const auto& now = looked(y, at_begin);
    in = command(y, now.acceleration, jerk(now));
    const auto [next, position] = actuator.pass(y.data() + 2, in, Outlook<S>::smooth(horizon), horizon);
    const S edge = law.edge(next, position.constant, horizon);
    S until = smaller(position.until, larger(edge, horizon.shortest));
    if constexpr (Compensator::kPresent) until = smaller(until, room);
    if constexpr (Virtual::kPresent)
      if (virtual_part.form.present)
        until = smaller(until, larger(virtual_edge(*this, y, in, now.interface, position.constant, horizon),
                                      horizon.shortest));
    return sensor
        .look_ahead(y.data() + kSensorAt, contact_signal(next, position.constant),
                    {until, Mask<S>(false), position.jumps, law.jumps()}, horizon)
        .until;
  }

  HILSPACE_INLINE void end_step(const State& y, const View& view) {
    const auto& now = looked(y, view);
    acceleration = now.acceleration;
    if constexpr (Compensator::kPresent) compensator.last_jerk = jerk(now);
    // Once per step, since what begin_step() decides must not depend on what it has decided.
    if constexpr (requires { actuator.ask_levels(law.asks_for_levels(Signal<S>{})); })
      if (any(law.quantum > S(0.0)))
        actuator.ask_levels(law.asks_for_levels(actuator.output(y.data() + 2, last_command(y))));
  }

  /// Lets chains with a memory store a step, given the states and views at its start, middle and end.
  HILSPACE_INLINE void record(const std::array<const State*, 3>& y, const std::array<const View*, 3>& now,
                              Horizon<S> horizon) {
    if constexpr (Actuator::kRemembers && Sensor::kRemembers) store(y, now, horizon);
  }

  /// Visits numbers that stay >= 0 while the right-hand side is smooth, apart from purely time-driven jumps;
  /// used by the solvers that locate jumps.
  template <class Visit>
  void margins(const State& y, Horizon<S> horizon, Visit&& visit) const {
    const Signal<S> in = last_command(y);
    if constexpr (Compensator::kPresent)
      compensator.margins(y.data() + kCompensatorAt, {y[0], y[1], acceleration}, in, horizon, visit);
    actuator.margins(y.data() + 2, in, false, horizon, visit);
    const bool constant = is_constant(y, in, horizon);
    const Signal<S> a = actuator.output(y.data() + 2, in);
    law.margins(a, constant, visit);
    sensor.margins(y.data() + kSensorAt, contact_signal(a, constant), false, horizon, visit);
    if constexpr (Virtual::kPresent)
      if (virtual_part.form.present)
        virtual_part.margins(y.data() + kVirtualAt, virtual_part.source(in, a),
                             virtual_part.source_is_constant(constant), loop(y).signals.measured, horizon,
                             visit);
  }

  /// Whether the impact is over: bodies moving apart, no force at the interface, sensor at rest. Checks only
  /// the requested lanes, since the history of a delay is slow to search.
  HILSPACE_INLINE Mask<S> separated(const State& y, S threshold, Mask<S> asked = Mask<S>(true)) const {
    const Signal<S> silence{S(0.0), S(0.0), S(0.0)};
    Mask<S> apart = asked && !law.touching && y[1] < S(0.0);
    if constexpr (Virtual::kPresent)
      if (virtual_part.form.present)
        apart = apart && !virtual_part.law.touching && !virtual_part.measurement.holds_positive();
    if (!any(apart)) return apart;
    const Mask<S> quiet =
        apart && !actuator.holds_positive() && sensor.settled(y.data() + kSensorAt, silence, threshold);
    if constexpr (Compensator::kPresent)
      return quiet && compensator.settled(y.data() + kCompensatorAt, threshold);
    else
      return quiet;
  }

  /// The contact force with its rate, as required by the sensor's outlook.
  HILSPACE_INLINE Signal<S> contact_signal(const Signal<S>& a, Mask<S> constant) const {
    const S moving = select(constant, S(0.0), a.rate);
    return contact::force_signal(law, a, moving);
  }

  /// What the virtual part follows before its measurement, given the command.
  HILSPACE_INLINE Signal<S> source(const State& y, const Signal<S>& in) const requires(Virtual::kPresent) {
    return virtual_part.source(in, actuator.output(y.data() + 2, in));
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    Bodies::zip(self.bodies, other.bodies, visit);
    Law::zip(self.law, other.law, visit);
    Actuator::zip(self.actuator, other.actuator, visit);
    Sensor::zip(self.sensor, other.sensor, visit);
    Compensator::zip(self.compensator, other.compensator, visit);
    Virtual::zip(self.virtual_part, other.virtual_part, visit);
    visit(self.acceleration, other.acceleration);
  }

 private:
  void store(const std::array<const State*, 3>& y, const std::array<const View*, 3>& now,
             Horizon<S> horizon) requires(Actuator::kRemembers&& Sensor::kRemembers&& kKeepsLoop) {
    if constexpr (Compensator::kPresent) {
      std::array<Signal<S>, 3> motion, its_command;
      for (std::size_t k = 0; k < y.size(); ++k) {
        motion[k] = {(*y[k])[0], (*y[k])[1], now[k]->acceleration};
        its_command[k] = now[k]->signals.command;
      }
      compensator.record(
          {y[0]->data() + kCompensatorAt, y[1]->data() + kCompensatorAt, y[2]->data() + kCompensatorAt},
          motion, its_command);
    }
    const bool of_actuator = actuator.has_memory(), of_sensor = sensor.has_memory();
    bool of_virtual_part = false;
    if constexpr (Virtual::kPresent) of_virtual_part = virtual_part.measurement.has_memory();
    if (!of_actuator && !of_sensor && !of_virtual_part) return;
    std::array<Signal<S>, 3> in;
    for (std::size_t k = 0; k < y.size(); ++k) in[k] = command(*y[k], now[k]->acceleration, jerk(*now[k]));
    if constexpr (Virtual::kPresent)
      if (of_virtual_part)
        virtual_part.measurement.record(
            {y[0]->data() + kVirtualAt, y[1]->data() + kVirtualAt, y[2]->data() + kVirtualAt},
            {source(*y[0], in[0]), source(*y[1], in[1]), source(*y[2], in[2])});
    std::array<Signal<S>, 3> force;
    if (of_sensor)
      for (std::size_t k = 0; k < y.size(); ++k)
        force[k] =
            contact_signal(actuator.output(y[k]->data() + 2, in[k]), is_constant(*y[k], in[k], horizon));
    if (of_actuator) actuator.record({y[0]->data() + 2, y[1]->data() + 2, y[2]->data() + 2}, in);
    if (of_sensor)
      sensor.record({y[0]->data() + kSensorAt, y[1]->data() + kSensorAt, y[2]->data() + kSensorAt}, force);
  }

  HILSPACE_INLINE Mask<S> is_constant(const State& y, const Signal<S>& in, Horizon<S> horizon) const {
    return actuator.look_ahead(y.data() + 2, in, Outlook<S>::smooth(horizon), horizon).constant;
  }

  HILSPACE_INLINE S contact_force(const Loop& now) const {
    if constexpr (Virtual::kPresent)
      if (virtual_part.form.present)
        return virtual_part.both(now.contact_force, now.signals.computed.value, law.spring == S(0.0));
    return now.contact_force;
  }
  HILSPACE_INLINE S potential([[maybe_unused]] const State& y, const Loop& now) const {
    if constexpr (Virtual::kPresent)
      if (virtual_part.form.present)
        return law.potential(now.interface) +
               virtual_part.law.potential(shown(y, now.signals.command, now.interface));
    return law.potential(now.interface);
  }
  /// What the virtual law sees.
  HILSPACE_INLINE Signal<S> shown(const State& y, const Signal<S>& in, const Signal<S>& a) const
      requires(Virtual::kPresent) {
    return virtual_part.shown(y.data() + kVirtualAt, virtual_part.source(in, a));
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
  HILSPACE_INLINE S jerk([[maybe_unused]] const Loop& now) const {
    if constexpr (Compensator::kPresent)
      return bodies.acceleration(now.signals.force.rate);
    else
      return S(0.0);
  }

  /// The loop of a view, kept or worked out.
  HILSPACE_INLINE decltype(auto) looked(const State& y, const View& view) const {
    if constexpr (kKeepsLoop)
      return view;
    else
      return loop(y);
  }
  HILSPACE_INLINE Loop loop(const State& y) const {
    if constexpr (Compensator::kPresent) {
      // The command depends on the force. Where the sensor has a lag, the force does not depend on the command of
      // this instant, and where the actuator has one, the interface does not: twice round gives both.
      Loop now = through(y, {y[0], y[1], S(0.0)});
      now = through(y, command(y, now.acceleration, jerk(now)));
      now.signals.command = command(y, now.acceleration, jerk(now));
      return now;
    } else {
      Loop now;
      now.interface = actuator.output(y.data() + 2, {y[0], y[1], S(0.0)});
      now.contact_force = law.force(now.interface);
      now.force = sensor.output(y.data() + kSensorAt, {now.contact_force, S(0.0), S(0.0)}).value;
      now.acceleration = bodies.acceleration(now.force, y.data() + kInnerAt);
      return now;
    }
  }

  /// Once round the loop, from a command to the acceleration that it causes.
  Loop through(const State& y, const Signal<S>& in) const requires(Compensator::kPresent) {
    Loop now;
    LoopSignals<S>& its = now.signals;
    its.command = in;
    now.interface = actuator.output(y.data() + 2, in);
    its.contact_force = contact_signal(now.interface, Mask<S>(false));
    its.sensed = sensor.output(y.data() + kSensorAt, its.contact_force);
    its.force = compensator.force(y.data() + kCompensatorAt, its.sensed, {y[0], y[1], S(0.0)}, now.interface,
                                  in, law.touching);
    if constexpr (Virtual::kPresent)
      if (virtual_part.form.present) {
        its.measured = its.force;
        its.computed = virtual_part.force(shown(y, in, now.interface), Mask<S>(false));
        its.force = virtual_part.total(its.measured, its.computed);
      }
    now.contact_force = its.contact_force.value;
    now.force = its.force.value;
    now.acceleration = bodies.acceleration(now.force, y.data() + kInnerAt);
    return now;
  }
};

}  // namespace hilspace::models
