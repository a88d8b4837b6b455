#pragma once
// What flows along a chain of instruments.

#include <cstddef>

#include "core/scalar.hpp"

namespace hilspace::instruments {

/// A quantity and its derivatives, in the unit of the quantity and seconds. `rate` is what a contact law
/// sees; a quantizer passes it through. `acceleration` serves the prediction of jumps only.
template <class S>
struct Signal {
  S value;
  S rate;
  S acceleration;
};

/// The step ahead: at most `longest`; a jump nearer than `shortest` counts as happening now.
template <class S>
struct Horizon {
  S longest;
  S shortest;
};

/// What is known about the step ahead at some point of a chain.
template <class S>
struct Outlook {
  S until;           // s to the next jump so far; within the horizon
  Mask<S> constant;  // whether the signal keeps its value until then

  HILSPACE_INLINE static Outlook smooth(Horizon<S> horizon) { return {horizon.longest, Mask<S>(false)}; }
};

// A stage is a template on the scalar with these members:
//
//   kStates                          number of continuous states
//   output(state, in)   -> Signal    what it shows, given its state and its input
//   derivative(state, in, out)       rates of its states
//   follow_ramp(in, state)           state in which it has followed a ramp for ever
//   freeze(state, in, horizon)       at the start of each step: holds what jumps until the step's end
//   look_ahead(state, in, before, horizon) -> Outlook   extends the outlook on its input to its output
//   settled(state, in, threshold) -> Mask   whether it is at rest around 0, for good, within threshold
//   zip(self, other, visit)          visits its coefficients pairwise, to load or unload a lane

}  // namespace hilspace::instruments
