#pragma once
// A probe-and-cone unit: a spherical head on a spring, with plungers around it, finds its way down a cone into
// a socket, and its plungers snap into a groove there.
//
//   head          a ball, its centre in the port; a rod behind it
//   cone          socket, its bottom at x = 0, and the cone from there to its mouth
//   socket rim, mouth   where the rod touches
//   plunger       evenly around x, half a step from y, across the head
//
// docs/theory-mechanisms.md, section 28, says which dimensions are public.

#include "mechanism/mount.hpp"

namespace hilspace::mechanism {

struct Parts;  // parts.hpp

struct ProbeConeSetup : Mount {
  double head_radius, rod_radius, rod_length;                          // m
  double socket_radius, socket_depth, mouth_radius, mouth_depth;       // m, depths from the bottom
  double plungers, plunger_tip, plunger_half_thickness;                // 1, m from the axis, m
  double groove_front, groove_rear;                                    // m, x
  double plunger_preload, plunger_rate, plunger_travel, plunger_stop;  // N, N/m, m, N/m
};

Parts probe_cone(const ProbeConeSetup& setup);

}  // namespace hilspace::mechanism
