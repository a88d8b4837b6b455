#pragma once
// Cubic of a signal within one step, through its values at start, middle and end and one before: it locates a peak by a
// power of the step more than the parabola through three of them.
//
//   p(x) = parabola(x) + c x (x - 1/2) (x - 1),   x = 0 ... 1 over the step
//
//   c    divided difference of third order; 0 without a value before
//
// Limits: a signal that is smooth from the value before to the end of the step. Source: Newton's interpolation.

#include "core/parabola.hpp"
#include "core/scalar.hpp"

namespace hilspace {

/// A value `ago` steps before the start of a step; 0: none.
template <class S>
struct Before {
  S value = S(0.0), ago = S(0.0);
};

template <class S>
class Cubic {
 public:
  HILSPACE_INLINE Cubic(const Points<S>& p, const Before<S>& before) {
    const Parabola<S> parabola(p);
    const Mask<S> has = before.ago > S(0.0);
    const S ago = select(has, before.ago, S(1.0));
    const S slope_before = (p[0] - before.value) / ago, slope = S(2.0) * (p[1] - p[0]);
    const S bend_before = (slope - slope_before) / (ago + S(0.5));
    third_ = select(has, (parabola.bend - bend_before) / (ago + S(1.0)), S(0.0));
    constant_ = parabola.constant;
    slope_ = parabola.slope + S(0.5) * third_;
    bend_ = parabola.bend - S(1.5) * third_;
  }
  HILSPACE_INLINE S at(S x) const { return constant_ + x * (slope_ + x * (bend_ + x * third_)); }
  HILSPACE_INLINE S slope_at(S x) const { return slope_ + x * (S(2.0) * bend_ + S(3.0) * (x * third_)); }
  /// Second derivative.
  HILSPACE_INLINE S bend_at(S x) const { return S(2.0) * bend_ + S(6.0) * (x * third_); }
  /// Position of the maximum next to a value x, from half a step before the start on, by Newton's rule.
  HILSPACE_INLINE S summit(S x) const {
    constexpr int kTurns = 3;
    for (int turn = 0; turn < kTurns; ++turn) {
      const S bend = bend_at(x);
      const Mask<S> bends = bend < S(0.0);
      x = x - select(bends, slope_at(x) / select(bends, bend, S(1.0)), S(0.0));
      x = smaller(larger(x, S(-0.5)), S(1.0));
    }
    return x;
  }

 private:
  S constant_, slope_, bend_, third_;
};

}  // namespace hilspace
