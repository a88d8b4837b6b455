#pragma once
// Linear loop of an axial scenario: whether a contact that lasts is stable behind the testbed.
//
//   f(s) = m s^2 + Z(s) = 0,   Z = S [K A C] ...        unstable: a root with a positive real part
//
//   m  reduced mass              K = k + b s, the contact          A, B  actuator, force sensor
//   C  compensator of the command: 1; 1 + A1 s + A2 s^2; sum c_j e^(-j s tau); of a prediction, its first row
//   Z  with the force side: B K A C, times 1 + t s of its lead, plus b s of a damper;
//      secant     K (1 + (B - 1) A C)
//      smith      K A B C + Km - Km Am Bm C, with the model's contact and instruments
//
// A nonlinear contact counts by its tangent at the largest depth of the elastic impact. The number of roots to
// the right of a line comes from how often f/s^2 passes the negative real axis along it, and from its sign where the
// line begins. Delays and holds are exact but for the aliasing of holds.
// Limits: not seen are roots beside a resonance of an instrument that is narrower than a tenth of its frequency, or far
// beyond the contact's, and those at infinity that the second order of a lead makes of a contact's damping without any
// smoothing. Source: docs/theory-compensation.md.

#include <optional>

#include "models/axial_setup.hpp"

namespace hilspace::models {

/// Whether all motion of a contact that lasts grows more slowly than e^(growth t), 1/s. Empty: the compensator is
/// no linear one (ats, passivity, a damper by the observer or still to be found), the contact is hybrid or beyond
/// finite numbers, or the lag is so many times its duration that more points along the line would be needed than
/// are `left`, which falls by those that were looked at.
std::optional<bool> is_stable(const AxialSetup& setup, double growth, int& left);

/// The same of a single scenario; a point takes about 0.1 us.
inline constexpr int kMostPoints = 100'000;
inline std::optional<bool> is_stable(const AxialSetup& setup, double growth) {
  int left = kMostPoints;
  return is_stable(setup, growth, left);
}

}  // namespace hilspace::models
