#pragma once
// Common normal of a curve and a circle about x at x = 0, approached from inside.
//
//   A(t), A', A''   the curve, passive axes     r, e   distance of A from x, and its direction
//   Q = Re e        nearest point of the circle to A
//
//   f(t) = (A - Q) . A' = Ax A'x + (r - Re) r' = 0,   r' = e . A'
//   f'   = A'x^2 + Ax A''x + r'^2 + (r - Re) r'',     r'' = (A'y^2 + A'z^2 - r'^2)/r + e . A''
//
//   n = A' x T turned inwards, T = x x e:  (r', -A'x e)/hypot(A'x, r') for A'x > 0, else reversed
//   d = -n . (A - Q),  c = Q
//
// Newton's method from a nearby start. None where f' <= 0 (the distance is a maximum there), where A comes to
// the axis, or without convergence in twenty steps (a curve that runs along the circle).

#include <cmath>
#include <optional>

#include "mechanism/pairs/radial.hpp"

namespace hilspace::mechanism::pairs {

struct CurvePoint {
  Eigen::Vector3d place, first, second;  // A, A', A''
};

/// A straight line as a curve.
struct Line {
  Eigen::Vector3d from, way;
  CurvePoint at(double t) const { return {from + t * way, way, Eigen::Vector3d::Zero()}; }
};

struct OnEdge {
  double parameter;
  ContactPoint contact;
};

template <class Curve>
std::optional<OnEdge> curve_on_edge(const Curve& curve, double radius, double start) {
  constexpr int kMost = 20;
  constexpr double kStill = 1e-13;  // Newton's next step is its square
  double t = start;
  for (int i = 0; i < kMost; ++i) {
    const CurvePoint a = curve.at(t);
    const Radial at(a.place);
    if (!(at.r > 0.0)) return std::nullopt;
    const double away = at.radial_part(a.first), off = at.r - radius;
    const double around = a.first.y() * a.first.y() + a.first.z() * a.first.z() - away * away;
    const double bend = around / at.r + at.radial_part(a.second);
    const double f = at.x * a.first.x() + off * away;
    const double slope = a.first.x() * a.first.x() + at.x * a.second.x() + away * away + off * bend;
    if (!(slope > 0.0)) return std::nullopt;
    const double step = f / slope;
    t -= step;
    if (std::abs(step) > kStill * (1.0 + std::abs(t)) && i + 1 < kMost) continue;
    if (std::abs(step) > 1e-9 * (1.0 + std::abs(t))) return std::nullopt;
    const double length = std::copysign(std::sqrt(a.first.x() * a.first.x() + away * away), a.first.x());
    if (length == 0.0) return std::nullopt;
    const double axial = away / length, inwards = -a.first.x() / length;
    const double d = -(axial * at.x + inwards * off);
    return OnEdge{t, {d, at.vector(axial, inwards), at.vector(0.0, radius)}};
  }
  return std::nullopt;
}

}  // namespace hilspace::mechanism::pairs
