#pragma once
// The signals between bodies, instruments and contact, and the information about them
// for the step ahead.

#include <cstddef>

#include "core/scalar.hpp"

namespace hilspace {

/// A quantity and its derivatives, in the unit of the quantity and seconds. `rate` is what a contact law
/// sees; a quantizer passes it through, so it need not be the derivative of `value`. `acceleration`, the
/// derivative of `rate`, serves the prediction of jumps only. `spread` is how far the true signal jumps to
/// and fro around `value` where jumps are too many to be resolved one by one (quantizer.hpp): evenly, on both
/// sides.
template <class S>
struct Signal {
  S value;
  S rate;
  S acceleration;
  S spread = S(0.0);
};

/// The step ahead.
template <class S>
struct Horizon {
  S longest;            // s, its length at most
  S shortest;           // s; a jump nearer than this counts as happening now
  S now;                // s, when it begins
  bool located = true;  // whether the solver finds every jump and controls its own error

  /// The signal shortly after the step has begun: right after a jump, rounding alone could
  /// see it on either side.
  HILSPACE_INLINE S soon(Signal<S> x, Mask<S> constant) const {
    return select(constant, x.value, x.value + shortest * (x.rate + S(0.5) * shortest * x.acceleration));
  }
  HILSPACE_INLINE S soon(S rate, S acceleration) const { return rate + shortest * acceleration; }
};

/// The information about the step ahead at some point of a chain.
template <class S>
struct Outlook {
  S until;           // s to the next jump so far; within the horizon
  Mask<S> constant;  // whether the signal keeps its value until then
  Mask<S> jumps;     // whether it jumps there, or is likely to

  HILSPACE_INLINE static Outlook smooth(Horizon<S> horizon, Mask<S> constant = Mask<S>(false)) {
    return {horizon.longest, constant, Mask<S>(false)};
  }
};

}  // namespace hilspace
