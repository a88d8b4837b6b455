// What latches and link push with: the part of FeatureTouch that is hardware on the robot.

#include <cmath>

#include "models/sixdof_features.hpp"

namespace hilspace::models {

FeatureTouch::Rubbing FeatureTouch::rubbing(const Latch& latch, const mechanism::Pushed& pushed,
                                            const LinkEnd& at) {
  if (!(pushed.lever > 0.0)) return {Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  const Eigen::Vector3d v = at.rate + at.turning.cross(pushed.point - at.pose.origin);
  const Eigen::Vector3d sliding = pushed.sliding(v);
  return {contact::friction_force(latch.friction, 1.0, sliding), sliding};
}

void FeatureTouch::note_pushed(Latch& latch, const mechanism::Pushed& pushed, const LinkEnd& carrier,
                               double now) {
  latch.piece = latch.element->spring().piece(pushed.s);
  broken_ = broken_ || (latch.rubs() && pushed.locks(rubbing(latch, pushed, carrier).force));
  if (!latch.element->is_sensor()) return;
  latch.tripped = pushed.s >= latch.element->trip() - kTrip;
  if (latch.tripped) note_time(capture_.trips, latch.number, now);
}

/// A pushed one has no penetration, only a force; one that holds is met as any other feature.
void FeatureTouch::add_latches(const Carriers& at, Seen::Place& seen, Sums& sums, SixDofContact& now) const {
  for (std::size_t k = 0; k < latches_.size(); ++k) {
    if (!is_pushed(latches_[k])) continue;
    const bool on_link = latches_[k].element->on_link();
    const auto& [pushed, energy] = held(k, at, seen).push;
    now.sprung += energy;
    double N = pushed.force;
    Eigen::Vector3d rub = Eigen::Vector3d::Zero();
    if (latches_[k].rubs()) {
      const Rubbing rubs = rubbing(latches_[k], pushed, at.of(on_link));
      N = pushed.rubbed_force(rubs.force);
      rub = N * rubs.force;
      now.friction += rub;
      now.friction_power -= rub.dot(rubs.sliding);
    }
    const Eigen::Vector3d force = N * pushed.normal;
    sums.sprung += force;
    now.largest = std::fmax(now.largest, N);
    ++now.contacts;
    add_force(latches_[k].rubs() ? Eigen::Vector3d(force + rub) : force, pushed.point, on_link, sums, now);
  }
  visit_holds(at, seen, [&](const auto& law, const Met& met, const Latch& latch) {
    add_contact(law, met, latch.friction, latch.element->on_link(), sums, now);
  });
}

void FeatureTouch::add_link(const Interface& interface, const Carriers& at, const Sums& sums,
                            SixDofContact& now) const {
  const Eigen::Vector3d nothing = Eigen::Vector3d::Zero();
  const LinkForce spring = link_->force(link_->on_target ? LinkEnd{{}, nothing, nothing} : at.port, at.link);
  const Eigen::Vector3d& place = at.link.pose.origin;
  now.sprung += spring.stored;
  now.link_power = spring.power;
  now.stroke = spring.offset.norm();
  // The link stands between the contacts and its carrier: pushed by them as the chaser is, or as the target is.
  const double side = link_->on_target ? -1.0 : 1.0;
  Wrench& carrier = link_->on_target ? now.on_target : now.applied;
  carrier.force += side * spring.force - sums.link_force;
  carrier.torque += side * (place.cross(spring.force) + spring.torque) - sums.link_torque;
  if (one_sensor_) now.applied = now.on_target;
  now.on_link.force = side * sums.link_force - spring.force;
  now.on_link.torque = side * (sums.link_torque - place.cross(sums.link_force)) - spring.torque;
  const double* body = interface.own() + LinkedFeatureTouch::kLinkAt;
  now.link_kinetic = dynamics::kinetic_energy(link_->body, dynamics::motion(link_->body, body));
}

}  // namespace hilspace::models
