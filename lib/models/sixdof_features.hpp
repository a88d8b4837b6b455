#pragma once
// The features of two bodies against each other: any number of contacts at once, each with a law state and a
// friction of its own. The contract is that of sixdof_touch.hpp.
//
//   d, n, c   penetration, normal, point of a contact (mechanism/assembly.hpp)    P, V, w  of the interface
//   d' = -n . (V + w x (c - P)),   f = N n + Ff
//   F = sum f,   T = sum c x f                                                    about the target's port
//
// What is told of all contacts together: the sum of N, the sum of Ff; d, d' and c of the deepest one, or of
// the nearest while nothing touches. n is the direction of sum N n.
//
// Places. A contact keeps its law state from step to step in a place of its pair: that of its number where a
// pair tells its contacts in a fixed order, else the nearest of those that the step began with. One that
// appears in between has no force until it is found overlapping, which ends the step (margins).
//
// Of a hybrid contact one of these has the contacts of the real part, at the interface, another one those of the
// computed part, of the pose that its source shows (sixdof_virtual_contacts.hpp): k and b of each along its n
// (hybrid/spatial.hpp).
//
// Broken: from one step to the next the depth of a contact changed by more than its motion, and the energy in
// it by more than kBrokenShare of the approach's. It was entered from behind, or passed an end of its feature.
// docs/theory-mechanisms.md, section 26.

#include <bitset>
#include <cstddef>
#include <optional>
#include <vector>

#include "contact/friction.hpp"
#include "contact/general_law.hpp"
#include "hybrid/spatial.hpp"
#include "mechanism/assembly.hpp"
#include "models/each_time.hpp"
#include "models/residual.hpp"
#include "models/sixdof_link.hpp"
#include "models/sixdof_seen.hpp"
#include "models/sixdof_touch.hpp"

namespace hilspace::models {

/// What the latches have done so far.
struct Capture {
  double first_contact = HUGE_VAL;  // s
  Residual left;                    // at the first instant at which all latches hold
  int latched = 0, latches = 0, slips = 0, contacts_begun = 0;
  double snapped = 0.0;          // J, lost where latches snapped or slipped
  EachTime snaps = never_yet();  // s, of each latch the first one
  EachTime trips = never_yet();  // s, of each sensor the first one
  bool done() const { return latches > 0 && latched == latches; }
};

class FeatureTouch {
 public:
  static constexpr std::size_t kStates = 1;  // energy from the thruster, J
  static constexpr bool kSingle = false, kHybrid = true, kLinked = false, kLatches = true, kHooked = false;

  /// Refers to the assembly of the setup.
  explicit FeatureTouch(const SixDofSetup& setup);

  SixDofContact meet(const Interface& interface, Asked asked = Asked::all) const;
  Surfaces surfaces(const SixDofBodies& bodies) const;
  Ahead begin_step(const Interface& interface, Horizon<double> horizon);
  bool touching() const { return touching_; }
  bool broken() const { return broken_; }
  static bool meets_again() { return true; }  // a chaser that has left a feature may come back to one
  /// From now on only that part of a hybrid contact. Of what has neither latches nor a link.
  void show_real_part(const hybrid::SpatialSetup& setup);
  void show_computed_part(const hybrid::SpatialSetup& setup);
  /// A robot of any stages shows it, with these chains, and holds it for `longer`, s: what holds and noise move is not
  /// broken.
  void expect_jumps(const SixChains& robot, double longer = 0.0);
  const Capture& capture() const { return capture_; }
  /// Of the chaser along its x, in this step. N
  double thrust() const { return thrust_; }
  /// Rates of the states of its own.
  void derivative(const Interface& interface, const SixDofContact& now, double* rates) const;
  double wall_time(const Interface& interface, const SixDofContact&, const FlightBounds& bounds) const;

  double start(const SixDofSetup& setup) const;
  /// Whether that pose of the port, and of the link there, pushes a latch at rest.
  bool pushes_latch(const mechanism::Pose& port) const;
  double advance_left(const Eigen::Vector3d& tip) const { return docked_at_ - tip.x(); }
  bool beside(const Eigen::Vector3d& tip) const { return !(tip.tail<2>().norm() <= target_width_); }
  double way_out(const Eigen::Vector3d& tip) const {
    return tip.x() - start_ + mechanism::Assembly::kClearance;
  }
  /// No mouth: what is beside it says beside().
  static constexpr double to_mouth(const Eigen::Vector3d&) { return kNever; }
  static constexpr bool outside(const Eigen::Vector3d&) { return false; }

