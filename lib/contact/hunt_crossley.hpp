#pragma once
// Contact between two spheres, or a sphere and a plane, by a law of Hunt and Crossley's family: the kernel
// that runs in lanes.
//
//   F = k a^(3/2) (1 + chi a'/v0)   for a > 0 and as long as it pushes, 0 otherwise
//
//   a    penetration, m     a'  its rate, m/s        k   Hertz stiffness, N/m^(3/2)
//   v0   a' at the start of each contact, m/s, but at least `slowest`: a re-contact can begin at rest, where
//        the law is undefined                       chi damping number (law.hpp), >= 0
//
// The members of a law: contact_law.hpp.
//
// Source: Bondoky 4.11 to 4.28, 5.4.

#include "contact/contact_law.hpp"
#include "core/event.hpp"
#include "core/signal.hpp"

namespace hilspace::contact {

/// A strongly damped contact creeps along F = 0. A change of sign counts only beyond this share of the
/// elastic force: smaller values are rounding errors, and would give an edge at every instant.
inline constexpr double kCreep = 1e-12;

template <class S>
struct HuntCrossley {
  S stiffness = S(0.0);               // k
  S damping_number = S(0.0);          // m/s, lower bound of v0
  S slowest = S(0.0);                 // m/s, the least v0
  S damping = S(0.0);                 // chi/v0, s/m: latched at the start of each contact
  S acting = S(0.0);                  // k where the contact pushes in the present step, else 0
  Mask<S> touching = Mask<S>(false);  // in the present step: a > 0
  Mask<S> pressing = Mask<S>(false);  // in the present step: F > 0

  HILSPACE_INLINE void begin_step(Signal<S> a, Mask<S> constant, Horizon<S> horizon) {
    const Mask<S> inside = horizon.soon(a, constant) > a.spread;
    const Mask<S> begins = inside && !touching;
    if (any(begins)) damping = select(begins, damping_number / larger(a.rate, slowest), damping);
    touching = inside;
    pressing = inside && press(horizon.soon(a.rate, a.acceleration)) > S(0.0);
    acting = select(pressing, stiffness, S(0.0));
  }

  HILSPACE_INLINE S edge(Signal<S> a, Mask<S> constant, Horizon<S> horizon) const {
    S first = until_surface(a.value - a.spread, a, touching, constant, horizon);
    const S push = press(a.rate), push_rate = damping * a.acceleration;
    if (any(touching && magnitude(push) <= S(1.01) * horizon.longest * magnitude(push_rate))) {
      const S turn =
          time_to_reach(magnitude(push) + S(kCreep), select(pressing, -push_rate, push_rate), S(0.0));
      first = select(touching, smaller(first, turn), first);
    }
    return first;
  }

  HILSPACE_INLINE Mask<S> jumps() const { return Mask<S>(false); }

  HILSPACE_INLINE S elastic(Signal<S> a) const {
    const S d = larger(S(0.0), a.value);
    return stiffness * (d * square_root(d));
  }

  HILSPACE_INLINE S force(Signal<S> a) const {
    const S d = larger(S(0.0), a.value);
    return larger(S(0.0), acting * (d * square_root(d)) * press(a.rate));
  }

  HILSPACE_INLINE S slope(Signal<S> a) const {
    const S root = square_root(larger(S(0.0), a.value));
    return S(1.5) * acting * root * press(a.rate);
  }

  HILSPACE_INLINE S force_rate(Signal<S> a, S moving) const {
    const S d = larger(S(0.0), a.value);
    return slope(a) * moving + acting * (d * square_root(d)) * damping * a.acceleration;
  }

  HILSPACE_INLINE S potential(Signal<S> a) const { return S(0.4) * elastic(a) * larger(S(0.0), a.value); }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.stiffness, other.stiffness);
    visit(self.damping_number, other.damping_number);
    visit(self.slowest, other.slowest);
    visit(self.damping, other.damping);
    visit(self.acting, other.acting);
    visit(self.touching, other.touching);
    visit(self.pressing, other.pressing);
  }

 private:
  /// Damping factor of the elastic force.
  HILSPACE_INLINE S press(S rate) const { return S(1.0) + damping * rate; }
};

}  // namespace hilspace::contact
