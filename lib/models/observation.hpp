#pragma once
// What can be observed of a model on one axis at an instant.

#include <array>

namespace hilspace::models {

/// Observable quantities of one model at one instant, SI.
template <class S>
struct Observation {
  S displacement;   // d, of the bodies
  S velocity;       // d'
  S penetration;    // a, as it enters the contact law
  S rate;           // a'
  S contact_force;  // Fc, at the interface; with a virtual part that of both
  S force;          // Fs, or F_in, that acts on the bodies
  S potential;      // J, recoverable energy of the contact
};

/// Spread about the observed mean if a quantizer is not resolved (core/signal.hpp).
template <class S>
struct Spread {
  S penetration = S(0.0);
  S contact_force = S(0.0);
  S force = S(0.0);
  S potential = S(0.0);
};

/// Observations of one model at the start, in the middle and at the end of a step.
template <class S>
using Views = std::array<Observation<S>, 3>;

}  // namespace hilspace::models
