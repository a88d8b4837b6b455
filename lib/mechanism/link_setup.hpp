#pragma once
// The link as plain numbers: a rigid body on springs and dampers between one of the bodies, its carrier, and what
// it carries of the mechanism: the ring of an attenuator, the head of a probe. models/sixdof_link.hpp has its law.
//
// It stands about the port of its carrier, its centre of mass there and its axes those of the carrier while nothing
// pushes it. Stiffness and damping along x, y, z, then about them.

#include <array>

#include "core/vec.hpp"

namespace hilspace::mechanism {

struct LinkSetup {
  double mass = 0.0;                  // kg, > 0
  Vec3 inertia{};                     // kg m2, > 0, about x, y, z
  std::array<double, 6> stiffness{};  // N/m, N m/rad, >= 0
  std::array<double, 6> damping{};    // N s/m, N m s/rad, >= 0
  bool on_target = false;             // its carrier; false: the chaser
  friend bool operator==(const LinkSetup&, const LinkSetup&) = default;
};

}  // namespace hilspace::mechanism
