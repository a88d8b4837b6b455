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
// Broken: from one step to the next the depth of a contact changed by more than its motion, and the energy in
// it by more than kBrokenShare of the approach's. It was entered from behind, or passed an end of its feature.
// docs/theory-mechanisms.md, section 26.

#include <bitset>
#include <cstddef>
#include <optional>
#include <vector>

#include "contact/friction.hpp"
#include "contact/general_law.hpp"
#include "mechanism/assembly.hpp"
#include "models/sixdof_link.hpp"
#include "models/sixdof_touch.hpp"

namespace hilspace::models {

/// What the latches have done so far.
struct Capture {
  double first_contact = HUGE_VAL, time = HUGE_VAL;  // s; of the first instant at which all latches hold
  int latched = 0, latches = 0, slips = 0, contacts_begun = 0;
  double snapped = 0.0;  // J, lost where latches snapped
  bool done() const { return latches > 0 && latched == latches; }
};

class FeatureTouch {
 public:
  static constexpr bool kMeetsAgain = true;  // a chaser that has left a feature may come back to one
  static constexpr std::size_t kStates = 1;  // energy from the thruster, J
  static constexpr bool kLinked = false, kLatches = true;

  /// Refers to the assembly of the setup.
  explicit FeatureTouch(const SixDofSetup& setup);

  SixDofContact meet(const Interface& interface) const;
  Surfaces surfaces(const SixDofBodies& bodies) const;
  Ahead begin_step(const Interface& interface, Horizon<double> horizon);
  bool touching() const { return touching_; }
  bool broken() const { return broken_; }
  const Capture& capture() const { return capture_; }
  /// Of the chaser along its x, in this step. N
  double thrust() const { return thrust_; }
  /// Rates of the states of its own.
  void derivative(const Interface& interface, const SixDofContact& now, double* rates) const;
  double wall_time(const Interface& interface, const SixDofContact&, const FlightBounds& bounds) const;

  double start(const SixDofSetup& setup) const;
  double advance_left(const Eigen::Vector3d& tip) const { return docked_at_ - tip.x(); }
  double way_out(const Eigen::Vector3d& tip) const {
    return tip.x() - start_ + mechanism::Assembly::kClearance;
  }

  template <class Visit>
  void margins(const Interface& interface, const SixDofContact&, Visit&& visit) const {
    const Carriers at = carriers(interface);
    visit_contacts(interface, at, [&](std::size_t, const Place* place, const Met& met) {
      if (place != nullptr)
        place->law.margins(met.depth, false, visit);
      else
        visit(-met.depth.value);
    });
    for (const Latch& latch : latches_)
      latch.element->margins(latch.grip, at.of(latch.element->on_link()).pose, visit);
    visit_holds(at, [&](const auto& law, const Met& met, bool) { law.margins(met.depth, false, visit); });
  }

 protected:
  std::optional<Link> link_;

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
    std::array<contact::GeneralLaw<double>, mechanism::PlacedLatch::kHolds> laws;  // of what holds it
  };
  /// The chaser's port and the link; without a link the same.
  struct Carriers {
    LinkEnd port, link;
    const LinkEnd& of(bool on_link) const { return on_link ? link : port; }
    mechanism::Poses poses() const { return {port.pose, link.pose}; }
  };
  Carriers carriers(const Interface& interface) const;
  static Met met_at(const mechanism::ContactPoint& contact, const LinkEnd& at) {
    const Eigen::Vector3d& n = contact.normal;
    Met met{contact, {}, at.rate + at.turning.cross(contact.point - at.pose.origin)};
    met.depth = {contact.penetration, -n.dot(met.moving), 0.0, 0.0};
    return met;
  }

  /// each(pair, its place or null, contact)
  template <class Each>
  void visit_contacts(const Interface& interface, const Carriers& at, Each&& each) const {
    const Eigen::Vector3d acceleration = interface.acceleration(), jumps = interface.jumps();
    const Eigen::Matrix3d turns = interface.turns();
    const bool jumpy = !jumps.isZero(0.0) || !turns.isZero(0.0);
    Taken taken;
    assembly_->visit(at.poses(), [&](std::size_t pair, std::size_t i, const auto& contact) {
      const bool on_link = assembly_->is_on_link(assembly_->pairs()[pair]);
      const LinkEnd& carrier = at.of(on_link);
      Met met = met_at(contact, carrier);
      if (!on_link) {
        const Eigen::Vector3d& n = contact.normal;
        met.depth.acceleration = -n.dot(acceleration);
        if (jumpy)
          met.depth.spread =
              square_root(n.cwiseProduct(jumps).squaredNorm() +
                          (turns.transpose() * (contact.point - carrier.pose.origin).cross(n)).squaredNorm());
      }
      each(pair, place_of(pair, i, contact.point, taken), met);
    });
  }
  /// each(law, contact, on the link) of all latches that hold.
  template <class Each>
  void visit_holds(const Carriers& at, Each&& each) const {
    for (const Latch& latch : latches_) {
      if (latch.grip != mechanism::Grip::latched) continue;
      const LinkEnd& carrier = at.of(latch.element->on_link());
      const auto holds = latch.element->holds(carrier.pose);
      for (std::size_t k = 0; k < holds.size(); ++k)
        if (holds[k]) each(latch.laws[k], met_at(*holds[k], carrier), latch.element->on_link());
    }
  }
  /// Which places of the pair that is looked at have a contact already.
  using Taken = std::bitset<mechanism::Contacts::kMost>;
  const Place* place_of(std::size_t pair, std::size_t i, const Eigen::Vector3d& point, Taken& taken) const;
  /// Gives each contact its place for the step.
  void assign_places(const Interface& interface, const Carriers& at, double elapsed);
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
  void add_latches(const Carriers& at, Sums& sums, SixDofContact& now) const;
  void add_link(const Interface& interface, const Carriers& at, const Sums& sums, SixDofContact& now) const;
  /// The grips for the next step, and what follows from them.
  template <class Begin>
  void hold_latches(const Carriers& at, Begin&& begin);
  void note_contact(Horizon<double> horizon, Ahead& ahead);
  /// Compares a contact with what it was where the last step began, `elapsed` ago.
  void watch(Place& place, double depth, double rate, double stored, double elapsed);

  const mechanism::Assembly* assembly_;
  contact::GeneralLaw<double> fresh_;
  std::vector<PairState> pairs_;
  std::vector<Place> places_;
  std::vector<Latch> latches_;
  Capture capture_;
  double thrust_ = 0.0;
  int pushing_ = 0;  // contacts and latches, where the last step began
  bool touching_ = false, broken_ = false;
  double began_ = HUGE_VAL;       // s, the last step; infinite: there was none
  double broken_energy_, slack_;  // J, m: what is not counted as broken
  Eigen::Vector3d target_port_;
  double full_thrust_, thrust_time_;
  double start_ = 0.0, docked_at_;
};

/// Features on a link. Its states stand behind those of FeatureTouch: J that its dampers took, and its body's,
/// in inertial axes: it is hardware on the robot, which moves as the simulated bodies do.
class LinkedFeatureTouch : public FeatureTouch {
 public:
  static constexpr std::size_t kLinkAt = FeatureTouch::kStates + 1;
  static constexpr std::size_t kStates = kLinkAt + dynamics::kBodyStates;
  static constexpr bool kLinked = true;
  using FeatureTouch::FeatureTouch;

  const dynamics::RigidBody& body() const { return link_->body; }
  void derivative(const Interface& interface, const SixDofContact& now, double* rates) const;
};

}  // namespace hilspace::models
