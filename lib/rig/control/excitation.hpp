#pragma once
// Excitation: coloured noise as the command for identifying an actuator.
//
//   u_k = mean + std z_k, within min ... max      z  white noise through 1/{0.707, 2 pi bandwidth}, standard
//                                                    deviation 1 (instruments/noise.hpp)
//
// The colour protects the actuator: its second resonances are worth exciting, higher frequencies are not.
// Clipping is harmless, since u is recorded as sent. The mean should be mid-range: a piezo actuator is not
// linear over all of its stroke and cannot pull. The sequence depends on the seed alone. Source: Bondoky
// A.2.1.

#include <cstdint>
#include <vector>

#include "rig/control/linear_system.hpp"

namespace hilspace::rig {

struct ExcitationSetup {
  double duration = 10.0;  // s
  double rate = 75e3;      // Hz
  double mean = 0.5;       // of full scale, like std and the limits
  double std = 0.05;
  double bandwidth = 6e3;  // Hz; 0: white
  double min = 0.0, max = 1.0;
  std::uint64_t seed = 1;
};

std::vector<double> excitation(const ExcitationSetup& setup);

/// Expected motion of a plant about its mean: standard deviations of y and y', without clipping.
///
///   of y:  std sqrt(integral of |G N|^2/integral of |N|^2)     N  1/{0.707, 2 pi bandwidth}; of y': w G N
struct ExcitedMotion {
  double extension;  // m
  double velocity;   // m/s
};
ExcitedMotion excited_motion(Sections plant, const ExcitationSetup& setup);

}  // namespace hilspace::rig
