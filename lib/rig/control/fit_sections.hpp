#pragma once
// Fit of second-order sections to a measured frequency response.
//
//   G(s) = K product of {dz, wz} / product of {dp, wp},   {d, w} = 1 + 2 d s/w + s^2/w^2
//   model of the measurement   M(j w) = G(j w) Z(j w) exp(-j w D)
//   hold                       Z(j w) = (1 - exp(-j w T))/(j w T), T = 1/hold_rate; without one: 1
//
//   K, dz, wz, dp, wp (and D)   such that   sum over frequencies |(M - measured)/error|^2   is least
//
// The sum is not linear in its unknowns (Levenberg-Marquardt) and has local minima. The initial values come
// from linear least squares for the coefficients of numerator and denominator, iterated with the previous
// denominator as weight (Levy; Sanathanan, Koerner). That needs no initial guess of the peaks and also finds
// those that are too broad to stand out. wp, wz, dp > 0; a zero may lie in the right half-plane (dz < 0).
//
// Standard errors are those of the linearised problem, times sqrt(1.94) for correlated bins
// (response_estimate.hpp) and times sqrt(misfit) where that is above 1. misfit = sum/(degrees of freedom) is
// near 1 for an adequate model, and far above 1 when the plant has more poles or hold or delay are not as
// given. Sources: Bondoky A.2.2; Levy, IRE Trans. AC-4 (1959); Sanathanan, Koerner, IEEE Trans. AC-8 (1963).

#include <cstddef>
#include <numbers>
#include <vector>

#include "rig/control/response_estimate.hpp"

namespace hilspace::rig {

struct FitSetup {
  std::size_t poles = 3, zeros = 1;             // pairs; at most as many zeros as poles
  double from = 2.0 * std::numbers::pi * 50.0;  // rad/s, fitted range
  double to = 2.0 * std::numbers::pi * 8e3;
  double hold_rate = 75e3;  // Hz; 0: the input is not held
  double delay = 0.0;       // D, s
  bool free_delay = false;  // D is fitted too, starting from that value
};

/// {d, w} with standard errors; infinite where the data do not determine them.
struct Resonance {
  double frequency = 0.0, damping = 0.0;  // w rad/s, d
  double frequency_error = 0.0, damping_error = 0.0;
};

struct FittedModel {
  double gain = 0.0, gain_error = 0.0;    // K
  std::vector<Resonance> poles, zeros;    // in rising order of frequency
  double delay = 0.0, delay_error = 0.0;  // D, s
  double misfit = 0.0;

  /// Pairs each zero with the nearest pole; K is in the first section.
  std::vector<instruments::Section> sections() const;
};

/// InputError: orders or frequencies that cannot be fitted. RunError: no fit was found.
FittedModel fit_sections(const ResponseEstimate& measured, const FitSetup& setup);

/// Z(j w) exp(-j w D).
Complex hold_and_delay(double frequency, const FitSetup& setup);

}  // namespace hilspace::rig
