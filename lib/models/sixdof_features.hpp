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
// docs/theory-mechanisms.md, section 26.

#include <bitset>
#include <cstddef>
#include <vector>

#include "contact/friction.hpp"
#include "contact/general_law.hpp"
#include "mechanism/assembly.hpp"
#include "models/sixdof_touch.hpp"

namespace hilspace::models {

class FeatureTouch {
 public:
  static constexpr bool kMeetsAgain = true;  // a chaser that has left a feature may come back to one

  /// Refers to the assembly of the setup.
  explicit FeatureTouch(const SixDofSetup& setup);

  SixDofContact meet(const Interface& interface) const;
  Surfaces surfaces(const SixDofBodies& bodies) const;
  Ahead begin_step(const Interface& interface, Horizon<double> horizon);
  bool touching() const { return touching_; }
  double wall_time(const Interface& interface, const SixDofContact&, const FlightBounds& bounds) const;

  double start(const SixDofSetup& setup) const;
  double advance_left(const Eigen::Vector3d& tip) const { return docked_at_ - tip.x(); }
  double way_out(const Eigen::Vector3d& tip) const {
    return tip.x() - start_ + mechanism::Assembly::kClearance;
  }

  template <class Visit>
  void margins(const Interface& interface, const SixDofContact&, Visit&& visit) const {
    visit_contacts(interface, [&](std::size_t, const Place* place, const Met& met) {
      if (place != nullptr)
        place->law.margins(met.depth, false, visit);
      else
        visit(-met.depth.value);
    });
  }

 private:
  /// A contact of a pair, from one step to the next.
  struct Place {
    contact::GeneralLaw<double> law;
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    bool shown = false;  // where the step began
    bool kept = false;   // while places are given
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

  /// each(pair, its place or null, contact)
  template <class Each>
  void visit_contacts(const Interface& interface, Each&& each) const {
    const mechanism::Pose pose{interface.attitude(), interface.place()};
    const Eigen::Vector3d rate = interface.rate(), acceleration = interface.acceleration(),
                          turning = interface.turning(), jumps = interface.jumps();
    const Eigen::Matrix3d turns = interface.turns();
    const bool jumpy = !jumps.isZero(0.0) || !turns.isZero(0.0);
    Taken taken;
    assembly_->visit(pose, [&](std::size_t pair, std::size_t i, const auto& contact) {
      const Eigen::Vector3d& n = contact.normal;
      const Eigen::Vector3d arm = contact.point - pose.origin;
      Met met{contact, {}, rate + turning.cross(arm)};
      met.depth = {contact.penetration, -n.dot(met.moving), -n.dot(acceleration), 0.0};
      if (jumpy)
        met.depth.spread = square_root(n.cwiseProduct(jumps).squaredNorm() +
                                       (turns.transpose() * arm.cross(n)).squaredNorm());
      each(pair, place_of(pair, i, contact.point, taken), met);
    });
  }
  /// Which places of the pair that is looked at have a contact already.
  using Taken = std::bitset<mechanism::Contacts::kMost>;
  const Place* place_of(std::size_t pair, std::size_t i, const Eigen::Vector3d& point, Taken& taken) const;
  /// Gives each contact its place for the step.
  void assign_places(const Interface& interface);
  Place* free_place(std::size_t pair);

  const mechanism::Assembly* assembly_;
  contact::GeneralLaw<double> fresh_;
  std::vector<PairState> pairs_;
  std::vector<Place> places_;
  bool touching_ = false;
  double start_ = 0.0, docked_at_;
};

}  // namespace hilspace::models
