#pragma once
// The loop of an axial model at one instant: what costs most of a step, so that it is worked out once for the right-hand side,
// the observations and the memories of delays (axial_model.hpp). It stays right while a delay records the step to its end, since
// no step is longer than a delay.

#include <type_traits>

#include "core/signal.hpp"

namespace hilspace::models {

/// Signals that only a compensator asks for: without one they would cost as much as the rest of a step.
template <class S>
struct LoopSignals {
  Signal<S> command, contact_force, force;
  Signal<S> sensed;              // what the compensator gets of the sensor
  Signal<S> measured, computed;  // with a virtual part: what the sensor gives, and what is added
};
struct NoLoopSignals {};

/// kCompensated: with a compensator.
template <class S, bool kCompensated>
struct AxialView {
  Signal<S> interface;     // a, a'
  S contact_force, force;  // at the interface, and on the bodies, N
  S acceleration;          // d''
  [[no_unique_address]] std::conditional_t<kCompensated, LoopSignals<S>, NoLoopSignals> signals;
};

/// Of models whose loop costs less to work out anew than to keep: there a compiler sees what is the same.
struct NoAxialView {};

}  // namespace hilspace::models
