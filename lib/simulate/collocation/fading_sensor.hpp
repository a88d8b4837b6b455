#pragma once
// What the sensor's quantizer rounds to 0 of a force that fades, and where it swings beyond 0.
//
//   Q(y) = Q round(y/Q)     is 0 while |y| < Q/2
//
//   y    measured force before the quantizer, N; Q its quantum, N
//
// The cells above the last one give back what they take; that one takes what is below Q/2.
// Limits: straight halves of a step of reading. Source: docs/numerics.md, "Collocation".

#include <cstddef>

#include "core/parabola.hpp"
#include "core/scalar.hpp"
#include "simulate/collocation/jumping_area.hpp"

namespace hilspace::simulate {

template <class S>
class FadingSensor {
 public:
  explicit FadingSensor(S quantum) : half_(S(0.5) * quantum) {}

  /// Adds a step of length h. `area`: between both forces, which is less by what is not shown where `in_area`.
  HILSPACE_INLINE void add(const Points<S>& docking, const Points<S>& measured, S h, Mask<S> in_area,
                           S& area) {
    const Mask<S> fades = half_ > S(0.0) && measured[2] < half_;
    if (!any(fades)) return;
    const auto gone = [&](const Points<S>& its) HILSPACE_INLINE_LAMBDA {
      return select(fades, S(0.5) * h * (below(its[0], its[1]) + below(its[1], its[2])), S(0.0));
    };
    unseen_ = unseen_ + gone(measured);
    swing_ = swing_ -
             gone({smaller(measured[0], S(0.0)), smaller(measured[1], S(0.0)), smaller(measured[2], S(0.0))});
    const Mask<S> sinks = fades && in_area && (measured[2] < measured[0] || measured[0] < S(0.0));
    const S more = S(0.5) * h * (unseen_error(docking, measured, 0) + unseen_error(docking, measured, 1));
    area = area - select(sinks, more, S(0.0));
  }

  /// N s, of what is rounded to 0; and of that, what swings beyond 0, without its sign.
  S unseen() const { return unseen_; }
  S swing() const { return swing_; }

 private:
  /// Mean, over the time from one value to the other, of what is rounded to 0: of either sign. A low-pass that undershoots
  /// comes back to 0 from below.
  HILSPACE_INLINE S below(S a, S b) const {
    const S low = larger(smaller(a, b), -half_), high = smaller(larger(a, b), half_),
            width = magnitude(b - a);
    const Mask<S> fades = (a > b || a < S(0.0)) && high > low;
    return select(fades, S(0.5) * (low + high) * ((high - low) / select(fades, width, S(1.0))), S(0.0));
  }
  /// By how much the mean error over half k of a step is less where the sensor shows 0: |0 - I|, with its spread, for |H - I|.
  HILSPACE_INLINE S unseen_error(const Points<S>& docking, const Points<S>& measured, std::size_t k) const {
    const S a = magnitude(measured[k]), b = magnitude(measured[k + 1]);
    const Mask<S> falls = a > b;
    const S high = select(falls, a, b), low = select(falls, b, a), width = high - low;
    const auto last = [&](const Points<S>& its)
                          HILSPACE_INLINE_LAMBDA { return select(falls, its[k + 1], its[k]); };
    // From where it passes half a quantum on.
    const S share = smaller(larger(half_ - low, S(0.0)) / select(width > S(0.0), width, S(1.0)), S(1.0));
    const auto passing = [&](const Points<S>& its) HILSPACE_INLINE_LAMBDA {
      return last(its) + share * (select(falls, its[k], its[k + 1]) - last(its));
    };
    const S from = passing(measured) - passing(docking), to = last(measured) - last(docking);
    const Mask<S> is_mixed = smaller(magnitude(from), magnitude(to)) < half_ || from * to < S(0.0);
    const S shown = straight_area(from, to, select(is_mixed, half_, S(0.0)));
    return share * (shown - S(0.5) * (passing(docking) + last(docking)));
  }

  S half_;
  S unseen_ = S(0.0), swing_ = S(0.0);
};

}  // namespace hilspace::simulate
