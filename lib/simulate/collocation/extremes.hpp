#pragma once
// Largest values of a signal, and of its error, over a step of a smooth course with teeth on it (teeth.hpp).
//
// A maximum shows as a value that is larger than those half a step before and behind it: at the middle of a step, or at its
// start, where the middle of the last step is the one before. From there the cubic through the four leads to the summit, and
// the teeth beside that are looked at. Where the cells of a step are gone through one by one (cell_by_cell.hpp), the ones
// next to it are looked at at its begin and its end.

#include <array>

#include "core/cubic.hpp"
#include "core/parabola.hpp"
#include "core/scalar.hpp"
#include "metrics/tally.hpp"
#include "simulate/collocation/teeth.hpp"

namespace hilspace::simulate {

/// A signal over a step, and in the middle of the last one.
template <class S>
struct Trace {
  Points<S> points;
  Before<S> before;

  friend HILSPACE_INLINE Trace operator-(const Trace& a, const Trace& b) {
    return {{a.points[0] - b.points[0], a.points[1] - b.points[1], a.points[2] - b.points[2]},
            {a.before.value - b.before.value, select(b.before.ago > S(0.0), a.before.ago, S(0.0))}};
  }
  HILSPACE_INLINE Cubic<S> curve() const { return {points, before}; }
  HILSPACE_INLINE Mask<S> is_largest_at_start() const {
    return before.ago > S(0.0) && points[0] >= before.value && points[0] > points[1];
  }
  HILSPACE_INLINE Mask<S> is_largest_in_middle() const {
    return points[1] >= points[0] && points[1] > points[2];
  }
};

template <class S>
HILSPACE_INLINE void raise(S& peak, S value, Mask<S> where) {
  peak = select(where && value > peak, value, peak);
}
/// An error around a docking value that is the mean, give or take `within` (metrics/tally.hpp).
template <class S>
HILSPACE_INLINE void raise_error(metrics::SignalTally<S>& tally, S error, S mean, S within, Mask<S> where) {
  const S docking = select(mean > within, mean + tally.tooth * within, mean);
  const Mask<S> more = where && error > tally.error_max;
  tally.error_max = select(more, error, tally.error_max);
  tally.docking_at_error = select(more, docking, tally.docking_at_error);
}
/// Raises both by the parabola through a step, and `spread` above it.
template <class S>
HILSPACE_INLINE void raise_both(metrics::SignalTally<S>& tally, const Points<S>& docking,
                                const Points<S>& hil, S spread, Mask<S> where) {
  const Points<S> error{hil[0] - docking[0], hil[1] - docking[1], hil[2] - docking[2]};
  raise(tally.peak_hil, hil[2] + spread, where);
  raise_error(tally, error[2] + spread, docking[2], spread, where);
  if (const Mask<S> turns = where && has_summit(hil); any(turns)) {
    const Parabola<S> curve(hil);
    raise(tally.peak_hil, curve.at(curve.summit()) + spread, turns);
  }
  if (const Mask<S> turns = where && has_summit(error); any(turns)) {
    const Parabola<S> curve(error);
    const S place = curve.summit();
    raise_error(tally, curve.at(place) + spread, Parabola<S>(docking).at(place), spread, turns);
  }
}

template <class S>
struct Extremes {
  Mask<S> reads;           // lanes whose step is read
  Mask<S> enters, leaves;  // those whose cells are gone through from here on; until here, and which read
  Mask<S> last;            // those whose next step may not be read

