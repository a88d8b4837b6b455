#pragma once
// Excitation: coloured noise as the command of an actuator that is to be identified.
//
//   u_k = mean + std z_k, within min ... max      z  white noise through 1/{0.707, 2 pi bandwidth}, standard
//                                                    deviation 1 (instruments/noise.hpp)
//
// The colour spares the actuator: its second resonances are worth exciting, what lies above is not. What is
// clipped does no harm, since u is known as it was sent. The mean should be half of the range: a piezo
// actuator is not linear over all of its stroke, and cannot pull. The numbers are a function of the seed.
// Source: Bondoky A.2.1.

#include <cstdint>
#include <vector>

#include "rig/control/linear_system.hpp"

namespace hilspace::rig {

struct ExcitationSetup {
  double duration = 10.0;  // s
  double rate = 75e3;      // Hz
  double mean = 0.5;       // of full scale, as std and the limits
  double std = 0.05;
  double bandwidth = 6e3;  // Hz; 0: white
  double min = 0.0, max = 1.0;
  std::uint64_t seed = 1;
};

std::vector<double> excitation(const ExcitationSetup& setup);

/// How far and how fast a plant is expected to swing about its mean: standard deviations of y and y', if
/// nothing is clipped.
///
///   of y:  std sqrt(integral of |G N|^2/integral of |N|^2)     N  1/{0.707, 2 pi bandwidth}; of y': w G N
struct Swing {
  double extension;  // m
  double velocity;   // m/s
};
Swing swing(Sections plant, const ExcitationSetup& setup);

}  // namespace hilspace::rig
