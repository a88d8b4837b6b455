#pragma once
// Plunger: a latch that is pushed back along a line by a surface of revolution, and snaps out into a groove.
//
//   tip, u     its tip at rest and the direction it points in, in its own axes
//   s          how far it is pushed back:  tip(s) = tip - s u
//   D(s) = -k  of the tip against one chain of the surface (revolution.hpp), as if there were no groove
//   n          the chain's normal at the tip,  c = tip(s),  g = -n . u
//   snap       the tip at s is beyond x = edge, passive axes: the groove's front edge
//
// A sensor is a plunger whose groove is never reached. docs/theory-mechanisms.md, section 24.

#include "mechanism/latch.hpp"
#include "mechanism/pose.hpp"
#include "mechanism/revolution.hpp"

namespace hilspace::mechanism {

struct Plunger {
  Eigen::Vector3d tip, direction;  // direction of length 1
  LatchSpring spring;              // N, N/m, m
};

struct PlungerCatch {
  Revolution surface;
  std::size_t chain = 0;
  double edge;  // x of the groove, m
};

/// Armed; pose of the plunger's axes in those of the surface.
Pushed push(const Plunger& plunger, const PlungerCatch& met, const Pose& pose);

/// >= 0 until the plunger snaps, m.
inline double snap_margin(const Pushed& pushed, const PlungerCatch& met) { return met.edge - pushed.tip; }

}  // namespace hilspace::mechanism
