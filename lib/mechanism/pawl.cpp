#include "mechanism/pawl.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <optional>

#include "mechanism/pairs/curve_on_edge.hpp"

namespace hilspace::mechanism {

namespace {

/// The pawl's plane in the axes of the bore, and its points in it from the hinge. Turned by s, with (c, d) its cosine and
/// sine, a point (h, rho) from the hinge is at hinge + (c h - d rho) along + (d h + c rho) out.
class Turning {
 public:
  Turning(const Pawl& pawl, const Pose& pose)
      : hinge_(pose.point({pawl.hinge[0], pawl.hinge[1], 0.0})),
        along_(pose.turn.col(0)),
        out_(pose.turn.col(1)),
        tip_{pawl.tip[0] - pawl.hinge[0], pawl.tip[1] - pawl.hinge[1]},
        way_{pawl.root[0] - pawl.tip[0], pawl.root[1] - pawl.tip[1]} {}

  const Eigen::Vector3d& hinge() const { return hinge_; }
  Eigen::Vector3d direction(const Vec2& p, double c, double d) const {
    return (c * p[0] - d * p[1]) * along_ + (d * p[0] + c * p[1]) * out_;
  }
  Eigen::Vector3d tip(double c, double d) const { return hinge_ + direction(tip_, c, d); }
  /// From the tip to the root.
  Eigen::Vector3d way(double c, double d) const { return direction(way_, c, d); }

  /// The angle at which the line through tip and root goes through the rim of the bore, where it is there at all.
  std::optional<double> on_rim(double radius) const {
    // Where the rim crosses the pawl's plane: hinge + h along + rho out at x = 0, the farther out of two places.
    const double steep = along_.x();
    if (steep == 0.0) return std::nullopt;
    const double h0 = -hinge_.x() / steep, h1 = -out_.x() / steep;
    const Eigen::Vector3d from = hinge_ + h0 * along_, by = out_ + h1 * along_;
    const double a = by.squaredNorm(), b = from.dot(by), c = from.squaredNorm() - radius * radius;
    const double square = b * b - a * c;
    if (!(square >= 0.0)) return std::nullopt;
    const double rho = (std::sqrt(square) - b) / a;
    const Vec2 rim{h0 + rho * h1, rho};
    // Of the line: its distance from the hinge, and how far along it the tip is.
    const double length = std::hypot(way_[0], way_[1]);
    const Vec2 t{way_[0] / length, way_[1] / length};
    const double off = tip_[1] * t[0] - tip_[0] * t[1], tip_at = tip_[0] * t[0] + tip_[1] * t[1];
    const double left = rim[0] * rim[0] + rim[1] * rim[1] - off * off;
    if (!(left >= 0.0)) return std::nullopt;
    const double place = std::copysign(std::sqrt(left), tip_at + 0.5 * length);
    const Vec2 at_rest{place * t[0] - off * t[1], place * t[1] + off * t[0]};
    return std::atan2(at_rest[0] * rim[1] - at_rest[1] * rim[0], at_rest[0] * rim[0] + at_rest[1] * rim[1]);
  }

  /// The angle at which the tip is on the bore, by Newton's method from rest.
  std::optional<double> on_bore(double radius, double most) const {
    constexpr int kMost = 10;
    constexpr double kStill = 1e-10;  // the next step is its square
    double s = 0.0;
    for (int i = 0; i < kMost; ++i) {
      const double c = std::cos(s), d = std::sin(s);
      const Eigen::Vector3d p = tip(c, d), moving = direction({-tip_[1], tip_[0]}, c, d);
      const double over = p.y() * p.y() + p.z() * p.z() - radius * radius;
      const double rise = 2.0 * (p.y() * moving.y() + p.z() * moving.z());
      if (!(rise < 0.0)) return std::nullopt;
      const double step = over / rise;
      s -= step;
      if (!(std::abs(s) <= most)) return std::nullopt;
      if (std::abs(step) <= kStill) return s;
    }
    return std::nullopt;
  }

