#pragma once
// Identification of the actuator: from what was sent and what was measured to second-order sections, and how
// they differ from the model in use.
//
//   excitation.hpp         u, coloured noise
//   response_estimate.hpp  u, y -> G(j w) with coherence and error
//   fit_sections.hpp       G(j w) -> K, {d, w} of poles and zeros, with standard errors
//   damping_constants.hpp  the magnitudes at those w -> d once more, after appendix B
//
// The whole plant (u -> y) has three pairs of poles (amplifier, two of the piezo) and a pair of zeros; the
// amplifier alone (u -> its output) one pair of poles; the piezo alone (amplifier's output -> y) the rest,
// and no hold. Source: Bondoky A.2.

#include <string>
#include <vector>

#include "rig/control/damping_constants.hpp"
#include "rig/control/fit_sections.hpp"

namespace hilspace::rig {

struct IdentifySetup {
  SpectrumSetup spectrum;
  FitSetup fit;
  std::vector<instruments::Section> sensor{};  // between the position and what shows it: divided out
};

struct Identification {
  ResponseEstimate measured;
  FitSetup setup;
  FittedModel fitted;
  /// d, not d^2, from the magnitudes measured at the fitted frequencies; empty where there is no solution.
  DampingConstants from_magnitudes;
};

/// `command` and `position` (m) of the same cycles.
Identification identify(std::span<const double> command, std::span<const double> position,
                        const IdentifySetup& setup);

/// A pole or a zero of the model in use, and the one identified that is nearest to it.
struct Shift {
  Resonance in_use, identified;
};
struct ModelComparison {
  double gain_in_use, gain;
  std::vector<Shift> poles, zeros;  // as many as both have
  double difference;                // most of |G identified/G in use - 1| over what was fitted
  double difference_frequency;      // rad/s, where
};
ModelComparison compare(const Identification& identification, Sections in_use);

std::string text(const Identification& identification);
std::string text(const ModelComparison& comparison);

}  // namespace hilspace::rig
