#pragma once
// Virtual part of a hybrid contact: the force that the testbed's computer adds to the measured one, so that both
// together are the contact that is wanted.
//
//   F_in = max(0, S(F_r) + F_v),   F_r = k_r a + b_r a'  where a > 0,   F_v = k_v x + b_v x'  where x > 0
//
//   a         interface behind the actuator, m        k_r, b_r  of the real spring, N/m, N s/m: the model's law
//   x         its source, m: the command x_c, a, or a(t - h2)     k_v, b_v  of the virtual part; k_v may be < 0
//   S         the force sensor and the force side of a compensator: the virtual part bypasses both
//   h2        measurement delay, s
//
// A sample-and-hold of `rate` follows the source. Where the wanted law may pull there is no max(). The real spring
// follows a alone: whether the sum pulls, is decided by the sum.
//
// A passivity observer of the testbed's computer knows the rate of x, not that of the interface at this instant; its
// energy, int F_in (x' - v) dt with the rate v of the bodies, is a state.
//
// Whether the sum pushes is decided at the start of each step and holds until its end, as in a contact law.
// All lanes of a pack have the same source and stages. Source: [Z13] 2.2, [Z] 131; docs/theory-hybrid.md.

#include <compare>
#include <cstddef>

#include "contact/general_law.hpp"
#include "core/event.hpp"
#include "core/signal.hpp"
#include "hybrid/setup.hpp"
#include "instruments/any_chain.hpp"

namespace hilspace::hybrid {

/// What the lanes of a pack share.
struct Form {
  bool present = false;
  Source source = Source::measured;
  instruments::Kinds measurement{};
  friend auto operator<=>(const Form&, const Form&) = default;
};
Form form(const HybridSetup& setup);
HILSPACE_INLINE const Form& lane(const Form& all, int) { return all; }
HILSPACE_INLINE void set_lane(Form& all, int, const Form& one) { all = one; }

/// Of models without a hybrid contact: nothing is computed.
template <class S>
struct NoVirtualPart {
  static constexpr bool kPresent = false;
  static constexpr std::size_t kStates = 0;

  template <class Self, class Other, class Visit>
  static void zip(Self&, Other&, Visit&&) {}
};

template <class S>
struct VirtualPart {
  using Measurement = instruments::AnyChain<S, 0>;
  static constexpr bool kPresent = true;
  static constexpr std::size_t kStates = Measurement::kStates + 1;  // and the late observer's energy

  Form form;
  Measurement measurement;          // from the source to x
  contact::GeneralLaw<S> law{};     // F_v
  Mask<S> pulls = Mask<S>(false);   // whether F_in may
  Mask<S> pushes = Mask<S>(false);  // in this step: F_in > 0

  VirtualPart() = default;
  /// For doubles only. `pulls`: whether the wanted law does.
  VirtualPart(const HybridSetup& setup, bool may_pull);

  HILSPACE_INLINE Signal<S> source(const Signal<S>& command, const Signal<S>& interface) const {
    return form.source == Source::commanded ? command : interface;
  }

  HILSPACE_INLINE Mask<S> source_is_constant(Mask<S> interface) const {
    return form.source == Source::commanded ? Mask<S>(false) : interface;
  }

  /// Contact force of both parts at the interface: it pulls only where the wanted contact may. Of the virtual part
  /// alone it ends with the sum that acts on the bodies.
  HILSPACE_INLINE S both(S real, S computed, Mask<S> alone) const {
    const S sum = real + computed;
    return select(pulls, sum, select(alone && !pushes, S(0.0), larger(S(0.0), sum)));
  }

  /// x
  Signal<S> shown(const S* x, Signal<S> in) const { return measurement.output(x, in); }

  /// F_v with its rate. `constant`: whether a hold or a quantizer keeps x.
  Signal<S> force(const Signal<S>& x, Mask<S> constant) const {
    return contact::force_signal(law, x, select(constant, S(0.0), x.rate));
  }

