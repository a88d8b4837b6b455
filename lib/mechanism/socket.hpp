#pragma once
// What units with a cone have in common: the profile of cone and socket, and plungers that snap into a groove.

#include <string>
#include <vector>

#include "mechanism/parts.hpp"

namespace hilspace::mechanism {

/// Socket and cone as a profile, from the axis to the mouth.
std::vector<Vec2> cone_profile(double socket_radius, double socket_depth, double mouth_radius,
                               double mouth_depth);

/// Plungers evenly around x, half a step from y, at x of the carrier's axes.
struct PlungerSet {
  double count, x, tip, half_thickness;  // 1, m
  double groove_front, groove_rear;      // m
  double preload, rate, travel, stop;    // N, N/m, m, N/m
};
LatchSetup plungers_in(const std::string& caught, const PlungerSet& setup);

}  // namespace hilspace::mechanism
