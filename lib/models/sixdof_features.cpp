#include "models/sixdof_features.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/eigen.hpp"

namespace hilspace::models {

FeatureTouch::FeatureTouch(const SixDofSetup& setup)
    : assembly_(setup.mechanism.assembly),
      fresh_(contact::general_law(setup.contact, kSlowestRate)),
      docked_at_(setup.mechanism.docked_at) {
  for (const auto& pair : assembly_->pairs()) {
    contact::FrictionSetup friction = setup.friction;
    if (pair.friction) friction.stiction = friction.sliding = *pair.friction;
    pairs_.push_back({places_.size(), pair.places, friction});
    places_.resize(places_.size() + pair.places, Place{fresh_});
  }
  start_ = start(setup);
}

double FeatureTouch::start(const SixDofSetup& setup) const {
  if (std::isfinite(setup.mechanism.start_at)) return setup.mechanism.start_at;
  return assembly_->start(dynamics::attitude_from_angles(dynamics::eigen(setup.attitude)).toRotationMatrix(),
                          setup.offset[0], setup.offset[1]);
}

const FeatureTouch::Place* FeatureTouch::place_of(std::size_t pair, std::size_t i,
                                                  const Eigen::Vector3d& point, Taken& taken) const {
  const PairState& its = pairs_[pair];
  const Place* first = &places_[its.first];
  if (assembly_->pairs()[pair].in_order) return i < its.places ? first + i : nullptr;
  if (i == 0) taken.reset();
  std::size_t nearest = its.places;
  double least = HUGE_VAL;
  for (std::size_t k = 0; k < its.places; ++k) {
    if (!first[k].shown || taken[k]) continue;
    const double square = (first[k].point - point).squaredNorm();
    if (square < least) least = square, nearest = k;
  }
  if (nearest == its.places) return nullptr;
  taken.set(nearest);
  return first + nearest;
}

void FeatureTouch::assign_places(const Interface& interface) {
  for (Place& place : places_) place.kept = false;
  visit_contacts(interface, [&](std::size_t pair, const Place* known, const Met& met) {
    Place* place =
        known == nullptr ? free_place(pair) : &places_[static_cast<std::size_t>(known - places_.data())];
    if (place == nullptr) return;
    place->kept = true;
    place->point = met.contact.point;
  });
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair)
    for (std::size_t k = 0; k < pairs_[pair].places; ++k) {
      Place& place = places_[pairs_[pair].first + k];
      place.shown = place.kept;
      if (place.kept) continue;
      if (!assembly_->pairs()[pair].in_order) place.law = fresh_;
      place.law.touching = place.law.pressing = false;
    }
}

FeatureTouch::Place* FeatureTouch::free_place(std::size_t pair) {
  if (assembly_->pairs()[pair].in_order) return nullptr;
  for (std::size_t k = 0; k < pairs_[pair].places; ++k) {
    Place& place = places_[pairs_[pair].first + k];
    if (!place.shown && !place.kept) return &place;
  }
  return nullptr;
}

SixDofContact FeatureTouch::meet(const Interface& interface) const {
  SixDofContact now;
  now.interface = interface.place();
  now.interface_rate = interface.rate();
  now.contact = {-HUGE_VAL, {-1.0, 0.0, 0.0}, Eigen::Vector3d::Zero()};
  now.normal_force = now.friction_power = now.damping_power = now.stored = 0.0;
  now.friction.setZero();
  now.applied = {Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  Eigen::Vector3d pushed = Eigen::Vector3d::Zero();
  visit_contacts(interface, [&](std::size_t pair, const Place* place, const Met& met) {
    if (met.contact.penetration > now.contact.penetration) {
      now.contact = met.contact;
      now.depth = met.depth;
    }
    if (place == nullptr) return;
    const contact::GeneralLaw<double>& law = place->law;
    now.stored += law.potential(met.depth);
    const double N = law.force(met.depth);
    if (law.touching) now.damping_power += (N - law.elastic(met.depth)) * met.depth.rate;
    if (law.touching && met.depth.spread > 0.0) {
      now.spread.penetration = std::fmax(now.spread.penetration, met.depth.spread);
      now.spread.contact_force += law.slope(met.depth) * met.depth.spread;
      now.spread.potential += law.elastic(met.depth) * met.depth.spread;
    }
    if (N == 0.0) return;
    const Eigen::Vector3d& n = met.contact.normal;
    const Eigen::Vector3d sliding = met.moving - n.dot(met.moving) * n;
    const Eigen::Vector3d friction =
        contact::friction_force(pairs_[pair].friction, std::fmax(N, 0.0), sliding);
    now.normal_force += N;
    now.friction += friction;
    now.friction_power -= friction.dot(sliding);
    pushed += N * n;
    now.applied.torque += met.contact.point.cross(N * n + friction);
  });
  now.applied.force = pushed + now.friction;
  if (now.contact.penetration == -HUGE_VAL) {  // only borders, none of which is beside another
    now.contact.penetration = -assembly_->gap({interface.attitude(), interface.place()});
    now.depth = {now.contact.penetration, 0.0, 0.0, 0.0};
  }
  const double size = pushed.norm();
  if (size > 0.0) now.contact.normal = pushed / size;
  return now;
}

Surfaces FeatureTouch::surfaces(const SixDofBodies& bodies) const {
  const SixSignals shown = shown_by(bodies);
  const SixDofContact now = meet({shown, bodies, false});
  return {now.depth.value, now.depth.rate};
}

Ahead FeatureTouch::begin_step(const Interface& interface, Horizon<double> horizon) {
  assign_places(interface);
  Ahead ahead{{}, 0.0, horizon.longest, 0.0, 0.0};
  double force = 0.0, rate = 0.0;
  touching_ = false;
  visit_contacts(interface, [&](std::size_t, const Place* known, const Met& met) {
    if (known == nullptr) return;
    contact::GeneralLaw<double>& law = places_[static_cast<std::size_t>(known - places_.data())].law;
    ahead.dented += law.potential(met.depth);
    law.begin_step(met.depth, false, horizon);
    ahead.dented -= law.potential(met.depth);
    ahead.until = std::fmin(ahead.until, law.edge(met.depth, false, horizon));
    touching_ = touching_ || law.touching;
    force += std::fmax(law.force(met.depth), 0.0);
    rate += law.force_rate(met.depth, met.depth.rate);
  });
  ahead.until = std::fmax(ahead.until, horizon.shortest);
  ahead.contact = meet(interface);
  if (force > 0.0) {
    ahead.growth = rate / force;
    ahead.spread = ahead.contact.spread.contact_force / force;
  }
  return ahead;
}

double FeatureTouch::wall_time(const Interface& interface, const SixDofContact&,
                               const FlightBounds& bounds) const {
  return assembly_->free_time({interface.attitude(), interface.place()},
                              {bounds.speed, bounds.turning, bounds.slack, bounds.turned});
}

}  // namespace hilspace::models
