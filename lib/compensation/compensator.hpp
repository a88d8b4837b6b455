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
//   ats          as lead, with coefficients that are learnt (adaptive_lead.hpp)
//   predictor    x_c = d(t + A1) of m d'' = -Fm(d, d')
//   secant                                                            F_in = F (d/a)^n, at most 3 F
//   damper                                                            F_in = F + b v while touching
//   passivity                                                         F_in = F; 0 once E = int F_in v dt is 0
//   smith                                                             F_in = F + Fm - Fl  (testbed_model.hpp)
//
//   d   displacement of the bodies, m         F     measured force, after the last stage of the sensor, N
//   A1  lag that is compensated, s            t     share of the lag taken by the force side, s
//   A2  its second order, s^2                 d3    d''' = -F_in'/m
//   a   penetration at the interface, m       Fm    model of the contact, whose stiffness may be wrong, N
//
// With a rate, the computer samples motion and force and holds its command and its force: one hold on each side,
// stages of the chains unless these hold by themselves (add_holds). Passivity then acts at the samples, T apart:
//
//   E += F v T - Fc a' T (two ports only);   where E < 0:  F_in = F + c v,  c = min(-E/(T v^2), 0.2 m/T)
//
// A damper whose damping comes from the observer has b = max(0, int F (a' - v) dt)/int v^2 dt over the contact so
// far: the energy that the testbed adds, over what each unit of damping takes.
//
// d'' and d3 come from the simulation, d'' = -F_in/m: nothing is differentiated, so no noise is amplified but
// that of the force. The command has a rate x_c', of the same terms. A1 and A2 of a chain: chain_lag.hpp. With
// lag_error e the compensator holds A1 (1 + e), A2 (1 + e)^2.
//
// All lanes of a pack have the same form, with different numbers in each. Source: docs/theory-compensation.md.

#include <array>
#include <compare>
#include <cstddef>

#include "compensation/adaptive_lead.hpp"
#include "compensation/setup.hpp"
#include "compensation/testbed_model.hpp"
#include "contact/general_law.hpp"
#include "core/event.hpp"
#include "core/signal.hpp"
#include "instruments/chain_lag.hpp"
#include "instruments/sample_hold.hpp"
#include "instruments/transport_delay.hpp"

namespace hilspace::compensation {

/// Adds the holds of the computer: the first stage of the actuator, the last one of the sensor, unless they hold
/// by themselves.
void add_holds(const CompensatorSetup& setup, instruments::ChainSetup& actuator,
               instruments::ChainSetup& force_sensor);

/// Whether an actuator and a sensor leave time enough for that compensator: otherwise its command depends on the
/// force that it causes at the same instant, an algebraic loop.
bool is_realisable(const CompensatorSetup& setup, instruments::ChainSetup actuator,
                   instruments::ChainSetup force_sensor);

/// The lag that it compensates on the position side, and on the force side: holds of the computer included.
struct Lags {
  instruments::ChainLag position;
  double force = 0.0;  // s
};
Lags lags_of(const CompensatorSetup& setup, instruments::ChainSetup actuator,
             instruments::ChainSetup force_sensor);

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
  bool observed = false;  // whether a damper's damping comes from the observer
  friend auto operator<=>(const Form&, const Form&) = default;
};
inline Form form(const CompensatorSetup& setup) {
  return {setup.position, setup.force, setup.force == Force::damper && setup.damping == kByObserver};
}
HILSPACE_INLINE const Form& lane(const Form& all, int) { return all; }
HILSPACE_INLINE void set_lane(Form& all, int, const Form& one) { all = one; }