  /// Raises the largest value of a signal; `value`: at a tooth.
  template <class Next, class Value>
  HILSPACE_INLINE void raise_to(S& peak, const Trace<S>& its, Next&& teeth, Value&& value) const {
    const Mask<S> at_edge = enters || leaves, starts = (reads || enters) && its.is_largest_at_start();
    const Mask<S> turns = starts || (reads && its.is_largest_in_middle());
    if (!any(at_edge || turns)) return;
    const auto consider = [&](S tooth, Mask<S> where) HILSPACE_INLINE_LAMBDA {
      raise(peak, value(larger(smaller(tooth, S(2.0)), S(-1.0))), where);
    };
    if (any(at_edge)) {
      const Teeth<S> next = teeth(S(0.0));
      consider(select(leaves, next.after, next.before), at_edge);
    }
    if (any(turns)) {
      const Teeth<S> next = teeth(its.curve().summit(select(starts, S(0.0), S(0.5))));
      consider(next.before, turns && !(leaves && next.before < S(0.0)));
      consider(next.after, turns && !(enters && next.after > S(0.0)));
    }
  }

  /// Raises the largest values of a signal.
  ///   own       what another quantum adds to it, N; by that the docking value at the largest error may differ
  ///   aside     in a second solve: how unsure the tooth is, in cells; else 0
  ///   teeth     those next to a place of a curve
  ///   height    of a tooth above the mean; tallest: no tooth is higher
  template <class Next, class Height, class Tallest>
  HILSPACE_INLINE void raise_to(metrics::SignalTally<S>& tally, const Trace<S>& docking, const Trace<S>& hil,
                                S own, double aside, Next&& teeth, Height&& height, Tallest&& tallest) const {
    const Trace<S> error = hil - docking;
    Mask<S> at_edge = enters || leaves;
    const Mask<S> looks = reads || enters;
    if (any(at_edge)) {
      // Unless what is gone through is larger anyway.
      const S reach = S(2.0) * tallest(S(0.0));
      const auto may_lead = [&](const Trace<S>& its) HILSPACE_INLINE_LAMBDA {
        return select(enters, its.points[1], its.before.value) < its.points[0] + reach;
      };
      at_edge = at_edge && (may_lead(hil) || may_lead(error));
    }
    const Mask<S> starts = looks && hil.is_largest_at_start(), errs = looks && error.is_largest_at_start();
    const auto turns_in = [&](const Trace<S>& its) HILSPACE_INLINE_LAMBDA {
      const Mask<S> turns = its.is_largest_in_middle();
      return reads &&
             (any(last) ? turns || (last && (has_summit(its.points) || its.points[2] > its.points[1]))
                        : turns);
    };
    const Mask<S> turns = starts || turns_in(hil), errs_most = errs || turns_in(error);
    if (!any(at_edge || turns || errs_most)) return;
    const Cubic<S> curve = hil.curve(), reference = docking.curve();
    const auto consider = [&](S tooth, S other, Mask<S> where) HILSPACE_INLINE_LAMBDA {
      // Not into what is gone through, and as far as the cubic goes.
      const Mask<S> counts = where && !(leaves && tooth < S(0.0)) && !(enters && tooth > S(0.0));
      const S at = larger(smaller(tooth, S(2.0)), S(-1.0));
      const S top = curve.at(at) + height(at) + own;
      S its = reference.at(at);
      raise(tally.peak_hil, top, counts);
      const S rest = top - its;
      if (aside > 0.0) its = its + S(aside) * (reference.at(other) - its);
      raise_error(tally, rest, its, own, counts);
    };
    const auto look_beside = [&](S place, const Cubic<S>& its, Mask<S> where) HILSPACE_INLINE_LAMBDA {
      const Teeth<S> next = teeth(place, its);
      consider(next.before, next.after, where);
      consider(next.after, next.before, where);
    };
    if (any(at_edge)) {
      const Teeth<S> next = teeth(S(0.0), curve);
      consider(select(leaves, next.after, next.before), select(leaves, next.before, next.after), at_edge);
    }
    if (any(turns)) look_beside(curve.summit(select(starts, S(0.0), S(0.5))), curve, turns);
    if (any(errs_most)) {
      const Cubic<S> its = error.curve();
      look_beside(its.summit(select(errs, S(0.0), S(0.5))), its, errs_most);
    }
  }
};

}  // namespace hilspace::simulate
