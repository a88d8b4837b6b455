#include "mechanism/pawl.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "mechanism/pairs/curve_on_edge.hpp"

namespace hilspace::mechanism {

namespace {

/// A point of the pawl at the angle s, axes of the bore.
Eigen::Vector3d turned(const Pawl& pawl, const Vec2& p, double s, const Pose& pose) {
  const double c = std::cos(s), d = std::sin(s);
  const double h = p[0] - pawl.hinge[0], rho = p[1] - pawl.hinge[1];
  return pose.point({pawl.hinge[0] + c * h - d * rho, pawl.hinge[1] + d * h + c * rho, 0.0});
}

/// The point of the pawl in contact with the bore, if there is one.
struct Meeting {
  bool there;
  bool on_edge;
  Eigen::Vector3d point, tip, way;  // way from tip to root
};
Meeting meeting(const Pawl& pawl, double s, const Pose& pose, PawlBranch branch) {
  const Eigen::Vector3d tip = turned(pawl, pawl.tip, s, pose);
  const Eigen::Vector3d way = turned(pawl, pawl.root, s, pose) - tip;
  if (branch == PawlBranch::tip || (branch == PawlBranch::by_pose && tip.x() >= 0.0))
    return {true, false, tip, tip, way};
  const bool crosses = tip.x() + way.x() > 0.0;
  return {crosses, true, crosses ? Eigen::Vector3d(tip - tip.x() / way.x() * way) : tip, tip, way};
}

/// way x T of the front edge, turned into the bore.
Eigen::Vector3d across(const Eigen::Vector3d& way, const pairs::Radial& at) {
  const double away = at.radial_part(way);
  const double length = std::copysign(std::sqrt(away * away + way.x() * way.x()), way.x());
  return at.vector(away / length, -way.x() / length);
}

/// Of the inverse surface and the back edge: from the tip on, its length 1.
std::optional<pairs::OnEdge> inverse_on_edge(const Pawl& pawl, const PawlCatch& met, const Pose& pose) {
  const Eigen::Vector3d back(met.depth, 0.0, 0.0), tip = turned(pawl, pawl.tip, 0.0, pose);
  const pairs::Line inverse{tip - back, turned(pawl, pawl.heel, 0.0, pose) - tip};
  auto found = pairs::curve_on_edge(inverse, met.radius, 0.5);
  if (!found) return found;
  ContactPoint& inwards = found->contact;
  const double sign = inwards.normal.x() < 0.0 ? -1.0 : 1.0;
  inwards = {sign * inwards.penetration, sign * inwards.normal, inwards.point + back};
  return found;
}

}  // namespace

Pushed push(const Pawl& pawl, const PawlCatch& met, const Pose& pose, PawlBranch branch) {
  const auto overlap = [&](double s) {
    const Meeting here = meeting(pawl, s, pose, branch);
    return here.there ? pairs::Radial(here.point).r - met.radius : -met.radius;
  };
  Pushed now;
  const double at_rest = overlap(0.0);
  now.tip = turned(pawl, pawl.tip, 0.0, pose).x();
  if (branch == PawlBranch::by_pose && at_rest <= 0.0) return now;
  if (!find_travel(overlap, at_rest, pawl.spring.most, now.s)) {
    now.how = Pushed::How::blocked;
    return now;
  }
  const Meeting here = meeting(pawl, now.s, pose, branch);
  const pairs::Radial at(here.point);
  now.tip = here.tip.x();
  now.point = here.point;
  now.normal = here.on_edge ? across(here.way, at) : at.vector(0.0, -1.0);
  const Eigen::Vector3d hinge = pose.point({pawl.hinge[0], pawl.hinge[1], 0.0});
  now.lever = pose.turn.col(2).dot((now.point - hinge).cross(now.normal));
  now.way = pose.turn.col(2).cross(now.point - hinge);
  now.how = now.lever > 0.0 ? Pushed::How::pushed : Pushed::How::blocked;
  if (now.how == Pushed::How::pushed) now.force = pawl.spring.force(now.s) / now.lever;
  return now;
}

double rest_overlap(const Pawl& pawl, const PawlCatch& met, const Pose& pose) {
  const Meeting here = meeting(pawl, 0.0, pose, PawlBranch::by_pose);
  return here.there ? pairs::Radial(here.point).r - met.radius : -met.radius;
}

std::optional<ContactPoint> hold(const Pawl& pawl, const PawlCatch& met, const Pose& pose) {
  const auto found = inverse_on_edge(pawl, met, pose);
  if (!found || found->parameter > 1.0) return std::nullopt;
  return found->contact;
}

double slip_margin(const Pawl& pawl, const PawlCatch& met, const Pose& pose) {
  const auto found = inverse_on_edge(pawl, met, pose);
  if (!found) {  // no common normal: the tip in front of the edge, and inside the bore
    const pairs::Radial tip(turned(pawl, pawl.tip, 0.0, pose));
    return std::fmax(tip.x - met.depth, tip.r - met.radius);
  }
  const double length = std::hypot(pawl.heel[0] - pawl.tip[0], pawl.heel[1] - pawl.tip[1]);
  return std::fmax(-found->contact.penetration, found->parameter * length);
}

}  // namespace hilspace::mechanism
