#pragma once
// Transport delay: outputs value and rate delayed by a fixed time.
//
//   y(t) = x(t - D), y'(t) = x'(t - D)      D  delay, s, >= 0; 0 means none
//
// A latency: pure dead time, whereas the total delay of a low-pass is a settling time (low_pass.hpp). The
// spread of an unresolved input is delayed as well.
//
// The input is recorded step by step, as parabolas through the start, middle and end of each step (error
// O(h^3), past.hpp); before the first step it was a ramp. Steps are at most D long, so the history always
// suffices, and every jump of the input ends a step when it reaches the output. Time is a state of the stage,
// so that the models remain autonomous.
//
// The caller provides the memory: Past::has_room() tells when more is needed. It grows with the number of
// steps in D, which is known beforehand for equal steps. Lanes look up their histories one by one and then
// continue together. Source: EPOS (robot and measurement delays).

#include <array>
#include <cstddef>

#include "core/event.hpp"
#include "core/parabola.hpp"
#include "core/per_lane.hpp"
#include "instruments/past.hpp"
#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

template <class S>
struct TransportDelay {
  static constexpr std::size_t kStates = 1;  // time
  S delay = S(0.0);                          // D
  Signal<S> ramp{};                          // at time 0, and before
  PerLane<S, Past> past;
  // In the present step:
  Mask<S> on_ramp = Mask<S>(true);    // it begins before the input at time 0 reaches the output
  Mask<S> constant = Mask<S>(false);  // the output is constant
  S jump = S(kNever);                 // time at which the next jump to be output entered

  TransportDelay() = default;
  explicit TransportDelay(const TransportDelaySetup& setup) : delay(setup.delay) {}

  HILSPACE_INLINE Mask<S> present() const { return delay > S(0.0); }

  HILSPACE_INLINE Signal<S> output(const S* x, Signal<S> in) const {
    const Mask<S> here = present();
    if (!any(here)) return in;
    const S t = *x - delay;
    if (any(!(t == looked_at_))) look_up(t);
    in.value = select(here, found_.value, in.value);
    in.rate = select(here, found_.rate, in.rate);
    in.acceleration = select(here, found_.acceleration, in.acceleration);
    in.spread = select(here, found_.spread, in.spread);
    return in;
  }

  HILSPACE_INLINE void derivative(const S*, Signal<S>, S* rate) const { *rate = S(1.0); }

  HILSPACE_INLINE void follow_ramp(Signal<S> in, S* x) {
    *x = S(0.0);
    ramp = in;
    looked_at_ = S(kNever);
  }

  HILSPACE_INLINE void freeze(const S* x, Signal<S>, Mask<S>, Horizon<S> horizon) {
    const S from = *x - delay, then = from + soon(horizon), to = from + smaller(horizon.longest, delay);
    on_ramp = then <= S(0.0);
    for (int i = 0; i < kLanes<S>; ++i) {
      Past& its = past.of[i];
      its.begin_step(lane(then, i));
      set_lane(jump, i, its.block_end < its.count ? its[its.block_end].begin : kNever);
      set_lane(constant, i, its.is_constant(lane(from, i), lane(to, i)));
    }
    looked_at_ = S(kNever);
  }

  HILSPACE_INLINE Outlook<S> look_ahead(const S* x, Signal<S>, Outlook<S> before, Horizon<S> horizon) const {
    const S until = smaller(smaller(before.until, delay), jump + delay - *x);
    return {select(present(), larger(until, soon(horizon)), before.until),
            select(present(), constant, before.constant), before.jumps, before.jumped};
  }

  HILSPACE_INLINE Mask<S> settled(const S* x, Signal<S> in, S threshold) const {
    Mask<S> quiet = magnitude(in.value) <= threshold &&
                    !(present() && *x < delay && !(magnitude(ramp.value) <= threshold));
    for (int i = 0; i < kLanes<S>; ++i)
      if (lane(quiet, i)) set_lane(quiet, i, past.of[i].is_within(lane(threshold, i)));
    return quiet;
  }

  /// Whether a positive value is still in transit.
  HILSPACE_INLINE Mask<S> holds_positive() const {
    Mask<S> holds(false);
    for (int i = 0; i < kLanes<S>; ++i) set_lane(holds, i, past.of[i].is_positive());
    return holds;
  }

  /// Records a step: its start and end time, and its input at start, middle and end.
  HILSPACE_INLINE void record(S begin, S end, const std::array<Signal<S>, 3>& in) {
    for (int i = 0; i < kLanes<S>; ++i) {
      // An idle lane takes steps of zero length.
      if (!(lane(delay, i) > 0.0 && lane(end, i) > lane(begin, i))) continue;
      past.of[i].keep({lane(begin, i),
                       lane(end, i),
                       {lane(in[0].value, i), lane(in[1].value, i), lane(in[2].value, i)},
                       {lane(in[0].rate, i), lane(in[1].rate, i), lane(in[2].rate, i)},
                       {lane(in[0].spread, i), lane(in[1].spread, i), lane(in[2].spread, i)},
                       false},
                      lane(ramp.value, i), lane(ramp.rate, i));
    }
  }

  template <class Visit>
  void margins(const S*, Signal<S>, Mask<S>, Visit&&) const {}

  S residual(S bound) const { return bound; }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.delay, other.delay);
    visit(self.ramp.value, other.ramp.value);
    visit(self.ramp.rate, other.ramp.rate);
    visit(self.past, other.past);
    visit(self.on_ramp, other.on_ramp);
    visit(self.constant, other.constant);
    visit(self.jump, other.jump);
  }

 private:
  /// A jump closer than this counts as immediate; always shorter than the delay itself.
  HILSPACE_INLINE S soon(Horizon<S> horizon) const {
    return smaller(horizon.shortest, S(1.0 / 64.0) * delay);
  }

  /// Looks up the input at t within the present block, so that a jump at the block's end is seen from before.
  HILSPACE_INLINE void look_up(S t) const {
    S begin(0.0), end(1.0);
    Points<S> value{}, rate{}, spread{};
    Mask<S> on_its_ramp(true);
    for (int i = 0; i < kLanes<S>; ++i) {
      const PastStep* step = past.of[i].at(lane(t, i));
      if (step == nullptr) continue;
      set_lane(on_its_ramp, i, false);
      set_lane(begin, i, step->begin);
      set_lane(end, i, step->end);
      for (std::size_t k = 0; k < 3; ++k) {
        set_lane(value[k], i, step->value[k]);
        set_lane(rate[k], i, step->rate[k]);
        set_lane(spread[k], i, step->spread[k]);
      }
    }
    on_its_ramp = on_its_ramp || (on_ramp && t < S(0.0));
    const S h = end - begin;
    const S part = (t - begin) / h;
    const Parabola<S> values(value), rates(rate), spreads(spread);
    found_.value = select(on_its_ramp, ramp.value + t * ramp.rate, values.at(part));
    found_.rate = select(on_its_ramp, ramp.rate, rates.at(part));
    found_.acceleration = select(on_its_ramp, S(0.0), rates.slope_at(part) / h);
    found_.spread = select(on_its_ramp, S(0.0), larger(spreads.at(part), S(0.0)));
    looked_at_ = t;
  }

  // Cache: a model evaluates the same instant repeatedly, and the lookup is the expensive part.
  mutable S looked_at_ = S(kNever);
  mutable Signal<S> found_{};
};

}  // namespace hilspace::instruments