/// The loop at one instant, as far as a compensator needs it.
template <class S>
struct Loop {
  Signal<S> motion, command, interface, measured, force;
  Mask<S> touching;
};

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
  static constexpr std::size_t kModelAt = 3;
  static constexpr std::size_t kLearnerAt = kModelAt + TestbedModel<S>::kStates;
  /// Time, of the delays; E; int v^2 dt of the observer; the model of the testbed; filters of the adaptive lead.
  static constexpr std::size_t kStates = kLearnerAt + AdaptiveLead<S>::kStates;
  static constexpr std::size_t kPast = 3;    // most past values of a polynomial
  static constexpr double kMostScale = 3.0;  // of a secant

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
  TestbedModel<S> testbed;                                 // of smith
  AdaptiveLead<S> learner;                                 // of ats
  instruments::SampleHold<S> sampled;                      // motion as the computer sees it
  S ports = S(1.0);                                        // of passivity
  S energy = S(0.0);                                       // E at the last sample
  S added = S(0.0);                                        // to the force since then, N
  Mask<S> due = Mask<S>(false);                            // this step begins with a sample

  Compensator() = default;
  /// For doubles only.
  Compensator(const CompensatorSetup& setup, const Lags& lags, const Impact& impact,
              const KnownInstruments& instruments = {});

  HILSPACE_INLINE bool extrapolates() const { return form.position == Position::polynomial; }
  HILSPACE_INLINE bool watches() const { return form.force == Force::passivity; }
  HILSPACE_INLINE bool learns() const { return form.position == Position::ats; }
  HILSPACE_INLINE bool models() const { return form.force == Force::smith; }

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
      case Position::ats:
        return learner.command(motion, jerk);
    }
    __builtin_unreachable();
  }

  /// The force that acts on the bodies; `a` is the interface, which `command` moves, `touching` whether there is
  /// contact.
  Signal<S> force(const S* x, Signal<S> measured, Signal<S> motion, Signal<S> a, Signal<S> command,
                  Mask<S> touching) const {
    motion = sampled.output(x, motion);
    switch (form.force) {
      case Force::none:
        return measured;
      case Force::lead:
        return {measured.value + force_lead * measured.rate,
                measured.rate + force_lead * measured.acceleration, measured.acceleration, measured.spread};
      case Force::secant:
        return scaled(measured, motion, a);
      case Force::damper: {
        const S of_damper = select(touching, form.observed ? observed(x) : damping, S(0.0));
        const S sum = measured.value + of_damper * motion.rate;
        const S bodies = select(sampled.present(), S(0.0), sum / mass);
        return {sum, measured.rate - of_damper * bodies, measured.acceleration, measured.spread};
      }
      case Force::passivity:
        return {select(spent, S(0.0), measured.value + added), select(spent, S(0.0), measured.rate),
                select(spent, S(0.0), measured.acceleration), select(spent, S(0.0), measured.spread)};
      case Force::smith: {
        const Signal<S> more = testbed.correction(x + kModelAt, motion, command);
        return {measured.value + more.value, measured.rate + more.rate,
                measured.acceleration + more.acceleration, measured.spread};
      }
    }
    __builtin_unreachable();
  }

  /// Spread of the force on the bodies, given that force and the measured one with its spread. A secant divides by a
  /// penetration that jumps: what a sensor shows `at_once` jumps with it, what one that lags shows does not.
  S spread(S force, Signal<S> measured, Signal<S> a, Mask<S> at_once) const {
    if (form.force != Force::secant || !any(a.spread > S(0.0))) return measured.spread;
    const Mask<S> divides = a.value > a.spread && measured.value > S(0.0);
    const S scale = force / select(divides, measured.value, S(1.0)), before = scale * measured.spread;
    const S own = model.exponent * force * a.spread / select(divides, a.value, S(1.0));
    const S both = select(at_once, larger(before - own, S(0.0)), square_root(before * before + own * own));
    return select(divides && scale < S(kMostScale), both, measured.spread);
  }

  /// With the force on the bodies, and what is needed of its causes.
  HILSPACE_INLINE void derivative(const S* x, const Loop<S>& loop, S* rate) const {
    const S v = loop.motion.rate;
    rate[0] = S(1.0);
    rate[1] = watches() ? loop.force.value * v : S(0.0);
    rate[2] = S(0.0);
    if (form.observed) {
      const Mask<S> touching = loop.touching;
      rate[1] = select(touching, loop.measured.value * (loop.interface.rate - v), S(0.0));
      rate[2] = select(touching, v * v, S(0.0));
    }
    for (std::size_t i = kModelAt; i < kStates; ++i) rate[i] = S(0.0);
    if (models()) testbed.derivative(x + kModelAt, loop.command, rate + kModelAt);
    if (learns()) learner.derivative(x + kLearnerAt, learner.held, loop.interface.value, rate + kLearnerAt);
  }

  HILSPACE_INLINE void follow_ramp(Signal<S> motion, S* x) {
    for (std::size_t i = 0; i < kStates; ++i) x[i] = S(0.0);
    for (auto& delay : past) delay.follow_ramp(motion, x);
    sampled.follow_ramp(motion, x);
  }
  /// What the model of the testbed shows, once the command is known.
  HILSPACE_INLINE void follow_command(Signal<S> command, S* x) {
    if (models()) testbed.follow_ramp(command, x + kModelAt);
    if (learns()) learner.follow_command(command, x + kLearnerAt);
  }
  /// What it measures of the actuator, once that follows the command.
  HILSPACE_INLINE void follow_interface(Signal<S> interface, S* x) {
    if (learns()) learner.follow_interface(interface, x + kLearnerAt);
  }

  /// Prepares a step; returns how long it may be. `motion` with the last acceleration.
  S begin_step(const S* x, Signal<S> motion, Horizon<S> horizon) {
    auto outlook = Outlook<S>::smooth(horizon);
    const Mask<S> samples = sampled.present();
    if (any(samples)) {
      const S last = sampled.next;
      sampled.freeze(x, motion, Mask<S>(false), horizon);
      due = samples && !(sampled.next == last);
      outlook.until = sampled.look_ahead(x, motion, outlook, horizon).until;
    }
    if (watches()) {
      const S power = -(mass * motion.acceleration * motion.rate);
      const Mask<S> leaving = motion.rate < S(0.0) && !samples;
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

  /// The same for the model of the testbed, once the command is known.
  HILSPACE_INLINE S begin_command(const S* x, Signal<S> motion, Signal<S> command, S until,
                                  Horizon<S> horizon) {
    if (learns()) learner.held = select(due, command.value, learner.held);
    if (!models()) return until;
    return testbed.begin_step(x + kModelAt, sampled.output(x, motion), sampled.present(), command, until,
                              horizon);
  }

  /// What the computer does at a sample, once the force is measured: a step that begins with one.
  HILSPACE_INLINE void sample(const S* x, Signal<S> measured, S contact_force, Signal<S> a) {
    if (!any(due)) return;
    if (learns()) learner.learn(x + kLearnerAt, a.value, due);
    if (watches()) balance(measured, contact_force, a);
    due = Mask<S>(false);
  }

  /// Visits numbers that stay >= 0 within a step and cross 0 where it jumps. For doubles only.
  template <class Visit>
  void margins(const S* x, Signal<S> motion, Signal<S> command, Horizon<S> horizon, Visit&& visit) const {
    // Always the same number of them: who looks for the crossings counts them beforehand.
    if (watches() && !sampled.present()) visit(motion.rate < S(0.0) && !spent ? x[1] : S(1.0));
    if (models())
      testbed.margins(x + kModelAt, sampled.output(x, motion), sampled.present(), command, horizon, visit);
  }

  /// Whether nothing is left of what it adds to the force.
  HILSPACE_INLINE Mask<S> settled(const S* x, S threshold) const {
    return models() ? testbed.settled(x + kModelAt, threshold) : Mask<S>(true);
  }

  /// Records a step: its states, d, d', d'', and the command, at its start, middle and end.
  HILSPACE_INLINE void record(const std::array<const S*, 3>& x, const std::array<Signal<S>, 3>& motion,
                              const std::array<Signal<S>, 3>& command) {
    if (models()) testbed.record({x[0] + kModelAt, x[1] + kModelAt, x[2] + kModelAt}, command);
    if (!extrapolates()) return;
    for (auto& delay : past) delay.record(*x[0], *x[2], motion);
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
    TestbedModel<S>::zip(self.testbed, other.testbed, visit);
    AdaptiveLead<S>::zip(self.learner, other.learner, visit);
    instruments::SampleHold<S>::zip(self.sampled, other.sampled, visit);
    visit(self.ports, other.ports);
    visit(self.energy, other.energy);
    visit(self.added, other.added);
    visit(self.due, other.due);
  }

 private:
  /// The balance of energy at a sample, and what passivity adds until the next.
  HILSPACE_INLINE void balance(Signal<S> measured, S contact_force, Signal<S> a) {
    const S T = sampled.period, v = sampled.rate, square = v * v;
    const S given = select(ports > S(1.0), contact_force * a.rate, S(0.0));
    const S before = energy + (measured.value * v - given) * T;
    const Mask<S> short_of = before < S(0.0) && square > S(0.0);
    const S wanted = -(before / select(short_of, T * square, S(1.0)));
    const S c = select(short_of, smaller(wanted, S(0.2) * mass / T), S(0.0));
    energy = select(due, before + c * square * T, energy);
    added = select(due, c * v, added);
  }

  /// b of the observer.
  HILSPACE_INLINE S observed(const S* x) const {
    const Mask<S> known = x[2] > S(0.0);
    return select(known, larger(x[1], S(0.0)) / select(known, x[2], S(1.0)), S(0.0));
  }

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
    const Mask<S> both = motion.value > S(0.0) && a.value > S(0.0);
    const S here = select(both, motion.value, S(1.0)), there = select(both, a.value, S(1.0));
    S share = model.raised(here / there);
    S growth = model.exponent * (motion.rate / here - a.rate / there);
    if (any(model.measured)) {  // f(d)/f(a) of a curve, and the rate of its logarithm
      const S wanted = model.raised(here), shown = model.raised(there);
      const Mask<S> known = model.measured && wanted > S(0.0) && shown > S(0.0);
      share = select(known, wanted / shown, select(model.measured, S(1.0), share));
      growth = select(
          known, model.raised_less(here) / wanted * motion.rate - model.raised_less(there) / shown * a.rate,
          select(model.measured, S(0.0), growth));
    }
    const S scale = smaller(select(both, share, S(1.0)), S(kMostScale));
    const Mask<S> follows = both && scale < S(kMostScale);
    growth = select(follows, growth, S(0.0));
    return {scale * measured.value, scale * (measured.rate + growth * measured.value),
            scale * measured.acceleration, scale * measured.spread};
  }
};

}  // namespace hilspace::compensation
