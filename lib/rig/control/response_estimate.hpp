#pragma once
// Frequency response from measured input and output: cross and auto spectra, averaged over segments (Welch).
//
//   G(j w) = Suy/Suu                                                                                 (A.5)
//   Suy = mean of U* Y,   Suu = mean of U* U      the transforms of the correlations          (A.6, A.7)
//   coherence = |Suy|^2/(Suu Syy)                 1: y is linear in u alone; less: noise, or nonlinearity
//   error = |G| sqrt((1 - coherence)/(2 n coherence)), standard error of the real and of the imaginary part
//
// U, Y are transforms of segments of the records (mean removed) under a Hann window that overlap by half; n =
// their number/(1 + 1/18), because overlapping segments are correlated. Neighbouring frequencies are one bin
// apart and correlated too: under this window w +- 1 bin correlates with w by (2/3)^2. A resonance must be
// wide compared with a bin: 2 d w >> 2 pi rate/segment, otherwise the window flattens it.
//
// u and y are sampled at the same instants. Where the converter holds u between samples, Suy/Suu is the
// response of hold and plant together (identify.hpp removes the hold).
// Sources: Bondoky A.2.1; Bendat, Piersol, Random Data, chapter 9; Welch, IEEE Trans. AU-15 (1967).

#include <cstddef>
#include <span>
#include <vector>

#include "rig/control/linear_system.hpp"

namespace hilspace::rig {

struct ResponseEstimate {
  std::vector<double> frequency;  // rad/s, rising, without 0 and without half the rate
  std::vector<Complex> response;  // G(j w)
  std::vector<double> coherence;  // 0...1
  std::vector<double> error;      // standard error of real and imaginary part, in the unit of G
  double averages = 0.0;          // n
};

struct SpectrumSetup {
  double rate = 75e3;           // Hz
  std::size_t segment = 32768;  // samples
};

/// InputError: records of different lengths, fewer than 8 segments, or values that are not finite.
ResponseEstimate estimate_response(std::span<const double> input, std::span<const double> output,
                                   const SpectrumSetup& setup);

}  // namespace hilspace::rig