  /// F_in of both parts.
  Signal<S> total(const Signal<S>& measured, const Signal<S>& computed) const {
    const Signal<S> sum{measured.value + computed.value, measured.rate + computed.rate, measured.acceleration,
                        measured.spread + computed.spread};
    const Mask<S> acts = pulls || pushes;
    return {select(pulls, sum.value, select(pushes, larger(S(0.0), sum.value), S(0.0))),
            select(acts, sum.rate, S(0.0)), select(acts, sum.acceleration, S(0.0)),
            select(acts, sum.spread, S(0.0))};
  }

  HILSPACE_INLINE void follow_ramp(Signal<S> in, S* x) {
    measurement.follow_ramp(in, x);
    x[Measurement::kStates] = S(0.0);
  }
  void derivative(const S* x, Signal<S> in, S force, S velocity, S* rate) const {
    measurement.derivative(x, in, rate);
    rate[Measurement::kStates] = form.present ? force * (shown(x, in).rate - velocity) : S(0.0);
  }
  static S observed(const S* x) { return x[Measurement::kStates]; }

  /// Freezes what jumps and decides whether x is in contact. Idempotent.
  void begin_step(const S* x, Signal<S> in, Mask<S> constant, Horizon<S> horizon) {
    measurement.freeze(x, in, constant, horizon);
    const Mask<S> held = look_ahead(x, in, constant, horizon).constant;
    law.begin_step(shown(x, in), held, horizon);
  }

  Outlook<S> look_ahead(const S* x, Signal<S> in, Mask<S> constant, Horizon<S> horizon) const {
    return measurement.look_ahead(x, in, Outlook<S>::smooth(horizon, constant), horizon);
  }

  /// Decides whether the sum pushes; `measured` is what the sensor gives, `x` what the virtual part sees.
  HILSPACE_INLINE void decide(Signal<S> measured, Signal<S> x, Mask<S> held, Horizon<S> horizon) {
    const S soon = measured.value + horizon.shortest * measured.rate;
    const S depth = larger(horizon.soon(x, held), S(0.0));
    const S computed = select(
        law.touching, law.spring * depth + law.viscosity * horizon.soon(x.rate, x.acceleration), S(0.0));
    pushes = soon + computed > S(0.0);
  }

  /// Time until that decision changes, or that of the virtual law.
  S edge(Signal<S> measured, Signal<S> x, Mask<S> held, Horizon<S> horizon) const {
    const Signal<S> computed = force(x, held);
    const S rate = measured.rate + computed.rate;
    const S turn = time_to_reach(magnitude(measured.value + computed.value) + creep(x),
                                 select(pushes, -rate, rate), S(0.0));
    return smaller(law.edge(x, held, horizon), select(pulls, S(kNever), turn));
  }

  /// Visits numbers that stay >= 0 within a step and cross 0 at an edge. For doubles only.
  template <class Visit>
  void margins(const S* x, Signal<S> in, Mask<S> constant, Signal<S> measured, Horizon<S> horizon,
               Visit&& visit) const {
    measurement.margins(x, in, constant, horizon, visit);
    const Mask<S> held = look_ahead(x, in, constant, horizon).constant;
    const Signal<S> its = shown(x, in);
    law.margins(its, held, visit);
    if (pulls) return;
    const S sum = measured.value + force(its, held).value;
    visit((pushes ? sum : -sum) + creep(its));
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.form, other.form);
    Measurement::zip(self.measurement, other.measurement, visit);
    contact::GeneralLaw<S>::zip(self.law, other.law, visit);
    visit(self.pulls, other.pulls);
    visit(self.pushes, other.pushes);
  }

 private:
  /// A sum that small counts as 0.
  S creep(Signal<S> x) const { return S(contact::kCreep) * magnitude(law.viscosity * x.rate); }
};

}  // namespace hilspace::hybrid
