#pragma once
// Sphere on a plane across the docking axis, through the target's port: x = 0, with the target behind it.
//
//   P  centre of the sphere, m     rp  its radius, m
//   k = -Px,  d = rp - k,  n = (-1, 0, 0),  Ct = P - k n

#include <limits>

#include "mechanism/mechanism.hpp"

namespace hilspace::mechanism {

struct Plane {
  double tip_radius;

  explicit Plane(const Setup& setup) : tip_radius(setup.tip_radius) {}

  ContactPoint contact(const Eigen::Vector3d& centre) const {
    return {tip_radius + centre.x(), {-1.0, 0.0, 0.0}, {0.0, centre.y(), centre.z()}};
  }

  // No base, no exit, no mouth, no bend; it starts at the surface.
  static double advance_left(const Eigen::Vector3d&) { return std::numeric_limits<double>::infinity(); }
  static double way_out(const Eigen::Vector3d&) { return std::numeric_limits<double>::infinity(); }
  static double to_mouth(const Eigen::Vector3d&) { return std::numeric_limits<double>::infinity(); }
  static bool outside(const Eigen::Vector3d&) { return false; }
  static double bend(const Eigen::Vector3d&) { return std::numeric_limits<double>::infinity(); }
  double start() const { return -tip_radius; }
  static bool meets_again() { return false; }
};

}  // namespace hilspace::mechanism
