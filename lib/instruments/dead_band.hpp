#pragma once
// Dead band: outputs 0 for small values and passes all others unchanged. The rate passes through.
//
//   y = x where |x| > T, else 0      T  threshold, unit of the signal, >= 0; 0 means none
//
// Beyond the threshold the output is x itself, not x - T, so it jumps by T there; the steps end at the jump.
// Of an x that is known by its mean, any tooth within its spread may be the one that passes T: it is the mean that does,
// and `tooth` moves that place in runs for the numerical error.
// Source: Bondoky 8.2.4 (the rig ignores forces at or below 22 N).

#include "core/event.hpp"
#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

template <class S>
struct DeadBand : Stateless<S> {
  S threshold = S(0.0);            // T
  S tooth = S(0.0);                // -1 ... 1, of the input's spread
  Mask<S> open = Mask<S>(false);   // in the present step: |x| > T
  Mask<S> above = Mask<S>(false);  // in the present step: the sign of x

  DeadBand() = default;
  explicit DeadBand(const DeadBandSetup& setup) : threshold(setup.threshold) {}

  HILSPACE_INLINE Signal<S> output(const S*, Signal<S> in) const {
    in.value = select(open, in.value, S(0.0));
    in.spread = select(open, in.spread, S(0.0));
    return in;
  }

  HILSPACE_INLINE void follow_ramp(Signal<S> in, S*) { decide(in.value, in.spread); }

  HILSPACE_INLINE void freeze(const S*, Signal<S> in, Mask<S> constant, Horizon<S> horizon) {
    decide(horizon.soon(in, constant), in.spread);
  }

  HILSPACE_INLINE Outlook<S> look_ahead(const S*, Signal<S> in, Outlook<S> before, Horizon<S> horizon) const {
    const S side = select(above, S(1.0), S(-1.0)), edge = passes_at(in.spread);
    const S closing = time_to_reach(side * in.value - edge, -(side * in.rate), -(side * in.acceleration));
    const S up = time_to_reach(edge - in.value, in.rate, in.acceleration);
    const S down = time_to_reach(edge + in.value, -in.rate, -in.acceleration);
    const S jump = larger(select(open, closing, smaller(up, down)), horizon.shortest);
    const Mask<S> still = before.constant || !(threshold > S(0.0));
    return {select(still, before.until, smaller(before.until, jump)), before.constant || !open,
            before.jumps || threshold > S(0.0), before.jumped};
  }

  template <class Visit>
  void margins(const S*, Signal<S> in, Mask<S> constant, Visit&& visit) const {
    if (constant || !(threshold > S(0.0))) return;
    if (open) {
      visit((above ? in.value : -in.value) - threshold);
    } else {
      visit(threshold - in.value);
      visit(threshold + in.value);
    }
  }

  S residual(S bound) const { return bound > threshold ? bound : S(0.0); }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.threshold, other.threshold);
    visit(self.tooth, other.tooth);
    visit(self.open, other.open);
    visit(self.above, other.above);
  }

 private:
  HILSPACE_INLINE S passes_at(S spread) const { return threshold + tooth * spread; }
  HILSPACE_INLINE void decide(S x, S spread) {
    open = magnitude(x) > passes_at(spread) || !(threshold > S(0.0));
    above = x > S(0.0);
  }
};

}  // namespace hilspace::instruments
