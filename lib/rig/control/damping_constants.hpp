#pragma once
// Damping constants from the magnitudes of a frequency response at its resonances and antiresonances.
//
//   G(s) = K product over zeros {dz, wz} / product over poles {dp, wp},   {d, w} = 1 + 2 d s/w + s^2/w^2
//   |{d, w}|^2 at v = C + 4 D c,   C = (1 - v^2/w^2)^2,   c = v^2/w^2,   D = d^2
//
// Let g be the magnitude read at a frequency v, and k = (g/K)^2. Each extreme gives one equation (B.9):
//
//   k product over poles (C + 4 Dp c) = product over zeros (C + 4 Dz c)
//
//   exact      its solution 0 < D < 1, by Newton's method
//   linear     the same without products of D (B.11 to B.17): the first Newton step from D = 0. Its error is
//   up to
//              8 % of D for the published numbers, so use the exact one.
//
// Errata of the source: its K = 10^(50/20) should read 10^(-50/20), since its magnitudes are dB with their
// sign (-33 ... -60) and no D is positive with +50; its d_p2^2 = 0.0006556 should read 0.0006656. Source:
// Bondoky appendix B.

#include <span>
#include <vector>

namespace hilspace::rig {

/// A resonance or antiresonance of a frequency response.
struct Extreme {
  double frequency;  // w, rad/s
  double magnitude;  // |G(j w)|, in the unit of K
};

/// d^2, in the order of the input.
struct DampingConstants {
  std::vector<double> poles, zeros;
};

/// InputError where equations have no unique solution: two extremes at the same frequency, no magnitude.
DampingConstants linear_damping_constants(double gain, std::span<const Extreme> poles,
                                          std::span<const Extreme> zeros);
/// RunError where no solution has all d^2 between 0 and 1: the magnitudes fit no such system.
DampingConstants damping_constants(double gain, std::span<const Extreme> poles,
                                   std::span<const Extreme> zeros);

}  // namespace hilspace::rig
