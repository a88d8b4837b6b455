#pragma once
// Pawl: a rotary latch that is turned inwards by the rim of a bore, and snaps out behind it.
//
//   (h, rho)   hinge, tip, root, heel of the pawl in its plane, z = 0 of its axes: h along x, rho along y, m
//   s          its angle from rest; grows as the tip turns away from the rim (from x to y about z)
//   tip-root   direct surface: glides on the front edge, then the tip on the bore
//   tip-heel   inverse surface: meets the back edge when latched
//   R, depth   radius and depth of the bore: material at 0 <= x <= depth, r >= R, passive axes
//
//   D(s) = r - R  of the point where the direct surface crosses x = 0; of the tip, once that is beyond.
//          The bore counts as endless: the tip is pushed until it has passed the back edge, wherever it
//          would be at rest
//   front edge    n = L x T turned inwards        bore   n = -e        g = axis . ((c - hinge) x n)
//   snap          the tip at s is beyond x = depth
//   latched       common normal of tip-heel and back edge: n = L x T turned to +x, d = -n . (A - Q), c = Q,
//                 where its foot lies before the heel
//   slip          there d > 0, and the foot lies beyond the tip: the edge comes free of it
//
// docs/theory-mechanisms.md, section 24.

#include <optional>

#include "core/vec.hpp"
#include "mechanism/contact_point.hpp"
#include "mechanism/latch.hpp"
#include "mechanism/pose.hpp"

namespace hilspace::mechanism {

struct Pawl {
  Vec2 hinge, tip, root, heel;  // (h, rho)
  LatchSpring spring;           // N m, N m/rad, rad
};

struct PawlCatch {
  double radius;  // R
  double depth;
};

/// What the bore meets of an armed pawl: as the pose says, or held for a step, so that neither branch ends.
enum class PawlBranch { by_pose, surface, tip };

/// Armed; pose of the pawl's axes in those of the bore. By pose it is free where D(0) <= 0; a held branch has
/// its s there too, <= 0.
Pushed push(const Pawl& pawl, const PawlCatch& met, const Pose& pose,
            PawlBranch branch = PawlBranch::by_pose);

/// D(0), by pose. m
double rest_overlap(const Pawl& pawl, const PawlCatch& met, const Pose& pose);

/// >= 0 until the pawl snaps, m.
inline double snap_margin(const Pushed& pushed, const PawlCatch& met) { return met.depth - pushed.tip; }

/// Latched. The surface goes on beyond the tip, so that no force ends before the pawl slips.
std::optional<ContactPoint> hold(const Pawl& pawl, const PawlCatch& met, const Pose& pose);
/// >= 0 until it slips, m.
double slip_margin(const Pawl& pawl, const PawlCatch& met, const Pose& pose);

}  // namespace hilspace::mechanism
