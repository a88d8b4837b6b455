#pragma once
// An androgynous unit: two equal rings with three petals each, which lean inwards and guide the edge of the
// other ring. The chaser's ring is on an attenuator, and carries pads and three pawls.
//
//   petal, edge   of both rings; a petal guides the other's edge
//   pad           points of the chaser's ring, evenly around x, half a step from y; they rest on
//   face          the plane of the target's ring
//   pawl          on the middle of each of the chaser's petals; snaps behind the bore of the target's edge
//
// Places of a pawl are (h, rho): along the docking axis, and away from it, in the axes of the ring.
// docs/theory-mechanisms.md, section 28, says which dimensions are public.

#include "mechanism/mount.hpp"

namespace hilspace::mechanism {

struct Parts;  // parts.hpp

struct AndrogynousSetup : Mount {
  double edge_radius;                                      // m
  double petal_radius, petal_height;                       // m, at the base; along x
  double petal_half_angle;                                 // rad
  double petal_half_width_base, petal_half_width_top;      // rad
  double pads, pad_radius;                                 // 1, m
  double hinge_h, hinge_rho, tip_h, tip_rho;               // m
  double root_h, root_rho, heel_h, heel_rho;               // m
  double bore_depth;                                       // m, between the two rims of the bore
  double pawl_preload, pawl_rate, pawl_travel, pawl_stop;  // N m, N m/rad, rad, N m/rad
};

Parts androgynous(const AndrogynousSetup& setup);

}  // namespace hilspace::mechanism
