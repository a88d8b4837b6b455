#pragma once
// Damping constants from what a frequency response shows at its resonances and antiresonances.
//
//   G(s) = K product over zeros {dz, wz} / product over poles {dp, wp},   {d, w} = 1 + 2 d s/w + s^2/w^2
//   |{d, w}|^2 at v = C + 4 D c,   C = (1 - v^2/w^2)^2,   c = v^2/w^2,   D = d^2
//
// With g the magnitude read at one of the frequencies v and k = (g/K)^2 that is one equation for each (B.9):
//
//   k product over poles (C + 4 Dp c) = product over zeros (C + 4 Dz c)
//
//   exact      its solution 0 < D < 1, by Newton's method
//   linear     what is left of it when products of D are dropped (B.11 to B.17): the first step of Newton's
//              method from D = 0. Off by up to 8 % of D for the published numbers, so take the exact one.
//
// Print's K = 10^(50/20) is 10^(-50/20): its magnitudes are dB with their sign (-33 ... -60), and with +50 no
// D is positive. Its d_p2^2 = 0.0006556 is a slip for 0.0006656. Source: Bondoky appendix B.

#include <span>
#include <vector>

namespace hilspace::rig {

/// An extreme of a frequency response.
struct Extreme {
  double frequency;  // w, rad/s
  double magnitude;  // |G(j w)|, in the unit of K
};

/// d^2, in the order of what was given.
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
