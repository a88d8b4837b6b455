#pragma once
// Second-order low-pass.
//
//   G(s) = 1 / (1 + 2 zeta s/w + s^2/w^2),   x'' = w^2 (u - x) - 2 zeta w x'
//
//   u  input   x  output, same unit   w  natural frequency, rad/s, 0 = no filter   zeta  damping, > 0
//
// It acts on value and rate alike and removes a spread. It follows a ramp u = r t with the lag L = 2 zeta/w.
// A total delay D is a settling time, w = 4/D, so L = 0.35 D at zeta 0.7: a latency of the same number
// (transport_delay.hpp) has about three times the effect. Source: Bondoky 5.5 to 5.7.

#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

template <class S, bool kOptional = true>  // whether w may be 0
struct LowPass {
  static constexpr std::size_t kStates = 2;  // x, x'
  S square = S(0.0);                         // w^2
  S drag = S(0.0);                           // 2 zeta w

  LowPass() = default;
  explicit LowPass(const LowPassSetup& setup)
      : square(setup.natural_frequency * setup.natural_frequency),
        drag(2.0 * setup.damping * setup.natural_frequency) {}

  HILSPACE_INLINE Mask<S> present() const {
    if constexpr (!kOptional) return Mask<S>(true);
    return square > S(0.0);
  }

  HILSPACE_INLINE S acceleration(const S* x, Signal<S> in) const {
    return square * (in.value - x[0]) - drag * x[1];
  }

  HILSPACE_INLINE Signal<S> output(const S* x, Signal<S> in) const {
    const Mask<S> here = present();
    return {select(here, x[0], in.value), select(here, x[1], in.rate),
            select(here, acceleration(x, in), in.acceleration), select(here, S(0.0), in.spread)};
  }

  HILSPACE_INLINE void derivative(const S* x, Signal<S> in, S* rate) const {
    rate[0] = x[1];
    rate[1] = acceleration(x, in);
  }

  HILSPACE_INLINE void follow_ramp(Signal<S> in, S* x) const {
    const S lag = drag / select(present(), square, S(1.0));
    x[0] = select(present(), in.value - lag * in.rate, S(0.0));
    x[1] = select(present(), in.rate, S(0.0));
  }

  HILSPACE_INLINE void freeze(const S*, Signal<S>, Mask<S>, Horizon<S>) const {}

  HILSPACE_INLINE Outlook<S> look_ahead(const S* x, Signal<S> in, Outlook<S> before,
                                        Horizon<S> horizon) const {
    const Mask<S> here = present();
    before.jumps = before.jumps || (before.jumped && rings(x, in));
    return {select(here, until_resolved(before, in.value, x[0], horizon), before.until),
            before.constant && !here, before.jumps && !here, before.jumped && !here};
  }

  /// Whether it is further from the lagging course that a smooth input leaves than this share of its output.
  HILSPACE_INLINE Mask<S> rings(const S* x, Signal<S> in) const {
    constexpr double kShare = 1e-3;
    const S aside = square * (in.value - x[0]) - drag * in.rate, faster = in.rate - x[1];
    return aside * aside + square * (faster * faster) >
           S(kShare * kShare) * ((square * square) * (x[0] * x[0]));
  }

  /// The energy of the undriven filter decreases monotonically, so once below the threshold it stays below.
  HILSPACE_INLINE Mask<S> settled(const S* x, Signal<S> in, S threshold) const {
    return select(present(), square * (x[0] * x[0]) + x[1] * x[1] <= square * (threshold * threshold),
                  magnitude(in.value) <= threshold);
  }

  template <class Visit>
  void margins(const S*, Signal<S>, Mask<S>, Visit&&) const {}

  S residual(S bound) const {
    return present() ? overshoot(0.5 * drag / square_root(square)) * bound : bound;
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.square, other.square);
    visit(self.drag, other.drag);
  }
};

}  // namespace hilspace::instruments
