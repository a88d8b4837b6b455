#pragma once
// Sample and hold: samples value and rate periodically and holds both in between.
//
//   y(t) = x(s_k), y'(t) = x'(s_k)   for s_k <= t < s_(k+1),  s_k = (k + p) T
//
//   T = 1/f   f  sample rate, Hz; 0: none      p  phase, of a period, 0 <= p < 1
//
// t = 0 is the instant at which the displacement of the bodies crosses 0. The steps end on the samples; the
// initial value is sampled from the preceding ramp. Source: EPOS (a robot commanded at 250 Hz, a force
// sampled at 1 kHz).

#include "core/event.hpp"
#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

template <class S>
struct SampleHold : Stateless<S> {
  S period = S(0.0);    // T, s; 0: none
  S offset = S(0.0);    // p T, s
  S next = S(-kNever);  // number of the next sample
  S value = S(0.0);     // held value
  S rate = S(0.0);

  SampleHold() = default;
  explicit SampleHold(const SampleHoldSetup& setup)
      : period(setup.rate > 0.0 ? 1.0 / setup.rate : 0.0), offset(setup.phase * period) {}

  HILSPACE_INLINE Mask<S> present() const { return period > S(0.0); }

  HILSPACE_INLINE void follow_ramp(Signal<S> in, S*) {
    value = in.value;
    rate = in.rate;
  }

  HILSPACE_INLINE Signal<S> output(const S*, Signal<S> in) const {
    in.value = select(present(), value, in.value);
    in.rate = select(present(), rate, in.rate);
    in.acceleration = select(present(), S(0.0), in.acceleration);
    in.spread = select(present(), S(0.0), in.spread);
    return in;
  }

  HILSPACE_INLINE void freeze(const S*, Signal<S> in, Mask<S>, Horizon<S> horizon) {
    const S now = horizon.now - offset, soon = now + horizon.shortest;
    const Mask<S> due = present() && soon >= next * period;
    if (!any(due)) return;
    const S last = last_before(soon);
    const Mask<S> before_start = due && next == S(-kNever) && offset > S(0.0);
    value = select(due, in.value, value);
    value = select(before_start, in.value - in.rate * (now - last * period), value);
    rate = select(due, in.rate, rate);
    next = select(due, last + S(1.0), next);
  }

  HILSPACE_INLINE Outlook<S> look_ahead(const S*, Signal<S>, Outlook<S> before, Horizon<S> horizon) const {
    const S until = larger(next * period - (horizon.now - offset), horizon.shortest);
    return {select(present(), smaller(before.until, until), before.until), present() || before.constant,
            present() || before.jumps, before.jumped};
  }

  HILSPACE_INLINE Mask<S> settled(const S*, Signal<S> in, S threshold) const {
    return magnitude(in.value) <= threshold && magnitude(value) <= threshold;
  }
  S residual(S bound) const { return bound; }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.period, other.period);
    visit(self.offset, other.offset);
    visit(self.next, other.next);
    visit(self.value, other.value);
    visit(self.rate, other.rate);
  }

 private:
  /// Index of the last sample at or before t.
  HILSPACE_INLINE S last_before(S t) const {
    const S nearest = round_even(t / select(present(), period, S(1.0)));
    return select(nearest * period > t, nearest - S(1.0), nearest);
  }
};

}  // namespace hilspace::instruments
