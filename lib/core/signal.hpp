#pragma once
// Signals between bodies, instruments and contact, and the prediction of their behaviour within the next
// step.

#include <cstddef>

#include "core/scalar.hpp"

namespace hilspace {

/// A quantity and its derivatives, in the unit of the quantity and seconds. `rate` is the input of a contact
/// law; a quantizer passes it through, so it need not be the derivative of `value`. `acceleration`, the
/// derivative of `rate`, is used for predicting jumps only. `spread` is the amplitude of the true signal's
/// jumps around `value`, evenly to both sides, where they are too many to resolve individually
/// (quantizer.hpp).
template <class S>
struct Signal {
  S value;
  S rate;
  S acceleration;
  S spread = S(0.0);
};

/// The next step.
template <class S>
struct Horizon {
  S longest;            // s, its maximum length
  S shortest;           // s; a jump closer than this counts as immediate
  S now;                // s, its start time
  bool located = true;  // whether the solver locates every jump and controls its own error

  /// The signal shortly after the start of the step: immediately after a jump, rounding could place it on
  /// either side.
  HILSPACE_INLINE S soon(Signal<S> x, Mask<S> constant) const {
    return select(constant, x.value, x.value + shortest * (x.rate + S(0.5) * shortest * x.acceleration));
  }
  HILSPACE_INLINE S soon(S rate, S acceleration) const { return rate + shortest * acceleration; }
};

/// Prediction for the next step at some point of a chain.
template <class S>
struct Outlook {
  S until;           // s to the next known jump; within the horizon
  Mask<S> constant;  // whether the signal is constant until then
  Mask<S> jumps;     // whether it jumps then, or may jump
  /// Whether it has jumped and is smooth from there on: what follows it may still ring.
  Mask<S> jumped = Mask<S>(false);

  HILSPACE_INLINE static Outlook smooth(Horizon<S> horizon, Mask<S> constant = Mask<S>(false)) {
    return {horizon.longest, constant, Mask<S>(false)};
  }
};

}  // namespace hilspace