  template <class Visit>
  void margins(const Interface& interface, const SixDofContact&, Visit&& visit) const {
    const Carriers at = carriers(interface);
    Seen::Place& seen = look_at(at, Asked::touching);
    visit_contacts(interface, at, seen, [&](std::size_t, const Place* place, const Met& met) {
      if (place != nullptr)
        place->law.margins(met.depth, false, visit);
      else
        visit(-met.depth.value);
    });
    for (std::size_t k = 0; k < latches_.size(); ++k) {
      const Latch& latch = latches_[k];
      if (latch.grip == mechanism::Grip::free)
        visit(latch.element->clearance(at.pose(latch.element->on_link())));
      else if (is_pushed(latch))
        latch.element->margins(latch.grip, latch.piece, held(k, at, seen).push.pushed, visit);
      else
        visit(latch.element->to_slip(at.pose(latch.element->on_link())));
      if (latch.element->is_sensor() && is_pushed(latch)) {
        const double beyond = held(k, at, seen).push.pushed.s - latch.element->trip();
        visit(latch.tripped ? beyond + kTrip : kTrip - beyond);
      }
    }
    visit_holds(at, seen,
                [&](const auto& law, const Met& met, const Latch&) { law.margins(met.depth, false, visit); });
  }

  /// each(feature or latch of the chaser, of the target, contact, normal force, friction) of all that push. N
  template <class Each>
  void each_pushing(const Interface& interface, Each&& each) const {
    const Carriers at = carriers(interface);
    Seen::Place& seen = look_at(at, Asked::touching);
    const auto pushes = [&](const std::string& chaser, const std::string& target, const auto& law,
                            const Met& met, const contact::FrictionSetup& with) {
      const double N = law.force(met.depth);
      if (N == 0.0) return;
      const Eigen::Vector3d& n = met.contact.normal;
      const Eigen::Vector3d sliding = met.moving - n.dot(met.moving) * n;
      each(chaser, target, met.contact, N, contact::friction_force(with, std::fmax(N, 0.0), sliding).norm());
    };
    visit_contacts(interface, at, seen, [&](std::size_t pair, const Place* place, const Met& met) {
      const mechanism::Assembly::Pair& its = assembly_->pairs()[pair];
      if (place != nullptr)
        pushes(assembly_->chaser()[its.chaser].name, assembly_->target()[its.target].name,
               along(place->law, met, at), met, pairs_[pair].friction);
    });
    for (std::size_t k = 0; k < latches_.size(); ++k) {
      const Latch& latch = latches_[k];
      if (!is_pushed(latch)) continue;
      const mechanism::Pushed& pushed = held(k, at, seen).push.pushed;
      const Rubbing rubs = rubbing(latch, pushed, at.of(latch.element->on_link()));
      const double N = latch.rubs() ? pushed.rubbed_force(rubs.force) : pushed.force;
      each(latch.element->name(), latch.element->catches(),
           mechanism::ContactPoint{0.0, pushed.normal, pushed.point}, N,
           latch.rubs() ? N * rubs.force.norm() : 0.0);
    }
    visit_holds(at, seen, [&](const auto& law, const Met& met, const Latch& latch) {
      pushes(latch.element->name(), latch.element->catches(), law, met, latch.friction);
    });
  }

 protected:
  /// Of the chaser.
  static LinkEnd port(const Interface& interface) {
    return {{interface.attitude(), interface.place()}, interface.rate(), interface.turning()};
  }
  std::optional<Link> link_;
  bool one_sensor_ = false;

