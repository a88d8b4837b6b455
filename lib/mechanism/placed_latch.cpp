#include "mechanism/placed_latch.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "mechanism/pairs/radial.hpp"

namespace hilspace::mechanism {
namespace {

Eigen::Vector3d point_of(const Vec3& v) { return {v[0], v[1], v[2]}; }

Pose pose_of(const LatchSetup& setup, std::size_t copy) {
  const auto about = [](double angle, const Eigen::Vector3d& axis) {
    return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  };
  const double share = 2.0 * std::numbers::pi * static_cast<double>(copy) / static_cast<double>(setup.repeat);
  const Eigen::Matrix3d of_copy = about(share, Eigen::Vector3d::UnitX());
  return {of_copy * about(setup.rotation[2], Eigen::Vector3d::UnitZ()) *
              about(setup.rotation[1], Eigen::Vector3d::UnitY()) *
              about(setup.rotation[0], Eigen::Vector3d::UnitX()),
          of_copy * point_of(setup.at)};
}

[[noreturn]] void refuse(const LatchSetup& setup, const char* what, const Primitive& caught) {
  throw InputError(setup.name + " cannot catch a " + std::string(name_of(caught)) + ": a " +
                   std::string(kLatchTypes[static_cast<std::size_t>(setup.type)].name) + " latch catches " +
                   what);
}

std::variant<Pawl, Plunger> element_of(const LatchSetup& its) {
  const LatchSpring spring{its.preload, its.rate, its.travel, its.stop};
  if (its.type == LatchType::rotary) return Pawl{its.hinge, its.tip, its.root, its.heel, spring};
  return Plunger{point_of(its.tip_at), point_of(its.direction).normalized(), spring, its.half_thickness};
}

/// The chain of a surface that has its bore there: not the nearest one, a bottom may be nearer to the axis.
std::size_t chain_at(const LatchSetup& its, const Revolution& surface) {
  const double x = its.groove[0];
  std::size_t best = 0;
  double least = HUGE_VAL;
  for (std::size_t chain = 0; chain < surface.chains(); ++chain)
    if (const double r = surface.wall_at(chain, x); r < least) least = r, best = chain;
  if (!std::isfinite(least))
    throw InputError(its.name + ": groove: " + its.catches +
                     " has no wall at its front; move it to where a bore is");
  return best;
}

/// What pushes a sensor: of several chains the one that it meets first, coming straight on.
PlungerCatch switch_of(const LatchSetup& its, const Primitive& caught) {
  constexpr double kWide = 1000.0, kPart = 1e-3;  // m
  if (std::holds_alternative<primitive::Plane>(caught))
    return {Revolution(std::array{Vec2{0.0, 0.0}, Vec2{0.0, kWide}}), 0, HUGE_VAL};
  const auto* surface = std::get_if<Revolution>(&caught);
  if (surface == nullptr) refuse(its, "a plane, a revolution or a cone", caught);
  double end = 0.0;
  for (std::size_t i = 0; i < surface->points(); ++i) end = std::max(end, std::abs(surface->point(i)[0]));
  const Eigen::Vector3d tip = pose_of(its, 0).point(point_of(its.tip_at));
  const double r = std::hypot(tip.y(), tip.z());
  for (double x = -end; x < end; x += kPart)
    for (std::size_t chain = 0; chain < surface->chains(); ++chain)
      if (surface->nearest(chain, x, r).distance < 0.0) return {*surface, chain, HUGE_VAL};
  throw InputError(its.name + ": catches: coming straight on it meets no wall of " + its.catches);
}

std::variant<PawlCatch, PlungerCatch> catch_of(const LatchSetup& its, const Primitive& caught) {
  if (its.type == LatchType::rotary) {
    const auto* edge = std::get_if<primitive::Edge>(&caught);
    if (edge == nullptr) refuse(its, "an edge", caught);
    return PawlCatch{edge->radius, its.bore_depth};
  }
  if (its.type == LatchType::sensor) return switch_of(its, caught);
  const auto* surface = std::get_if<Revolution>(&caught);
  if (surface == nullptr) refuse(its, "a revolution or a cone", caught);
  return PlungerCatch{*surface, chain_at(its, *surface), its.groove[0], its.groove[1]};
}

/// An edge of both sides is turned on the target, and its bore still goes on the way the chaser comes.
Pose facing(const Primitive& caught, Pose at) {
  const bool turned = std::holds_alternative<primitive::Edge>(caught) && at.turn(0, 0) < 0.0;
  if (turned) at.turn = at.turn * Eigen::Vector3d(-1.0, -1.0, 1.0).asDiagonal();
  return at;
}

}  // namespace

PlacedLatch::PlacedLatch(const LatchSetup& setup, std::size_t copy, const Primitive& caught,
                         const Pose& caught_at, bool caught_on_link)
    : name_(setup.name),
      catches_(setup.catches),
      on_link_(setup.on_link || caught_on_link),
      sensor_(setup.type == LatchType::sensor),
      flat_(std::holds_alternative<primitive::Plane>(caught)),
      trip_(setup.trip),
      friction_(setup.friction),
      element_(element_of(setup)),
      met_(catch_of(setup, caught)),
      pose_(pose_of(setup, copy)),
      caught_(facing(caught, caught_at)),
      to_caught_(caught_.inverse()) {
  // Every place of an element within its travel, and twice beyond, is in this ball.
  if (const auto* pawl = std::get_if<Pawl>(&element_)) {
    centre_ = {pawl->hinge[0], pawl->hinge[1], 0.0};
    radius_ = 0.0;
    for (const Vec2& p : {pawl->tip, pawl->root, pawl->heel})
      radius_ = std::max(radius_, std::hypot(p[0] - pawl->hinge[0], p[1] - pawl->hinge[1]));
    caught_radius_ = std::hypot(std::get<PawlCatch>(met_).radius, std::get<PawlCatch>(met_).depth);
    caught_centre_ = caught_at.origin;
  } else {
    const auto& plunger = std::get<Plunger>(element_);
    centre_ = plunger.tip;
    radius_ = plunger.half_thickness;
    const Revolution& surface = std::get<PlungerCatch>(met_).surface;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t i = 0; i < surface.points(); ++i)
      low = std::min(low, surface.point(i)[0]), high = std::max(high, surface.point(i)[0]);
    const Eigen::Vector3d middle(0.5 * (low + high), 0.0, 0.0);
    caught_radius_ = 0.0;
    for (std::size_t i = 0; i < surface.points(); ++i)
      caught_radius_ =
          std::max(caught_radius_, std::hypot(surface.point(i)[0] - middle.x(), surface.point(i)[1]));
    caught_centre_ = caught_.point(middle);
  }
  centre_ = pose_.point(centre_);
}

