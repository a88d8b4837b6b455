#include "models/sixdof_features.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/eigen.hpp"

namespace hilspace::models {

namespace {

/// Of the energy of the approach.
constexpr double kBrokenShare = 0.01;
constexpr double kRounding = 1e-9;  // m

/// By how much the robot's cells let a contact jump. m
double cells(const SixChains& robot, double reach) {
  double sum = kRounding;
  for (std::size_t i = 0; i < kComponents; ++i)
    for (const auto& stage : robot[i].all())
      if (const auto* quantizer = std::get_if<instruments::QuantizerSetup>(&stage))
        sum += quantizer->resolution * (is_linear(i) ? 1.0 : reach);
  return sum;
}

/// Not below 0. NaN stays NaN, so that the balance of energies shows it; std::fmax would make a 0 of it.
double not_negative(double energy) { return energy < 0.0 ? 0.0 : energy; }

}  // namespace

FeatureTouch::FeatureTouch(const SixDofSetup& setup)
    : assembly_(setup.mechanism.assembly.get()),
      fresh_(contact::general_law(setup.contact, kSlowestRate)),
      nearness_(assembly_->nearness()),
      seen_(*assembly_),
      deepest_(assembly_->pairs().size()),
      broken_energy_(kBrokenShare * 0.5 * reduced_mass(setup) * setup.approach_velocity *
                     setup.approach_velocity),
      slack_(cells(setup.robot, assembly_->length())),
      target_port_(dynamics::eigen(setup.target.port)),
      full_thrust_(setup.thrust),
      thrust_time_(setup.thrust_time),
      docked_at_(setup.mechanism.docked_at),
      target_width_(assembly_->target_width()) {
  if (fresh_.viscoplastic && !(fresh_.hardening > 0.0)) {
    damping_ = fresh_.damping_factor / fresh_.spring;
    fresh_.viscoplastic = false;
  }
  for (const auto& pair : assembly_->pairs()) {
    contact::FrictionSetup friction = setup.friction;
    if (pair.friction) friction.stiction = friction.sliding = *pair.friction;
    pairs_.push_back({places_.size(), pair.places, friction});
    places_.resize(places_.size() + pair.places, Place{fresh_});
  }
  std::size_t sensors = 0, latches = 0;
  for (const auto& element : assembly_->latches()) {
    contact::FrictionSetup friction;
    if (const double mu = element.friction(); mu > 0.0) {
      friction = setup.friction;
      friction.stiction = friction.sliding = mu;
    }
    const std::size_t number = element.is_sensor() ? sensors++ : latches++;
    latches_.push_back({&element, mechanism::Grip::free, 0, {fresh_, fresh_}, friction, number});
  }
  capture_.latches = static_cast<int>(latches);
  if (setup.mechanism.link) link_.emplace(*setup.mechanism.link);
  start_ = start(setup);
}

void FeatureTouch::expect_jumps(const SixChains& robot, double longer) {
  double noise = 0.0;
  for (std::size_t i = 0; i < kComponents; ++i) {
    double holds = 0.0;
    for (const auto& stage : robot[i].all()) {
      if (const auto* hold = std::get_if<instruments::SampleHoldSetup>(&stage); hold && hold->rate > 0.0)
        holds += 1.0 / hold->rate;
      if (const auto* its = std::get_if<instruments::NoiseSetup>(&stage))
        noise += its->std * (is_linear(i) ? 1.0 : assembly_->length());
    }
    held_for_ = std::max(held_for_, holds + longer);
  }
  slack_ += 2.0 * instruments::kNoiseReach * noise;
}

double FeatureTouch::start(const SixDofSetup& setup) const {
  if (std::isfinite(setup.mechanism.start_at)) return setup.mechanism.start_at;
  return assembly_->start(dynamics::attitude_from_angles(dynamics::eigen(setup.attitude)).toRotationMatrix(),
                          setup.offset[0], setup.offset[1]);
}

bool FeatureTouch::pushes_latch(const mechanism::Pose& port) const {
  return std::any_of(latches_.begin(), latches_.end(),
                     [&](const Latch& latch) { return latch.element->clearance(port) < 0.0; });
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

void FeatureTouch::watch(Place& place, double depth, double rate, double stored, double elapsed) {
  const double moved = (std::abs(place.rate) + std::abs(rate)) * (elapsed + held_for_) + slack_;
  broken_ = broken_ || (std::abs(stored - place.stored) > broken_energy_ &&
                        std::abs(std::fmax(depth, 0.0) - std::fmax(place.depth, 0.0)) > moved);
  place.depth = depth;
  place.rate = rate;
  place.stored = stored;
}

void FeatureTouch::assign_places(const Interface& interface, const Carriers& at, const Seen::Place& seen,
                                 double elapsed) {
  for (Place& place : places_) place.kept = false;
  visit_contacts(interface, at, seen, [&](std::size_t pair, const Place* known, const Met& met) {
    Place* place =
        known == nullptr ? free_place(pair) : &places_[static_cast<std::size_t>(known - places_.data())];
    if (place == nullptr) return;
    place->kept = true;
    place->point = met.contact.point;
  });
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    // One that is known to be apart was left out: what its contacts have been through, they keep.
    if (nearness_.gap(pair, at.pose(assembly_->is_on_link(assembly_->pairs()[pair]))) > 0.0) continue;
    for (std::size_t k = 0; k < pairs_[pair].places; ++k) {
      Place& place = places_[pairs_[pair].first + k];
      place.shown = place.kept;
      if (place.kept) continue;
      watch(place, 0.0, 0.0, 0.0, elapsed);
      if (!assembly_->pairs()[pair].in_order) place.law = fresh_;
      place.law.touching = place.law.pressing = false;
    }
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

SixDofContact FeatureTouch::meet(const Interface& interface, Asked asked) const {
  SixDofContact now;
  now.interface = interface.place();
  now.interface_rate = interface.rate();
  now.contact = {-HUGE_VAL, {-1.0, 0.0, 0.0}, Eigen::Vector3d::Zero()};
  now.normal_force = now.force_rate = now.friction_power = now.damping_power = now.stored = 0.0;
  now.friction.setZero();
  now.applied = {Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  const Carriers at = carriers(interface);
  const Eigen::Vector3d nothing = Eigen::Vector3d::Zero();
  Sums sums{nothing, nothing, nothing, nothing};
  // Once there are steps all is followed from their starts, so that what is found has the same bits whatever is asked.
  Seen::Place& seen = look_at(at, std::isfinite(began_) ? std::min(asked, Asked::nearest) : asked);
  visit_contacts(interface, at, seen, [&](std::size_t pair, const Place* place, const Met& met) {
    if (met.contact.penetration > now.contact.penetration) {
      now.contact = met.contact;
      now.depth = met.depth;
    }
    if (place == nullptr) return;
    const bool on_link = assembly_->is_on_link(assembly_->pairs()[pair]);
    if (part_ == Part::whole)
      add_contact(place->law, met, pairs_[pair].friction, on_link, sums, now);
    else
      add_contact(along(place->law, met, at), met, pairs_[pair].friction, on_link, sums, now);
  });
  if (!latches_.empty()) add_latches(at, seen, sums, now);
  now.applied.force = sums.pushed + now.friction;
  if (!latches_.empty()) now.applied.force += sums.sprung;
  now.on_target = now.applied;
  // Without states the link rests on its carrier and pushes nothing (carriers).
  if (link_ && interface.own() != nullptr) add_link(interface, at, sums, now);
  if (now.contact.penetration == -HUGE_VAL) {  // only borders, none of which is beside another
    now.contact.penetration =
        asked != Asked::touching ? -assembly_->gap({interface.attitude(), interface.place()}) : 0.0;
    now.depth = {now.contact.penetration, 0.0, 0.0, 0.0};
  }
  const double size = sums.pushed.norm();
  const bool pulled = fresh_.tensile && sums.pushed.dot(now.contact.normal) < 0.0;
  if (size > 0.0) now.contact.normal = sums.pushed / (pulled ? -size : size);
  return now;
}

void FeatureTouch::add_contact(const contact::GeneralLaw<double>& law, const Met& met,
                               const contact::FrictionSetup& with, bool on_link, Sums& sums,
                               SixDofContact& now) const {
  if (!law.touching && met.depth.value <= law.free_depth) return;
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
  const Eigen::Vector3d friction = contact::friction_force(with, std::fmax(N, 0.0), sliding);
  now.normal_force += N;
  now.force_rate += law.force_rate(met.depth, met.depth.rate);
  now.friction += friction;
  now.friction_power -= friction.dot(sliding);
  sums.pushed += N * n;
  now.largest = std::fmax(now.largest, N);
  ++now.contacts;
  add_force(N * n + friction, met.contact.point, on_link, sums, now);
}

void FeatureTouch::add_force(const Eigen::Vector3d& force, const Eigen::Vector3d& point, bool on_link,
                             Sums& sums, SixDofContact& now) {
  const Eigen::Vector3d torque = point.cross(force);
  now.applied.torque += torque;
  if (!on_link) return;
  sums.link_force += force;
  sums.link_torque += torque;
}

FeatureTouch::Carriers FeatureTouch::carriers(const Interface& interface) const {
  const LinkEnd of_port = port(interface);
  if (!link_ || interface.own() == nullptr) return {of_port, of_port, of_port, of_port.pose};
  const dynamics::Motion& target = interface.bodies().target;
  const dynamics::Motion link = dynamics::motion(link_->body, interface.own() + LinkedFeatureTouch::kLinkAt);
  const Eigen::Matrix3d back = target.rotation.transpose();
  const Eigen::Vector3d apart = link.position - target.position;
  const LinkEnd of_link{{back * link.rotation, back * apart - target_port_},
                        back * (link.velocity - target.velocity - target.rate.cross(apart)),
                        back * (link.rate - target.rate)};
  if (!link_->on_target) return {of_port, of_link, of_port, {of_port.pose, of_link.pose}};
  const Eigen::Vector3d arm = of_port.pose.origin - of_link.pose.origin;
  const LinkEnd past_link{of_port.pose, of_port.rate - of_link.rate - of_link.turning.cross(arm),
                          of_port.turning - of_link.turning};
  return {of_port, of_link, past_link, {of_port.pose, of_link.pose, true}};
}

void FeatureTouch::derivative(const Interface& interface, const SixDofContact&, double* rates) const {
  const dynamics::Motion& chaser = interface.bodies().chaser;
  rates[0] = thrust_ != 0.0 ? thrust_ * chaser.rotation.col(0).dot(chaser.velocity) : 0.0;
}

void LinkedFeatureTouch::derivative(const Interface& interface, const SixDofContact& now,
                                    double* rates) const {
  FeatureTouch::derivative(interface, now, rates);
  rates[FeatureTouch::kStates] = now.link_power;
  const double* state = interface.own() + kLinkAt;
  const Eigen::Matrix3d& turn = interface.bodies().target.rotation;
  dynamics::derivative(link_->body, state, dynamics::motion(link_->body, state), turn * now.on_link.force,
                       turn * now.on_link.torque, rates + kLinkAt);
}

Surfaces FeatureTouch::surfaces(const SixDofBodies& bodies) const {
  const SixSignals shown = shown_by(bodies);
  const SixDofContact now = meet({shown, bodies, false});
  return {now.depth.value, now.depth.rate};
}

Ahead FeatureTouch::begin_step(const Interface& interface, Horizon<double> horizon) {
  // Of the first step nothing is known before it: what overlaps there is start_overlap.
  const double elapsed = horizon.now >= began_ ? horizon.now - began_ : HUGE_VAL;
  began_ = horizon.now;
  const Carriers at = carriers(interface);
  seen_.begin_step();
  Seen::Place& seen = look_at(at, touching_ ? Asked::touching : Asked::nearest);
  assign_places(interface, at, seen, elapsed);
  Ahead ahead{{}, 0.0, horizon.longest, 0.0, 0.0};
  double force = 0.0, rate = 0.0;
  touching_ = false;
  const auto begin = [&](contact::GeneralLaw<double>& law, const Met& met, bool on_link) {
    if (part_ != Part::whole) law = along(law, met, at);
    ahead.dented += law.potential(met.depth);
    const bool held = !(link_ && on_link) && interface.held()(met.contact.normal);
    law.begin_step(met.depth, held, horizon);
    if (damping_) law.damping = *damping_;
    const double stored = law.potential(met.depth);
    ahead.dented -= stored;
    ahead.until = std::fmin(ahead.until, law.edge(met.depth, held, horizon));
    touching_ = touching_ || law.touching;
    force += std::fmax(law.force(met.depth), 0.0);
    rate += law.force_rate(met.depth, met.depth.rate);
    return stored;
  };
  visit_contacts(interface, at, seen, [&](std::size_t pair, const Place* known, const Met& met) {
    if (known == nullptr) return;
    Place& place = places_[static_cast<std::size_t>(known - places_.data())];
    const double stored = begin(place.law, met, assembly_->is_on_link(assembly_->pairs()[pair]));
    // Held, a component of the rate moves nothing: the others alone may go faster than their sum.
    const double speed = held_for_ > 0.0 ? met.moving.norm() : met.depth.rate;
    watch(place, met.depth.value, speed, stored, elapsed);
  });
  note_gaps(at, seen);
  seen_.note_bounds(*assembly_, nearness_, at.poses);
  hold_latches(at, seen, horizon.now, begin);
  note_contact(at.port, horizon, ahead);
  ahead.until = std::fmax(ahead.until, horizon.shortest);
  ahead.contact = meet(interface, Asked::touching);
  if (const int pushing = ahead.contact.contacts; pushing != pushing_) {
    capture_.contacts_begun += std::max(pushing - pushing_, 0);
    pushing_ = pushing;
  }
  if (force > 0.0) {
    ahead.growth = rate / force;
    ahead.spread = ahead.contact.spread.contact_force / force;
  }
  return ahead;
}

/// What a latch that snaps against a back edge already stores there comes out of its own spring: it wedges
/// itself in. What it stores beyond that comes from nowhere: it is no loss below 0, but a gain that the balance shows.
template <class Begin>
void FeatureTouch::hold_latches(const Carriers& at, Seen::Place& seen, double now, Begin&& begin) {
  capture_.latched = 0;
  for (std::size_t i = 0; i < latches_.size(); ++i) {
    Latch& latch = latches_[i];
    const LinkEnd& carrier = at.of(latch.element->on_link());
    const auto change = latch.element->next(latch.grip, at.pose(latch.element->on_link()));
    if (change.slipped)
      capture_.snapped += not_negative(stored_in(latch, at) + (change.snapped ? 0.0 : change.energy));
    if (change.snapped) {
      latch.laws.fill(fresh_);
      note_time(capture_.snaps, latch.number, now);
    }
    latch.grip = change.grip;
    capture_.slips += change.slipped ? 1 : 0;
    broken_ = broken_ || change.blocked;
    if (is_pushed(latch)) note_pushed(latch, held(i, at, seen).push.pushed, carrier, now);
    if (latch.element->is_sensor() && !is_pushed(latch)) latch.tripped = false;
    if (latch.grip != mechanism::Grip::latched) continue;
    ++capture_.latched;
    const auto held_by = holds(latch, at);
    double stored = 0.0;
    for (std::size_t k = 0; k < held_by.size(); ++k)
      if (held_by[k])
        stored += begin(latch.laws[k], met_at(*held_by[k], carrier), latch.element->on_link());
      else
        latch.laws[k].touching = latch.laws[k].pressing = false;
    if (!change.snapped) continue;
    capture_.snapped += not_negative(change.energy - stored);
    broken_ = broken_ || stored > change.energy + broken_energy_;
  }
}

double FeatureTouch::stored_in(const Latch& latch, const Carriers& at) {
  double stored = 0.0;
  const auto held_by = holds(latch, at);
  for (std::size_t k = 0; k < held_by.size(); ++k)
    if (held_by[k])
      stored += latch.laws[k].potential(met_at(*held_by[k], at.of(latch.element->on_link())).depth);
  return stored;
}

void FeatureTouch::note_contact(const LinkEnd& of_port, Horizon<double> horizon, Ahead& ahead) {
  if (touching_ || std::any_of(latches_.begin(), latches_.end(), is_pushed))
    capture_.first_contact = std::fmin(capture_.first_contact, horizon.now);
  if (capture_.done() && !(capture_.left.time <= horizon.now))
    capture_.left = residual_of(of_port, horizon.now);
  const double left = capture_.first_contact + thrust_time_ - horizon.now;
  thrust_ = capture_.first_contact <= horizon.now && left > 0.0 ? full_thrust_ : 0.0;
  if (thrust_ != 0.0) ahead.until = std::fmin(ahead.until, left);
}

void FeatureTouch::note_gaps(const Carriers& at, const Seen::Place& seen) {
  std::fill(deepest_.begin(), deepest_.end(), -HUGE_VAL);
  for (const auto& [pair, i, contact] : seen.found)
    deepest_[pair] = std::fmax(deepest_[pair], contact.penetration);
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const mechanism::Assembly::Pair& pair = assembly_->pairs()[p];
    const mechanism::Pose& pose = at.pose(assembly_->is_on_link(pair));
    bool touching = !(deepest_[p] < 0.0);
    for (std::size_t k = 0; k < pairs_[p].places; ++k)
      touching = touching || places_[pairs_[p].first + k].law.touching;
    if (touching)
      nearness_.note(p, pose, 0.0);
    else if (pair.gap == nullptr && deepest_[p] > -HUGE_VAL)
      nearness_.note(p, pose, -deepest_[p]);
    else if (nearness_.is_worn(p, pose))
      nearness_.note(p, pose, assembly_->gap(pair, pose));
  }
}

double FeatureTouch::wall_time(const Interface& interface, const SixDofContact&,
                               const FlightBounds& bounds) const {
  return assembly_->free_time({interface.attitude(), interface.place()},
                              {bounds.speed, bounds.turning, bounds.slack, bounds.turned});
}

}  // namespace hilspace::models
