#pragma once
// Saturation: clamps a signal to limits. Beyond them the rate is 0.
//
//   y = min(max(x, low), high), y' = x' within the limits, else 0      low, high: unit of the signal
//
// The slope jumps at the limits; the steps end there. Jumps of an x that is known by its mean are cut off at the upper
// limit, to which the measures look, and beyond the limits there are none. Source: Bondoky 8.2.4.

#include "core/event.hpp"
#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

template <class S>
struct Saturation : Stateless<S> {
  S low = S(-kNever), high = S(kNever);
  Mask<S> below = Mask<S>(false);  // in the present step
  Mask<S> above = Mask<S>(false);
  S begin = S(-kNever);  // x at its start; before the first step it takes nothing from the spread

  Saturation() = default;
  explicit Saturation(const SaturationSetup& setup) : low(setup.min), high(setup.max) {}

  HILSPACE_INLINE Signal<S> output(const S*, Signal<S> in) const {
    const Mask<S> beyond = below || above;
    in.value = select(below, low, select(above, high, in.value));
    in.rate = select(beyond, S(0.0), in.rate);
    in.acceleration = select(beyond, S(0.0), in.acceleration);
    // One spread holds for a whole step, so the smaller of the distances at its ends does.
    const S room = larger(high - larger(begin, in.value), S(0.0));
    in.spread = select(beyond, S(0.0), smaller(in.spread, room));
    return in;
  }

  HILSPACE_INLINE void follow_ramp(Signal<S> in, S*) {
    below = in.value < low;
    above = in.value > high;
    begin = in.value;
  }

  HILSPACE_INLINE void freeze(const S*, Signal<S> in, Mask<S> constant, Horizon<S> horizon) {
    const S ahead = horizon.soon(in, constant);
    below = ahead < low;
    above = ahead > high;
    begin = in.value;
  }

  HILSPACE_INLINE Outlook<S> look_ahead(const S*, Signal<S> in, Outlook<S> before, Horizon<S> horizon) const {
    const S rising = time_to_reach(select(below, low, high) - in.value, in.rate, in.acceleration);
    const S falling = time_to_reach(in.value - select(above, high, low), -in.rate, -in.acceleration);
    const S kink = select(below, rising, select(above, falling, smaller(rising, falling)));
    return {select(before.constant, before.until, smaller(before.until, larger(kink, horizon.shortest))),
            before.constant || below || above, before.jumps, before.jumped};
  }

  template <class Visit>
  void margins(const S*, Signal<S> in, Mask<S> constant, Visit&& visit) const {
    if (constant) return;
    if (below) {
      visit(low - in.value);
    } else if (above) {
      visit(in.value - high);
    } else {
      visit(in.value - low);
      visit(high - in.value);
    }
  }

  S residual(S bound) const {
    return larger(magnitude(smaller(larger(bound, low), high)),
                  magnitude(smaller(larger(-bound, low), high)));
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.low, other.low);
    visit(self.high, other.high);
    visit(self.below, other.below);
    visit(self.above, other.above);
    visit(self.begin, other.begin);
  }
};

}  // namespace hilspace::instruments
