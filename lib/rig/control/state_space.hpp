#pragma once
// State-space form of linear systems, continuous or sampled: how systems are connected and stepped in time.
//
//   x' = A x + b u   or   x(k+1) = A x(k) + b u(k),     y = c x + d u
//
//   realised   sections in cascade, states scaled by each section's frequency for a well-conditioned A
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
  double d = 1.0;  // without states: unit gain
};

/// Proper sections only (numerator degree at most the denominator's); else an InputError.
StateSpace realised(Sections sections);
StateSpace held(const StateSpace& continuous, double sample);
StateSpace sampled(Sections sections, double rate);
/// Delay by that many samples.
StateSpace delay(int samples);
StateSpace series(const StateSpace& first, const StateSpace& second);
StateSpace feedback(const StateSpace& open);
std::vector<Complex> poles(const StateSpace& system);

}  // namespace hilspace::rig