 private:
  Eigen::Vector3d hinge_, along_, out_;
  Vec2 tip_, way_;
};

/// A point of the pawl at rest, axes of the bore.
Eigen::Vector3d at_rest(const Vec2& p, const Pose& pose) { return pose.point({p[0], p[1], 0.0}); }

/// The point of the pawl in contact with the bore, if there is one.
struct Meeting {
  bool there;
  bool on_edge;
  Eigen::Vector3d point, tip, way;  // way from tip to root
};
Meeting meeting(const Turning& pawl, double s, PawlBranch branch) {
  const double c = std::cos(s), d = std::sin(s);
  const Eigen::Vector3d tip = pawl.tip(c, d), way = pawl.way(c, d);
  if (branch == PawlBranch::tip || (branch == PawlBranch::by_pose && tip.x() >= 0.0))
    return {true, false, tip, tip, way};
  const bool crosses = tip.x() + way.x() > 0.0;
  return {crosses, true, crosses ? Eigen::Vector3d(tip - tip.x() / way.x() * way) : tip, tip, way};
}
double overlap_at(const Turning& pawl, double s, const PawlCatch& met, PawlBranch branch) {
  const Meeting here = meeting(pawl, s, branch);
  return here.there ? pairs::Radial(here.point).r - met.radius : -met.radius;
}

/// Whether it overlaps by no more than rounding where it is turned to s.
bool is_root(const Turning& pawl, double s, const PawlCatch& met, PawlBranch branch) {
  constexpr double kRounding = 1e-13;  // of the radius
  return std::abs(overlap_at(pawl, s, met, branch)) <= kRounding * met.radius;
}

/// Where it comes to rest against the bore, as find_travel (latch.hpp) defines it: in one step where the branch is held,
/// else, and where that leads astray, by its search. False: nowhere.
bool travel(const Turning& turning, const Pawl& pawl, const PawlCatch& met, PawlBranch branch, double now,
            double& s) {
  const double most = pawl.spring.most;
  std::optional<double> found;
  if (branch == PawlBranch::surface) found = turning.on_rim(met.radius);
  if (branch == PawlBranch::tip) found = turning.on_bore(met.radius, most);
  if (found && std::abs(*found) <= most && (*found > 0.0) == (now > 0.0) &&
      is_root(turning, *found, met, branch)) {
    s = *found;
    return true;
  }
  return find_travel([&](double at) { return overlap_at(turning, at, met, branch); }, now, most, s);
}

/// way x T of the front edge, turned into the bore.
Eigen::Vector3d across(const Eigen::Vector3d& way, const pairs::Radial& at) {
  const double away = at.radial_part(way);
  const double length = std::copysign(std::sqrt(away * away + way.x() * way.x()), way.x());
  return at.vector(away / length, -way.x() / length);
}

/// Of the inverse surface and the back edge: from the tip on, its length 1.
std::optional<pairs::OnEdge> inverse_on_edge(const Pawl& pawl, const PawlCatch& met, const Pose& pose) {
  const Eigen::Vector3d back(met.depth, 0.0, 0.0), tip = at_rest(pawl.tip, pose);
  const pairs::Line inverse{tip - back, at_rest(pawl.heel, pose) - tip};
  auto found = pairs::curve_on_edge(inverse, met.radius, 0.5);
  if (!found) return found;
  ContactPoint& inwards = found->contact;
  const double sign = inwards.normal.x() < 0.0 ? -1.0 : 1.0;
  inwards = {sign * inwards.penetration, sign * inwards.normal, inwards.point + back};
  return found;
}

}  // namespace

Pushed push(const Pawl& pawl, const PawlCatch& met, const Pose& pose, PawlBranch branch) {
  const Turning turning(pawl, pose);
  Pushed now;
  const double overlap = overlap_at(turning, 0.0, met, branch);
  now.tip = turning.tip(1.0, 0.0).x();
  if (branch == PawlBranch::by_pose && overlap <= 0.0) return now;
  if (!travel(turning, pawl, met, branch, overlap, now.s)) {
    now.how = Pushed::How::blocked;
    return now;
  }
  const Meeting here = meeting(turning, now.s, branch);
  const pairs::Radial at(here.point);
  now.tip = here.tip.x();
  now.point = here.point;
  now.normal = here.on_edge ? across(here.way, at) : at.vector(0.0, -1.0);
  const Eigen::Vector3d arm = now.point - turning.hinge();
  now.lever = pose.turn.col(2).dot(arm.cross(now.normal));
  now.way = pose.turn.col(2).cross(arm);
  now.how = now.lever > 0.0 ? Pushed::How::pushed : Pushed::How::blocked;
  if (now.how == Pushed::How::pushed) now.force = pawl.spring.force(now.s) / now.lever;
  return now;
}

double rest_overlap(const Pawl& pawl, const PawlCatch& met, const Pose& pose) {
  return overlap_at(Turning(pawl, pose), 0.0, met, PawlBranch::by_pose);
}

std::optional<ContactPoint> hold(const Pawl& pawl, const PawlCatch& met, const Pose& pose) {
  const auto found = inverse_on_edge(pawl, met, pose);
  if (!found || found->parameter > 1.0) return std::nullopt;
  return found->contact;
}

double slip_margin(const Pawl& pawl, const PawlCatch& met, const Pose& pose) {
  const auto found = inverse_on_edge(pawl, met, pose);
  if (!found) {  // no common normal: the tip in front of the edge, and inside the bore
    const pairs::Radial tip(at_rest(pawl.tip, pose));
    return std::fmax(tip.x - met.depth, tip.r - met.radius);
  }
  const double length = std::hypot(pawl.heel[0] - pawl.tip[0], pawl.heel[1] - pawl.tip[1]);
  return std::fmax(-found->contact.penetration, found->parameter * length);
}

}  // namespace hilspace::mechanism