Pose PlacedLatch::relative(const Pose& carrier) const {
  const Eigen::Matrix3d to_feature = to_caught_.turn * carrier.turn;
  return {to_feature * pose_.turn, to_feature * pose_.origin + to_caught_.point(carrier.origin)};
}

Pushed PlacedLatch::pushed(Grip grip, const Pose& carrier) const {
  const Pose pose = relative(carrier);
  if (const auto* pawl = std::get_if<Pawl>(&element_))
    return mechanism::push(*pawl, std::get<PawlCatch>(met_), pose,
                           grip == Grip::tip ? PawlBranch::tip : PawlBranch::surface);
  return mechanism::push(std::get<Plunger>(element_), std::get<PlungerCatch>(met_), pose, true);
}

Pushed PlacedLatch::at_rest(const Pose& carrier) const {
  const Pose pose = relative(carrier);
  if (const auto* pawl = std::get_if<Pawl>(&element_))
    return mechanism::push(*pawl, std::get<PawlCatch>(met_), pose);
  return mechanism::push(std::get<Plunger>(element_), std::get<PlungerCatch>(met_), pose);
}

double PlacedLatch::to_snap(const Pushed& now) const {
  if (is_pawl()) return snap_margin(now, std::get<PawlCatch>(met_));
  return snap_margin(now, std::get<PlungerCatch>(met_), std::get<Plunger>(element_).half_thickness);
}

PlacedLatch::Change PlacedLatch::next(Grip grip, const Pose& carrier) const {
  Change change{grip};
  if (grip == Grip::latched) {
    if (!(to_slip(carrier) < 0.0)) return change;
    change = next(Grip::free, carrier);  // the tip may come off its edge on to the bore
    change.slipped = true;
    if (change.grip == Grip::surface || change.grip == Grip::tip)
      change.energy = -push(change.grip, carrier).energy;
    return change;
  }
  // A pushed one goes on where it is pushed to, whatever it would meet at rest.
  const Pushed now = grip == Grip::free ? at_rest(carrier) : pushed(grip, carrier);
  if (now.how == Pushed::How::free || (grip != Grip::free && now.s < 0.0)) {
    change.grip = Grip::free;
    return change;
  }
  if (to_snap(now) < 0.0) return {Grip::latched, true, false, false, spring().energy(now.s)};
  change.grip = is_pawl() && now.tip >= 0.0 ? Grip::tip : Grip::surface;
  change.blocked = now.how == Pushed::How::blocked;
  return change;
}

