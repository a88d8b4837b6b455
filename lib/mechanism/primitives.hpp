#pragma once
// The shapes that features of a docking mechanism are made of, each in axes of its own (a Pose puts them on a
// body). Lengths in m, angles in rad.
//
//   sphere      centre at the origin; radius 0 is a point
//   torus       circle about x through the origin, thickened by tube; tube 0 is a circle
//   segment     from one point to another, thickened by radius: a pin, a rod; radius 0 is a straight edge
//   border      a straight edge of a plate, met from one side: the other body is pushed the way of side
//   petal       a fragment of a cone about x that leans inwards, met on its outside:
//                 rho(h) = radius - h tan(half_angle), |azimuth from +y| <= w(h), -below <= h <= height,
//                 w(h) = half_width_base + (half_width_top - half_width_base) h/height
//   revolution  a profile turned about x (revolution.hpp): cone, cylinder, circle, ring, bottom, socket
//   plane       x = 0, unbounded, its material behind it (+x)
//   pad         a rectangle of width (y) and height (z) in x = 0, its material behind it (+x)
//   edge        the rim of a bore, a circle about x at x = 0: material outside of it, met from inside
//
// A circle is an edge where a segment or a petal meets it, and a torus without thickness where it meets a
// surface.

#include <Eigen/Core>

#include "mechanism/revolution.hpp"

namespace hilspace::mechanism::primitive {

struct Sphere {
  double radius;  // >= 0
};

struct Torus {
  double radius;      // of its circle, > 0
  double tube = 0.0;  // >= 0
};

struct Segment {
  Eigen::Vector3d from, to;
  double radius = 0.0;  // >= 0
};

struct Border {
  Eigen::Vector3d from, to;
  Eigen::Vector3d side;
};

struct Petal {
  double radius;      // at its base, h = 0
  double half_angle;  // between axis and generatrix, in (0, pi/2)
  double height;      // > 0
  double half_width_base, half_width_top;
  double below = 0.05;  // how far it goes on below its base
};

struct Plane {};

struct Pad {
  double width, height;  // > 0
};

struct Edge {
  double radius;  // > 0
};

}  // namespace hilspace::mechanism::primitive
