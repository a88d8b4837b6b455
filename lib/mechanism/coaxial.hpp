#pragma once
// Seats that are exactly coaxial: where two features first touch on a straight way in, every direction around an
// axis is as near, and one is taken. The least motion to the other side turns the contact over: its force jumps.
// docs/theory-mechanisms.md, section 23, "Where there is no normal".

#include <Eigen/Core>

#include <limits>

#include "mechanism/assembly.hpp"

namespace hilspace::mechanism {

/// How far the port may go on, m.
struct Reach {
  double bodies;        // behind their first touch
  double link, travel;  // of the link behind its first touch, and of the bodies behind that
};

/// A pair that so touches before others end its way, with the port straight along x at (y, z), turned by `turn`; none:
/// null. What lies before `start_at`, where the port begins, is not met.
const Assembly::Pair* coaxial(const Assembly& assembly, const Eigen::Matrix3d& turn, double y, double z,
                              const Reach& reach, double start_at = -std::numeric_limits<double>::infinity());

}  // namespace hilspace::mechanism
