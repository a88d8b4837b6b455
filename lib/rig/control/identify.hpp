#pragma once
// Identification of the actuator: second-order sections from the recorded command and measurement, and their
// deviation from the model in use.
//
//   excitation.hpp         u, coloured noise
//   response_estimate.hpp  u, y -> G(j w) with coherence and error
//   fit_sections.hpp       G(j w) -> K, {d, w} of poles and zeros, with standard errors
//   damping_constants.hpp  the magnitudes at those w -> d as a cross-check (appendix B)
//
// The whole plant (u -> y) has three pairs of poles (amplifier, two of the piezo) and a pair of zeros; the
// amplifier alone (u -> its output) has one pair of poles; the piezo alone (amplifier's output -> y) has the
// others, and no hold. Source: Bondoky A.2.

#include <string>
#include <vector>

#include "rig/control/damping_constants.hpp"
#include "rig/control/fit_sections.hpp"

namespace hilspace::rig {

struct IdentifySetup {
  SpectrumSetup spectrum;
  FitSetup fit;
  std::vector<instruments::Section> sensor{};  // position sensor's dynamics, divided out
};

struct Identification {
  ResponseEstimate measured;
  FitSetup setup;
  FittedModel fitted;
  /// d, not d^2, from the magnitudes measured at the fitted frequencies; empty where there is no solution.
  DampingConstants from_magnitudes;
};

/// `command` and `position` (m) are sampled in the same cycles.
Identification identify(std::span<const double> command, std::span<const double> position,
                        const IdentifySetup& setup);

/// A pole or zero of the model in use, and the nearest identified one.
struct Shift {
  Resonance in_use, identified;
};
struct ModelComparison {
  double gain_in_use, gain;
  std::vector<Shift> poles, zeros;  // as many as both models have
  double difference;                // largest |G identified/G in use - 1| over the fitted range
  double difference_frequency;      // rad/s, where that occurs
};
ModelComparison compare(const Identification& identification, Sections in_use);

std::string text(const Identification& identification);
std::string text(const ModelComparison& comparison);

}  // namespace hilspace::rig
