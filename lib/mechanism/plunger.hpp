#pragma once
// Plunger: a latch that is pushed back along a line by a surface of revolution, and snaps out into a groove.
//
//   tip, u     its tip at rest and the direction it points in, in its own axes
//   s          how far it is pushed back:  tip(s) = tip - s u
//   D(s) = -k  of the tip against one chain of the surface (revolution.hpp), as if there were no groove
//   n          the chain's normal at the tip,  c = tip(s),  g = -n . u
//   snap       the tip at s is beyond x = edge by its half thickness, passive axes: the groove's front edge
//   latched    its front and its rear, half a thickness before and behind the tip, between the groove's walls
//              at x = edge and x = end:  d = edge - x of the rear, n = x;  d = x of the front - end, n = -x
//   slip       the tip at rest is in front of the edge, and clear of the surface
//
// A sensor is a plunger whose groove is never reached. docs/theory-mechanisms.md, section 24.

#include <array>
#include <cmath>

#include "mechanism/contact_point.hpp"
#include "mechanism/latch.hpp"
#include "mechanism/pose.hpp"
#include "mechanism/revolution.hpp"

namespace hilspace::mechanism {

struct Plunger {
  Eigen::Vector3d tip, direction;  // direction of length 1
  LatchSpring spring;              // N, N/m, m
  double half_thickness = 0.0;     // m, along x of its own axes
};

struct PlungerCatch {
  Revolution surface;
  std::size_t chain = 0;
  double edge;            // x of the groove's front, m
  double end = HUGE_VAL;  // x of its rear; infinite: there is none
};

/// Armed; pose of the plunger's axes in those of the surface. Held to be pushed it has its s <= 0 where it is
/// free.
Pushed push(const Plunger& plunger, const PlungerCatch& met, const Pose& pose, bool held = false);

/// D(0). m
double rest_overlap(const Plunger& plunger, const PlungerCatch& met, const Pose& pose);

/// >= 0 until the plunger snaps, m.
inline double snap_margin(const Pushed& pushed, const PlungerCatch& met, double half_thickness = 0.0) {
  return met.edge + half_thickness - pushed.tip;
}

/// Latched: at the groove's front, and at its rear.
std::array<ContactPoint, 2> hold(const Plunger& plunger, const PlungerCatch& met, const Pose& pose);
/// >= 0 until it slips, m.
double slip_margin(const Plunger& plunger, const PlungerCatch& met, const Pose& pose);

}  // namespace hilspace::mechanism