PlacedLatch::Push PlacedLatch::push(Grip grip, const Pose& carrier) const {
  Push found{pushed(grip, carrier), 0.0};
  found.energy = spring().energy(found.pushed.s);
  found.pushed.normal = caught_.direction(found.pushed.normal);
  found.pushed.point = caught_.point(found.pushed.point);
  found.pushed.way = caught_.direction(found.pushed.way);
  return found;
}

bool PlacedLatch::locks(Grip grip, const Pose& carrier, const Eigen::Vector3d& rate) const {
  if (friction_ == 0.0 || (grip != Grip::surface && grip != Grip::tip)) return false;
  const Pushed now = push(grip, carrier).pushed;
  return now.locks(-friction_ * now.sliding(rate).normalized());
}

PlacedLatch::Holds PlacedLatch::holds(const Pose& carrier) const {
  const Pose pose = relative(carrier);
  Holds found;
  if (const auto* pawl = std::get_if<Pawl>(&element_)) {
    found[0] = hold(*pawl, std::get<PawlCatch>(met_), pose);
  } else {
    const auto& met = std::get<PlungerCatch>(met_);
    const auto both = hold(std::get<Plunger>(element_), met, pose);
    found[0] = both[0];
    if (std::isfinite(met.end)) found[1] = both[1];
  }
  for (auto& contact : found)
    if (contact)
      *contact = {contact->penetration, caught_.direction(contact->normal), caught_.point(contact->point)};
  return found;
}

double PlacedLatch::to_slip(const Pose& carrier) const {
  const Pose pose = relative(carrier);
  if (const auto* pawl = std::get_if<Pawl>(&element_))
    return slip_margin(*pawl, std::get<PawlCatch>(met_), pose);
  return slip_margin(std::get<Plunger>(element_), std::get<PlungerCatch>(met_), pose);
}

double PlacedLatch::clearance(const Pose& carrier) const {
  const Pose pose = relative(carrier);
  if (const auto* pawl = std::get_if<Pawl>(&element_))
    return -rest_overlap(*pawl, std::get<PawlCatch>(met_), pose);
  return -rest_overlap(std::get<Plunger>(element_), std::get<PlungerCatch>(met_), pose);
}

std::string PlacedLatch::misplaced() const {
  if (sensor_) return {};
  const Pose pose = relative({});
  const auto* pawl = std::get_if<Pawl>(&element_);
  if (pawl == nullptr) {
    const auto& plunger = std::get<Plunger>(element_);
    const auto& met = std::get<PlungerCatch>(met_);
    if (!(2.0 * plunger.half_thickness < met.end - met.edge))
      return name_ + " is thicker than the groove that it snaps into";
    const double wall = met.surface.wall_at(met.chain, met.edge);
    const double beyond = pairs::Radial(pose.point(plunger.tip)).r - wall;
    const bool from_within = met.surface.nearest(met.chain, met.edge, wall).radial < 0.0;
    if (!((from_within ? beyond : -beyond) > 0.0))
      return name_ + " does not reach the wall that its groove is in; its tip has to, to snap into it";
    return {};
  }
  const auto from_axis = [&](const Vec2& p) { return pairs::Radial(pose.point({p[0], p[1], 0.0})).r; };
  const double bore = std::get<PawlCatch>(met_).radius;
  if (!(from_axis(pawl->hinge) < bore))
    return name_ + " has its hinge outside the bore that it catches; a pawl stands inside";
  if (!(from_axis(pawl->tip) > bore))
    return name_ + " does not reach beyond the rim that it catches; its tip has to, to snap behind it";
  return {};
}

double PlacedLatch::apart(const Pose& carrier) const {
  if (flat_) return -to_caught_.point(carrier.point(centre_)).x() - radius_;
  return (carrier.point(centre_) - caught_centre_).norm() - radius_ - caught_radius_;
}

}  // namespace hilspace::mechanism
