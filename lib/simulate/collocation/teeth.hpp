#pragma once
// Where a signal is largest behind a fine quantum whose cells are passed fast: at one of its teeth.
//
//   F(Q(x), x') - I,  Q(x) - d    jump by a cell where x passes (k + 1/2) q, from or to half a cell above their mean
//   y + r - I                     has a crest once per cell, of the sensor's response r to the sawtooth
//
//   x    interface of the HIL model, m; q its quantum
//   I, d docking model: contact force, N, and penetration, m
//
// Teeth are as close as cells: the largest value is at one next to the summit of the smooth course, and less than there by
// what that falls until the tooth. Without a quantum the tooth is the summit.
//
// Limits: cells shorter than a step before and two steps behind its start; a tooth beyond is taken to be there. Which of two teeth with the same value is taken is a matter of chance.
// Source: docs/numerics.md, "Collocation".

#include "core/cubic.hpp"
#include "core/scalar.hpp"
#include "simulate/collocation/sawtooth.hpp"

namespace hilspace::simulate {

/// Two teeth in a row, as parts of a step.
template <class S>
struct Teeth {
  S before, after;
};

/// The interface in cells of its quantum, over a step of length h.
template <class S>
class Cells {
 public:
  /// `where`: lanes with a quantum.
  HILSPACE_INLINE Cells(const Cubic<S>& x, S h, S quantum, S per_quantum, const Sawtooth<S>& sawtooth,
                        Mask<S> where)
      : x_(x),
        per_h_(S(1.0) / h),
        quantum_(quantum),
        per_quantum_(per_quantum),
        sawtooth_(sawtooth),
        where_(where) {}

  HILSPACE_INLINE S x(S at) const { return x_.at(at); }
  /// r over the slope of the contact force.
  HILSPACE_INLINE S ripple(S at) const {
    if (!any(where_)) return S(0.0);
    return select(where_, -quantum_ * sawtooth_.at(phase(x_.at(at)), rate(at) * per_h_).value, S(0.0));
  }
  /// Where x passes (k + 1/2) q next to `place`.
  HILSPACE_INLINE Teeth<S> crossings(S place) const {
    if (!any(where_)) return {place, place};
    const S cells = rate(place), p = x_.at(place) * per_quantum_ - S(0.5), nearest = round_even(p);
    const auto reach = [&](S level) HILSPACE_INLINE_LAMBDA {
      const S at = place + (level - p) / cells;
      return at + (level + S(0.5) - x_.at(at) * per_quantum_) / cells;
    };
    const S first = reach(nearest), second = reach(nearest + select(p > nearest, S(1.0), S(-1.0)));
    return {select(where_, smaller(first, second), place), select(where_, larger(first, second), place)};
  }
  /// Where `curve` and the ripple on it are largest, half a cell before and behind `place`; and a cell from there. `slope`: of
  /// the contact force. Of values an eighth of a cell apart, and by the parabola through the largest ones.
  HILSPACE_INLINE Teeth<S> crests(S place, const Cubic<S>& curve, S slope) const {
    if (!any(where_)) return {place, place};
    constexpr int kBeside = 5;
    constexpr double kApart = 1.0 / 8.0;
    const S cells = rate(place), per_second = cells * per_h_, cell = S(1.0) / magnitude(cells);
    const S start = x_.at(place) * per_quantum_, height = -slope * quantum_;
    const auto value = [&](int k) HILSPACE_INLINE_LAMBDA {
      const S aside = S(kApart * k) * cell, turned = start + aside * cells;
      return curve.at(place + aside) + height * sawtooth_.at(turned - round_even(turned), per_second).value;
    };
    S last = value(-kBeside), its = value(1 - kBeside), next = value(2 - kBeside);
    S best = its, before = last, after = next, where(kApart * (1 - kBeside));
    for (int k = 2 - kBeside; k < kBeside; ++k) {
      last = its;
      its = next;
      next = value(k + 1);
      const Mask<S> more = its > best;
      best = select(more, its, best);
      before = select(more, last, before);
      after = select(more, next, after);
      where = select(more, S(kApart * k), where);
    }
    const S bend = (before - best) + (after - best);
    const Mask<S> bends = bend < S(0.0);
    const S shift = select(bends, S(0.5) * (before - after) / select(bends, bend, S(1.0)), S(0.0));
    const S crest = place + cell * (where + S(kApart) * smaller(larger(shift, S(-1.0)), S(1.0)));
    const Mask<S> is_first = crest < place;
    return {select(where_, select(is_first, crest, crest - cell), place),
            select(where_, select(is_first, crest + cell, crest), place)};
  }

 private:
  /// Cells per step, never 0.
  HILSPACE_INLINE S rate(S place) const {
    const S cells = x_.slope_at(place) * per_quantum_;
    return select(magnitude(cells) > S(1e-3), cells, S(1e-3));
  }
  HILSPACE_INLINE S phase(S x) const {
    const S p = x * per_quantum_;
    return p - round_even(p);
  }

  Cubic<S> x_;
  S per_h_, quantum_, per_quantum_;
  Sawtooth<S> sawtooth_;
  Mask<S> where_;
};

}  // namespace hilspace::simulate
