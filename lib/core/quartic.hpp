#pragma once
// Quartic of a signal within an interval, through its values at start, middle and end and its rates at both ends: it
// has the extremes of a signal that rings, which a parabola through the values misses.
//
//   p(t) = c0 + t (c1 + t (c2 + t (c3 + t c4))),   t = -1 ... 1 over the interval
//
// Limits: less than two radians of an oscillation in the interval. Source: Hermite's interpolation.

#include <array>

#include "core/parabola.hpp"
#include "core/scalar.hpp"

namespace hilspace {

/// No quartic through these values and rates, by half an interval, is larger: of its parts, those of the values rise by 0.137
/// of their range, those of a rate by 0.155 of it.
template <class S>
HILSPACE_INLINE S bound_of(const Points<S>& p, const std::array<S, 2>& rates) {
  const S most = larger(p[0], larger(p[1], p[2])), least = smaller(p[0], smaller(p[1], p[2]));
  return most + S(0.25) * (most - least) + S(0.2) * (magnitude(rates[0]) + magnitude(rates[1]));
}

template <class S>
class Quartic {
 public:
  /// `rates`: by half an interval.
  HILSPACE_INLINE Quartic(const Points<S>& p, const std::array<S, 2>& rates) : c0_(p[1]) {
    const S even = S(0.5) * (p[0] + p[2]) - p[1], odd = S(0.5) * (p[2] - p[0]);
    c4_ = S(0.25) * (rates[1] - rates[0]) - even;
    c2_ = even - c4_;
    c3_ = S(0.5) * (S(0.5) * (rates[1] + rates[0]) - odd);
    c1_ = odd - c3_;
  }
  HILSPACE_INLINE S at(S t) const { return c0_ + t * (c1_ + t * (c2_ + t * (c3_ + t * c4_))); }

  struct Largest {
    S place, value;
  };
  /// Of five values, and by Newton's rule from the largest one.
  HILSPACE_INLINE Largest largest() const {
    constexpr double kNext[]{-0.5, 0.0, 0.5, 1.0};
    S start(-1.0), best = at(start);
    for (const double t : kNext) {
      const S value = at(S(t));
      start = select(value > best, S(t), start);
      best = larger(value, best);
    }
    const S place = summit(start), value = at(place);
    const Mask<S> more = value > best;
    return {select(more, place, start), select(more, value, best)};
  }

 private:
  HILSPACE_INLINE S summit(S t) const {
    constexpr int kTurns = 3;
    for (int turn = 0; turn < kTurns; ++turn) {
      const S slope = c1_ + t * (S(2.0) * c2_ + t * (S(3.0) * c3_ + t * (S(4.0) * c4_)));
      const S bend = S(2.0) * c2_ + t * (S(6.0) * c3_ + t * (S(12.0) * c4_));
      const Mask<S> bends = bend < S(0.0);
      t = t - select(bends, slope / select(bends, bend, S(1.0)), S(0.0));
      t = smaller(larger(t, S(-1.0)), S(1.0));
    }
    return t;
  }

  S c0_, c1_, c2_, c3_, c4_;
};

}  // namespace hilspace
