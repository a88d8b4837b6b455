#pragma once
// A sphere inside a drogue: a hollow cylinder, closed at its base, that opens into a hollow cone.
//
//   s = -Px  distance of the sphere's centre from the base, along the axis, m
//   i        its distance from the axis, m
//   a = s - lc,  end = lc + lf,  rm = rc + lf tan th
//   j        distance from the wall across the axis, m
//   k        distance from the wall, m; negative beyond it
//   rp       radius of the sphere, m                    rc, lc  radius and length of the cylinder, m
//   lf, th   length of the cone, m, and its half-angle  thz     angle of n
//
//   zone      where                          nearest is      j                  k                 thz
//   cylinder  s <= lc                        the cylinder    rc - i             j                 0
//   edge      lc < s <= lc + J sin th cos th the edge        rc - i             hypot(a, j)       atan2(a, j)
//   cone      farther out                    the cone        J                  j cos th          th
//   rim       s - k sin th > end             the rim         rm - i             hypot(s - end, j) as the edge
//             (k, J of the cone: J = rc + a tan th - i)
//
//   d = rp - k,  n = (-sin thz, -cos thz e),  Ct = P - k n,  e = (Py, Pz)/i
//
// d and n are continuous across the zones, so a contact keeps its energy on its way from one to the next. On
// the axis every e is equally near; one is taken. The base is not a wall: a tip that reaches it (s <= rp) has
// docked. The source has no rim zone: there the contact would vanish with the force still on. Source: Bondoky
// 6.16 to 6.30, with zone B's angle atan2(a, j) and one direction of x; docs/theory-sixdof.md, section 9.
//
// A centre beyond the wall is one that was pressed in from inside by more than rp, unless it is beside the drogue: behind
// the plane of the mouth, s < end, and farther out than the rim, i > rm. There only a way around the rim leads, on which
// k is the distance from a thin wall seen from its back. Such a tip has missed.

#include <cmath>

#include "mechanism/mechanism.hpp"

namespace hilspace::mechanism {

enum class Zone { cone, edge, cylinder, rim };

struct Drogue {
  static constexpr double kClearance = 0.05;  // m, between mouth and centre once the probe has left

  double tip_radius, cylinder_radius, cylinder_length;
  double length;        // from the base to the mouth, m
  double mouth_radius;  // m
  double sine, cosine, tangent;

  explicit Drogue(const Setup& setup)
      : tip_radius(setup.tip_radius),
        cylinder_radius(setup.cylinder_radius),
        cylinder_length(setup.cylinder_length),
        length(setup.cylinder_length + setup.frustum_length),
        mouth_radius(setup.cylinder_radius + setup.frustum_length * std::tan(setup.half_angle)),
        sine(std::sin(setup.half_angle)),
        cosine(std::cos(setup.half_angle)),
        tangent(std::tan(setup.half_angle)) {}

  Zone zone(const Eigen::Vector3d& centre) const { return nearest(-centre.x(), off_axis(centre)).zone; }

  ContactPoint contact(const Eigen::Vector3d& centre) const {
    const double i = off_axis(centre);
    const Nearest wall = nearest(-centre.x(), i);
    const Eigen::Vector3d outwards =
        i > 0.0 ? Eigen::Vector3d(0.0, centre.y() / i, centre.z() / i) : Eigen::Vector3d(0.0, 1.0, 0.0);
    const Eigen::Vector3d normal(-wall.sine, -wall.cosine * outwards.y(), -wall.cosine * outwards.z());
    return {tip_radius - wall.distance, normal, centre - wall.distance * normal};
  }

  /// Distance of the sphere from the base, s - rp. m
  double advance_left(const Eigen::Vector3d& centre) const { return -centre.x() - tip_radius; }

  /// Distance to travel outwards until it has left the drogue for good. m
  double way_out(const Eigen::Vector3d& centre) const { return length + kClearance + centre.x(); }

  /// Distance to travel inwards to the plane of the mouth; negative behind it. m
  double to_mouth(const Eigen::Vector3d& centre) const { return -centre.x() - length; }

  /// Whether it is farther from the axis than the rim. With to_mouth() < 0 it is beside the drogue.
  bool outside(const Eigen::Vector3d& centre) const { return off_axis(centre) > mouth_radius; }

  /// Radius at which the wall curves away from a path: d'' <= V^2/bend + |P''|. m
  static double bend(const Eigen::Vector3d& centre) { return off_axis(centre); }

  /// Initial position: the sphere's centre in the plane of the mouth.
  double start() const { return -length; }
  static bool meets_again() { return true; }

  static double off_axis(const Eigen::Vector3d& centre) {
    return std::sqrt(centre.y() * centre.y() + centre.z() * centre.z());
  }

 private:
  /// In the plane through the axis and the centre.
  struct Nearest {
    Zone zone;
    double distance;      // k
    double sine, cosine;  // of thz
  };

  Nearest nearest(double s, double i) const {
    if (i > mouth_radius && s < length) return behind(s, i);
    const double a = s - cylinder_length;
    if (a <= 0.0) return {Zone::cylinder, cylinder_radius - i, 0.0, 1.0};
    const double j = cylinder_radius + a * tangent - i;
    if (a <= j * cosine * sine) return corner(Zone::edge, a, cylinder_radius - i);
    const double k = j * cosine;
    if (s - k * sine > length) return corner(Zone::rim, s - length, mouth_radius - i);
    return {Zone::cone, k, sine, cosine};
  }

  /// Of a centre beside the drogue: the nearest of the wall's back.
  Nearest behind(double s, double i) const {
    const double a = s - cylinder_length;
    const double k = (cylinder_radius + a * tangent - i) * cosine;
    const Nearest flared = s - k * sine > length ? corner(Zone::rim, s - length, mouth_radius - i)
                                                 : Nearest{Zone::cone, -k, -sine, -cosine};
    const double off_cylinder = i - cylinder_radius;
    if (a > 0.0 || flared.distance < off_cylinder) return flared;
    return {Zone::cylinder, off_cylinder, 0.0, -1.0};
  }

  Nearest corner(Zone zone, double along, double across) const {
    const double k = std::sqrt(along * along + across * across);
    if (k > 0.0) return {zone, k, along / k, across / k};
    return {zone, 0.0, sine, cosine};  // on the corner itself; the normal of either wall is valid
  }
};

}  // namespace hilspace::mechanism