 private:
  /// A contact of a pair, from one step to the next.
  struct Place {
    contact::GeneralLaw<double> law;
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    bool shown = false;  // where the step began
    bool kept = false;   // while places are given
    // Where the last step began: of a contact that was not there 0.
    double depth = 0.0, rate = 0.0, stored = 0.0;  // m, m/s, J
  };
  /// A contact of the interface.
  struct Met {
    mechanism::ContactPoint contact;
    Signal<double> depth;
    Eigen::Vector3d moving;  // of the surfaces on each other, m/s
  };
  struct PairState {
    std::size_t first, places;
    contact::FrictionSetup friction;
  };
  struct Latch {
    const mechanism::PlacedLatch* element;
    mechanism::Grip grip = mechanism::Grip::free;
    int piece = 0;                                                                 // of its spring's force
    std::array<contact::GeneralLaw<double>, mechanism::PlacedLatch::kHolds> laws;  // of what holds it
    contact::FrictionSetup friction;
    std::size_t number = 0;  // among latches, or among sensors
    bool tripped = false;    // a sensor that is pushed that far
    bool rubs() const { return element->friction() > 0.0; }
  };
  /// The chaser's port and the link; without a link the same.
  struct Carriers {
    LinkEnd port, link;
    LinkEnd past_link;       // of the target: the port as it moves against that, target axes
    mechanism::Poses poses;  // what the geometry is asked with
    /// Of the chaser's part of a contact against the target's.
    const LinkEnd& of(bool on_link) const { return !on_link ? port : poses.past_link ? past_link : link; }
    const mechanism::Pose& pose(bool on_link) const { return poses.of(on_link); }
  };
  Carriers carriers(const Interface& interface) const;
  static Met met_at(const mechanism::ContactPoint& contact, const LinkEnd& at) {
    const Eigen::Vector3d& n = contact.normal;
    Met met{contact, {}, at.rate + at.turning.cross(contact.point - at.pose.origin)};
    met.depth = {contact.penetration, -n.dot(met.moving), 0.0, 0.0};
    return met;
  }

  /// That law; of a part of a hybrid contact with what it has along that normal.
  contact::GeneralLaw<double> along(const contact::GeneralLaw<double>& law, const Met& met,
                                    const Carriers& at) const;

  Seen::Place& look_at(const Carriers& at, Asked asked) const {
    return seen_.at(*assembly_, nearness_, at.poses, asked);
  }
  static bool is_pushed(const Latch& latch) {
    return latch.grip == mechanism::Grip::surface || latch.grip == mechanism::Grip::tip;
  }
  static constexpr double kTrip = 1e-12;  // m, within which a switch is where it trips
  /// A latch that is pushed or holds there.
  const Seen::Held& held(std::size_t k, const Carriers& at, Seen::Place& seen) const {
    const Latch& latch = latches_[k];
    Seen::Held& its = seen.latches[k];
    if (its.grip == latch.grip) return its;
    its.grip = latch.grip;
    if (!is_pushed(latch)) {
      its.holds = holds(latch, at);
      return its;
    }
    const bool on_link = latch.element->on_link();
    its.push = latch.element->push(latch.grip, at.pose(on_link));
    if (on_link && at.poses.past_link) {
      mechanism::Pushed& pushed = its.push.pushed;
      pushed.normal = at.link.pose.direction(pushed.normal);
      pushed.point = at.link.pose.point(pushed.point);
      pushed.way = at.link.pose.direction(pushed.way);
    }
    return its;
  }
  /// What holds a latched one, target axes.
  static mechanism::PlacedLatch::Holds holds(const Latch& latch, const Carriers& at) {
    const bool on_link = latch.element->on_link();
    auto found = latch.element->holds(at.pose(on_link));
    for (auto& contact : found)
      if (contact) contact = at.poses.out(on_link, *contact);
    return found;
  }

