#pragma once
// The link of a ready-made unit: a body of revolution about the docking axis, on springs and dampers that are
// the same to all sides.

#include "mechanism/link_setup.hpp"

namespace hilspace::mechanism {

struct Mount {
  double mass;                                                   // kg
  double roll_inertia, tilt_inertia;                             // kg m2, about x, and across it
  double axial_stiffness, lateral_stiffness, angular_stiffness;  // N/m, N/m, N m/rad about any axis
  double axial_damping, lateral_damping, angular_damping;        // N s/m, N s/m, N m s/rad
};

inline LinkSetup link_on(const Mount& its) {
  const double kr = its.angular_stiffness, cr = its.angular_damping;
  return {its.mass,
          {its.roll_inertia, its.tilt_inertia, its.tilt_inertia},
          {its.axial_stiffness, its.lateral_stiffness, its.lateral_stiffness, kr, kr, kr},
          {its.axial_damping, its.lateral_damping, its.lateral_damping, cr, cr, cr}};
}

}  // namespace hilspace::mechanism
