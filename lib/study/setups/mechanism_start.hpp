#pragma once
// Where a mechanism of features is at the start of a scenario, and what overlaps there: a run that starts in a
// contact starts with a force, which is rarely meant.

#include <string>
#include <vector>

#include "models/sixdof_setup.hpp"

namespace hilspace::study {

struct StartOverlap {
  std::string chaser, target;  // features
  double depth;                // m, the deepest of their contacts
};
struct MechanismStart {
  double port;  // m, of the chaser's along x of the target's
  std::vector<StartOverlap> overlaps;
  bool meets = true;  // false: nothing touches on a straight way from there
};

/// Of a setup with features. The link is where it is at rest.
MechanismStart mechanism_start(const models::SixDofSetup& setup);

}  // namespace hilspace::study
