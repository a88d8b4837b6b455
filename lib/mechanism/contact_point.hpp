#pragma once
// Contact point: where two surfaces are nearest, or overlap most. Result of every pair of primitives of a
// docking mechanism.
//
//   d   penetration, m, positive when they overlap (then the tip's centre is nearer than its radius)
//   n   unit normal: the direction in which the target pushes the chaser
//   Ct  point of the target's surface, from the origin of the target's mechanism frame, m
//
// All in the target's body axes. Rates follow from the motion: d' = -n . V, with V the rate of the tip's
// centre as seen in the rotating target frame. docs/theory-sixdof.md, section 9.

#include <Eigen/Core>

namespace hilspace::mechanism {

struct ContactPoint {
  double penetration;
  Eigen::Vector3d normal;
  Eigen::Vector3d point;
};

}  // namespace hilspace::mechanism