  /// each(pair, its place or null, contact)
  template <class Each>
  void visit_contacts(const Interface& interface, const Carriers& at, const Seen::Place& seen,
                      Each&& each) const {
    const Eigen::Vector3d acceleration = interface.acceleration(), jumps = interface.jumps();
    const Eigen::Matrix3d turns = interface.turns();
    const bool jumpy = !jumps.isZero(0.0) || !turns.isZero(0.0);
    Taken taken;
    for (const auto& [pair, i, contact] : seen.found) {
      const bool on_link = assembly_->is_on_link(assembly_->pairs()[pair]);
      const LinkEnd& carrier = at.of(on_link);
      Met met = met_at(contact, carrier);
      if (!on_link || at.poses.past_link) {  // else the link's own motion is smooth
        const Eigen::Vector3d& n = contact.normal;
        if (!on_link) met.depth.acceleration = -n.dot(acceleration);
        if (jumpy)
          met.depth.spread =
              square_root(n.cwiseProduct(jumps).squaredNorm() +
                          (turns.transpose() * (contact.point - carrier.pose.origin).cross(n)).squaredNorm());
      }
      each(pair, place_of(pair, i, contact.point, taken), met);
    }
  }
  /// each(law, contact, latch) of all latches that hold.
  template <class Each>
  void visit_holds(const Carriers& at, Seen::Place& seen, Each&& each) const {
    for (std::size_t i = 0; i < latches_.size(); ++i) {
      const Latch& latch = latches_[i];
      if (latch.grip != mechanism::Grip::latched) continue;
      const LinkEnd& carrier = at.of(latch.element->on_link());
      const auto& holds = held(i, at, seen).holds;
      for (std::size_t k = 0; k < holds.size(); ++k)
        if (holds[k]) each(latch.laws[k], met_at(*holds[k], carrier), latch);
    }
  }
  /// Which places of the pair that is looked at have a contact already.
  using Taken = std::bitset<mechanism::Contacts::kMost>;
  const Place* place_of(std::size_t pair, std::size_t i, const Eigen::Vector3d& point, Taken& taken) const;
  /// Gives each contact its place for the step.
  void assign_places(const Interface& interface, const Carriers& at, const Seen::Place& seen, double elapsed);
  Place* free_place(std::size_t pair);
  /// What a contact pushes, added to the sums.
  struct Sums {
    Eigen::Vector3d pushed, sprung, link_force, link_torque;  // torques about the target's port
  };
  static void add_force(const Eigen::Vector3d& force, const Eigen::Vector3d& point, bool on_link, Sums& sums,
                        SixDofContact& now);
  void add_contact(const contact::GeneralLaw<double>& law, const Met& met,
                   const contact::FrictionSetup& friction, bool on_link, Sums& sums,
                   SixDofContact& now) const;
  void add_latches(const Carriers& at, Seen::Place& seen, Sums& sums, SixDofContact& now) const;
  /// Friction of a pushed latch for a normal force of 1, and how fast it slides there.
  struct Rubbing {
    Eigen::Vector3d force, sliding;
  };
  static Rubbing rubbing(const Latch& latch, const mechanism::Pushed& pushed, const LinkEnd& at);
  void add_link(const Interface& interface, const Carriers& at, const Sums& sums, SixDofContact& now) const;
  /// The grips for the next step, and what follows from them.
  template <class Begin>
  void hold_latches(const Carriers& at, Seen::Place& seen, double now, Begin&& begin);
  void note_pushed(Latch& latch, const mechanism::Pushed& pushed, const LinkEnd& carrier, double now);
  /// J, in what holds a latched one.
  static double stored_in(const Latch& latch, const Carriers& at);
  void note_contact(const LinkEnd& of_port, Horizon<double> horizon, Ahead& ahead);
  /// How far apart the pairs are where a step begins.
  void note_gaps(const Carriers& at, const Seen::Place& seen);
  /// Compares a contact with what it was where the last step began, `elapsed` ago.
  void watch(Place& place, double depth, double rate, double stored, double elapsed);

  const mechanism::Assembly* assembly_;
  contact::GeneralLaw<double> fresh_;
  enum class Part : unsigned char { whole, real, computed } part_ = Part::whole;
  hybrid::SpatialSetup parts_;
  std::optional<double> damping_;  // of a viscoplastic law that does not harden: its turns change nothing
  std::vector<PairState> pairs_;
  std::vector<Place> places_;
  std::vector<Latch> latches_;
  mechanism::Nearness nearness_;
  mutable Seen seen_;            // what was found already
  std::vector<double> deepest_;  // of each pair, while gaps are noted
  Capture capture_;
  double thrust_ = 0.0;
  int pushing_ = 0;  // contacts and latches, where the last step began
  bool touching_ = false, broken_ = false;
  double began_ = HUGE_VAL;       // s, the last step; infinite: there was none
  double broken_energy_, slack_;  // J, m: what is not counted as broken
  double held_for_ = 0.0;         // s, for which the robot holds a place at most
  Eigen::Vector3d target_port_;
  double full_thrust_, thrust_time_;
  double start_ = 0.0, docked_at_, target_width_;
};

/// Features on a link, of the chaser or of the target. Its states stand behind those of FeatureTouch: J that its dampers
/// took, and its body's, in inertial axes: it is hardware on the robot, which moves as the simulated bodies do.
class LinkedFeatureTouch : public FeatureTouch {
 public:
  static constexpr std::size_t kLinkAt = FeatureTouch::kStates + 1;
  static constexpr std::size_t kStates = kLinkAt + dynamics::kBodyStates;
  static constexpr bool kLinked = true, kHybrid = false;
  using FeatureTouch::FeatureTouch;

  const dynamics::RigidBody& body() const { return link_->body; }
  bool link_on_target() const { return link_->on_target; }
  /// From now on what acts on the target is all that is known of what acts on the chaser: a testbed of one sensor. What
  /// the link's mass takes is lost.
  void measure_on_target_alone() { one_sensor_ = true; }
  void derivative(const Interface& interface, const SixDofContact& now, double* rates) const;
};

}  // namespace hilspace::models
