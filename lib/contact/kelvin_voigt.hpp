#pragma once
// Contact by a spring and a damper side by side, the law of Kelvin and Voigt: the kernel that runs in lanes.
//
//   F = k a + b a'   for a > 0, and unless `tensile` as long as it pushes; 0 otherwise
//
//   a  penetration, m     a'  its rate, m/s     k  stiffness, N/m, > 0     b  viscosity, N s/m, >= 0
//
// The force jumps to b a' at the onset. The members of a law: contact_law.hpp. The general law (general_law.hpp) has the
// same numbers, bit for bit.
//
// Limits: no quantizer before it whose levels decide where it stops pushing; that takes the general law.
//
// Source: Bondoky 4.10.

#include "contact/contact_law.hpp"
#include "contact/hunt_crossley.hpp"
#include "core/event.hpp"
#include "core/signal.hpp"

namespace hilspace::contact {

template <class S>
struct KelvinVoigt {
  S stiffness = S(0.0);               // k
  S viscosity = S(0.0);               // b
  Mask<S> tensile = Mask<S>(false);   // whether it may pull
  Mask<S> touching = Mask<S>(false);  // in the present step: a > 0
  Mask<S> pressing = Mask<S>(false);  // in the present step: F > 0, or F at all if tensile

  HILSPACE_INLINE void begin_step(Signal<S> a, Mask<S> constant, Horizon<S> horizon) {
    const S depth = horizon.soon(a, constant);
    touching = depth > a.spread;
    pressing = touching && (tensile || pushes(depth, horizon.soon(a.rate, a.acceleration)));
  }

  HILSPACE_INLINE S edge(Signal<S> a, Mask<S> constant, Horizon<S> horizon) const {
    S first = until_surface(a.value - a.spread, a, touching, constant, horizon);
    const Mask<S> turns = touching && !tensile && viscosity > S(0.0);
    const S push = both(a), rate = stiffness * select(constant, S(0.0), a.rate) + viscosity * a.acceleration;
    if (any(turns && magnitude(push) <= S(1.01) * horizon.longest * magnitude(rate))) {
      const S creep = S(kCreep) * (viscosity * magnitude(a.rate));
      const S turn = time_to_reach(magnitude(push) + creep, select(pressing, -rate, rate), S(0.0));
      first = select(turns, smaller(first, turn), first);
    }
    return first;
  }

  HILSPACE_INLINE Mask<S> jumps() const { return viscosity > S(0.0); }

  HILSPACE_INLINE S elastic(Signal<S> a) const { return stiffness * larger(a.value, S(0.0)); }

  HILSPACE_INLINE S force(Signal<S> a) const {
    const S force = both(a);
    return select(pressing, select(tensile, force, larger(S(0.0), force)), S(0.0));
  }

  HILSPACE_INLINE S slope(Signal<S>) const { return select(pressing, stiffness, S(0.0)); }

  HILSPACE_INLINE S force_rate(Signal<S> a, S moving) const {
    return slope(a) * moving + select(pressing, viscosity * a.acceleration, S(0.0));
  }

  HILSPACE_INLINE S potential(Signal<S> a) const { return S(0.5) * elastic(a) * larger(a.value, S(0.0)); }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.stiffness, other.stiffness);
    visit(self.viscosity, other.viscosity);
    visit(self.tensile, other.tensile);
    visit(self.touching, other.touching);
    visit(self.pressing, other.pressing);
  }

 private:
  HILSPACE_INLINE S both(Signal<S> a) const { return elastic(a) + viscosity * a.rate; }
  /// Without a damper, always.
  HILSPACE_INLINE Mask<S> pushes(S depth, S rate) const {
    return stiffness * larger(depth, S(0.0)) + viscosity * rate > S(0.0) || !(viscosity > S(0.0));
  }
};

}  // namespace hilspace::contact
