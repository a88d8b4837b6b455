#pragma once
// The geometry of both halves of a docking mechanism as plain numbers in SI. drogue.hpp, plane.hpp
// and assembly.hpp say what follows from it.

#include <limits>
#include <memory>
#include <optional>

#include "mechanism/hook_setup.hpp"
#include "mechanism/kind.hpp"
#include "mechanism/link_setup.hpp"

namespace hilspace::mechanism {

class Assembly;

struct Setup {
  MechanismKind kind = MechanismKind::drogue;
  double tip_radius = 0.025;     // rp, m, > 0; of drogue and plane
  double cylinder_radius = 0.0;  // rc, m, > rp; of the drogue, as all below
  double cylinder_length = 0.0;  // lc, m, > 0
  double frustum_length = 0.0;   // lf, m, > 0
  double half_angle = 0.0;       // th, rad, in (0, pi/2)
  // Of features, as all below.
  std::shared_ptr<const Assembly> assembly = nullptr;          // shared by the scenarios that have the same
  double start_at = -std::numeric_limits<double>::infinity();  // m, of the chaser's port along x; infinite:
                                                               // just before the first touch
  double docked_at = std::numeric_limits<double>::infinity();  // m, likewise, where it has docked
  std::optional<LinkSetup> link = std::nullopt;                // none: features of the chaser alone
  HardCapture hard = {};                                       // what follows a capture; none: nothing
  friend bool operator==(const Setup&, const Setup&) = default;
};

}  // namespace hilspace::mechanism
