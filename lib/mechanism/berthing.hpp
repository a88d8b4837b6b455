#pragma once
// A berthing unit as in [Y] 2: a capture head on an attenuator goes down a cone into a socket, and plungers
// hold it there. Rollers on the chaser align it with the cone, and the rods of a limit device bound its tilt.
//
//   nose          a ball in front, its centre in the port; guides the head down to the bottom of the socket
//   flank         generatrices of the head's cone, from nose to base; they meet the socket's rim
//   base          the ring at the widest place of the head; meets cone, rim and bore
//   plunger       evenly around x between nose and base; snaps into the groove of the socket
//   roller        balls on levers of the chaser's body; roll on the cone
//   limit         rods of the chaser's body, which meet the mouth, and their ends, which meet the cone
//
// A ring of flanks stands for a cone that meets a circle; its number is a matter of accuracy.

#include "mechanism/mount.hpp"

namespace hilspace::mechanism {

struct Parts;  // parts.hpp

struct BerthingSetup : Mount {
  double nose_radius, base_radius, base_tube, base_place;         // m; behind the nose's centre
  double flanks;                                                  // 1
  double socket_radius, socket_depth, mouth_radius, mouth_depth;  // m, depths from the bottom
  double plungers, plunger_place, plunger_tip;                    // 1, m behind the nose, m from the axis
  double plunger_half_thickness, groove_front, groove_rear;       // m
  double plunger_preload, plunger_rate, plunger_travel, plunger_stop;  // N, N/m, m, N/m
  double rollers, roller_radius, roller_place, roller_circle;  // 1, m, m behind the nose, m from the axis
  double limit_rods, limit_radius, limit_place, limit_circle, limit_length;  // likewise
};

Parts berthing(const BerthingSetup& setup);

}  // namespace hilspace::mechanism
