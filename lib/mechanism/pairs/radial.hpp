#pragma once
// A point by its position along x, its distance from x, and the direction away from x.

#include <Eigen/Core>
#include <cmath>

#include "core/scalar.hpp"
#include "mechanism/contacts.hpp"
#include "mechanism/revolution.hpp"

namespace hilspace::mechanism::pairs {

struct Radial {
  double x, r;
  double ey, ez;  // on the axis (1, 0)

  HILSPACE_INLINE explicit Radial(const Eigen::Vector3d& p)
      : x(p.x()), r(std::sqrt(p.y() * p.y() + p.z() * p.z())), ey(1.0), ez(0.0) {
    if (r > 0.0) ey = p.y() / r, ez = p.z() / r;
  }
  HILSPACE_INLINE Eigen::Vector3d vector(double axial, double radial) const {
    return {axial, radial * ey, radial * ez};
  }
  /// The part of v away from the axis.
  double radial_part(const Eigen::Vector3d& v) const { return ey * v.y() + ez * v.z(); }
};

/// The nearest point of a circle about x, at x = 0.
inline Wall nearest_of_circle(double radius, double x, double r) {
  const double k = std::sqrt(x * x + (r - radius) * (r - radius));
  return k > 0.0 ? Wall{k, x / k, (r - radius) / k} : Wall{0.0, -1.0, 0.0};
}

/// Contact of a ball about p whose centre is at a given distance from a wall.
inline ContactPoint of_ball(double radius, const Eigen::Vector3d& p, const Radial& at, const Wall& wall) {
  const Eigen::Vector3d normal = at.vector(wall.axial, wall.radial);
  return {radius - wall.distance, normal, p - wall.distance * normal};
}

}  // namespace hilspace::mechanism::pairs
