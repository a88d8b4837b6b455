#pragma once
// State-space form of linear systems, continuous or sampled: how systems are put together and step in time.
//
//   x' = A x + b u   or   x(k+1) = A x(k) + b u(k),     y = c x + d u
//
//   realised   sections in cascade, states scaled by each section's frequency so that A is well conditioned
//   held       the same behind a zero-order hold, exact: (Ad, bd) from exp([A b; 0 0] T)
//   sampled    sections as a computer runs them: instruments::bilinear, section by section
//   feedback   L -> L/(1 + L)
//
// Poles are the eigenvalues of A.

#include <vector>

#include "numerics/matrix.hpp"
#include "rig/control/linear_system.hpp"

namespace hilspace::rig {

struct StateSpace {
  numerics::Matrix a{};  // n x n
  std::vector<double> b{}, c{};
  double d = 1.0;  // without states: the identity
};

/// Sections without a higher order above than below; else an InputError.
StateSpace realised(Sections sections);
StateSpace held(const StateSpace& continuous, double sample);
StateSpace sampled(Sections sections, double rate);
/// By so many samples.
StateSpace delay(int samples);
StateSpace series(const StateSpace& first, const StateSpace& second);
StateSpace feedback(const StateSpace& open);
std::vector<Complex> poles(const StateSpace& system);

}  // namespace hilspace::rig
