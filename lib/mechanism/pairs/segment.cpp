#include "mechanism/pairs/segment.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "mechanism/pairs/curve_on_edge.hpp"

namespace hilspace::mechanism::pairs {

namespace {

struct Parameters {
  double active, passive;
};

double within(double t) { return std::clamp(t, 0.0, 1.0); }

/// Of points that are nearest on two lines: a + s u and b + t v, gap = a - b.
Parameters nearest_parameters(const Eigen::Vector3d& gap, const Eigen::Vector3d& u,
                              const Eigen::Vector3d& v) {
  constexpr double kParallel = 1e-24;  // of the square of the sine
  const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v);
  const double ug = u.dot(gap), vg = v.dot(gap);
  const double across = u.cross(v).squaredNorm();
  if (across <= kParallel * uu * vv) {
    // side by side: the middle of the part of v that u lies beside
    const double one = within(vg / vv), other = within((vg + uv) / vv), t = 0.5 * (one + other);
    return {within((t * uv - ug) / uu), t};
  }
  double s = within((uv * vg - vv * ug) / across);
  const double t = (uv * s + vg) / vv;
  if (t < 0.0 || t > 1.0) s = within((within(t) * uv - ug) / uu);
  return {s, within(t)};
}

}  // namespace

void contacts(const primitive::Segment& active, const primitive::Segment& passive, const Pose& pose,
              Contacts& out) {
  const Eigen::Vector3d a = pose.point(active.from), u = pose.direction(active.to - active.from);
  const Eigen::Vector3d v = passive.to - passive.from;
  const Parameters at = nearest_parameters(a - passive.from, u, v);
  const Eigen::Vector3d on_passive = passive.from + at.passive * v;
  const Eigen::Vector3d across = a + at.active * u - on_passive;
  const double k = across.norm();
  Eigen::Vector3d n = k > 0.0 ? Eigen::Vector3d(across / k) : Eigen::Vector3d(u.cross(v).stableNormalized());
  if (!(n.squaredNorm() > 0.0)) n = Eigen::Vector3d(-1.0, 0.0, 0.0);
  out.add({active.radius + passive.radius - k, n, on_passive + passive.radius * n});
}

void contacts(const primitive::Segment& active, const primitive::Plane&, const Pose& pose, Contacts& out) {
  for (const Eigen::Vector3d& end : {pose.point(active.from), pose.point(active.to)})
    out.add({active.radius + end.x(), {-1.0, 0.0, 0.0}, {0.0, end.y(), end.z()}});
}

void contacts(const primitive::Segment& active, const primitive::Edge& passive, const Pose& pose,
              Contacts& out) {
  const Line line{pose.point(active.from), pose.direction(active.to - active.from)};
  if (line.way.x() == 0.0) return;
  const auto met = curve_on_edge(line, passive.radius, -line.from.x() / line.way.x());
  if (!met || met->parameter < 0.0 || met->parameter > 1.0) return;
  ContactPoint contact = met->contact;
  contact.penetration += active.radius;
  out.add(contact);
}

double gap(const primitive::Segment& active, const primitive::Edge& passive, const Pose& pose) {
  constexpr int kParts = 64;  // a distance grows no faster than the way along the segment
  const Eigen::Vector3d from = pose.point(active.from), way = pose.direction(active.to - active.from);
  double nearest = HUGE_VAL;
  for (int i = 0; i < kParts; ++i) {
    const Radial at(from + (i + 0.5) / kParts * way);
    nearest = std::fmin(nearest, nearest_of_circle(passive.radius, at.x, at.r).distance);
  }
  return std::fmax(nearest - 0.5 / kParts * way.norm() - active.radius, 0.0);
}

}  // namespace hilspace::mechanism::pairs
