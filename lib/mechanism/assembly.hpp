#pragma once
// A mechanism made of features: those of both bodies, placed, and the pairs of them that can meet. Pure
// geometry, told where the chaser's port and axes stand in the target's:
//
//   visit(pose, each)        all contacts of all pairs, touching or not, in the target's axes; those that are
//                            neither touching nor nearest may be left out
//   free_time(pose, motion)  s in which no pair can touch
//   start(turn, y, z)        where along x the port is a clearance before the first touch
//
// Broad phase: every bounded feature lies in a ball, so a pair is at least as far apart as its balls. What is
// nearer asks its contacts, or where these have borders a lower bound of its own (pairs/table.hpp).
//
//   gap g of a pair: nothing of it moves faster than  v + w L,  so it stays apart for  g/(v + w L)
//
//   v  speed of the port    w  rate of turning    L  farthest point of the feature from the port; of an
//                                                    unbounded one that of the other, which is as fast
//
// What stands on the link is asked for with the link's pose in the place of the chaser's; where the link is the
// target's, with the chaser's pose in the link's axes. Latches
// (placed_latch.hpp) are kept here, and where a run starts and how long it is free counts them.
//
// Built once a study; nothing of it allocates afterwards. docs/theory-mechanisms.md, section 26.

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mechanism/feature_setup.hpp"
#include "mechanism/followed.hpp"
#include "mechanism/nearness.hpp"
#include "mechanism/pairs/table.hpp"
#include "mechanism/placed_latch.hpp"

namespace hilspace::mechanism {

/// A ball that holds a feature; of a plane the radius is infinite.
struct Ball {
  Eigen::Vector3d centre;
  double radius;
};
Ball ball_around(const Primitive& primitive);

/// Throws InputError with what is wrong with it.
Primitive primitive_of(const FeatureSetup& setup);

/// One copy of a feature on its body.
struct Feature {
  std::string name;
  Primitive primitive;
  Pose pose;  // in the axes of the body, about its port
  Ball ball;  // likewise
  bool on_link = false;
};

/// The chaser's port and axes in the target's, and those of the link; without a link, or with the target's at rest,
/// the same.
struct Poses {
  Pose port, link;
  bool past_link = false;  // whether the link is the target's
  Pose port_in_link;       // of the port in the link's axes, then
  Poses(const Pose& both) : port(both), link(both) {}
  Poses(const Pose& of_port, const Pose& of_link, bool on_target = false)
      : port(of_port), link(of_link), past_link(on_target) {
    if (!on_target) return;
    const Eigen::Matrix3d back = link.turn.transpose();
    port_in_link = {back * port.turn, back * (port.origin - link.origin)};
  }
  /// Of the chaser's part of a pair against the target's.
  const Pose& of(bool on_link) const { return !on_link ? port : past_link ? port_in_link : link; }
  /// From the axes of the target's part of a pair to the target's.
  ContactPoint out(bool on_link, const ContactPoint& its) const {
    if (!past_link || !on_link) return its;
    return {its.penetration, link.direction(its.normal), link.point(its.point)};
  }
};

/// No faster than that, and off by so much already.
struct Motion {
  double speed, turning;  // m/s, rad/s
  double slack, turned;   // m, rad
};

class Assembly {
 public:
  /// Contacts of one pair that are told apart: law states have as many places.
  struct Pair {
    std::size_t chaser, target;  // features
    PairFunction contacts;
    FollowFunction follow;  // or null
    GapFunction gap;        // or null
    Pose to_target;         // from the target's axes to those of its feature
    bool flat_chaser, flat_target;
    std::size_t places;
    bool in_order;  // whether each of its contacts has its own place in the order they come
    std::optional<double> friction;
  };

  /// Where no pairs are given, all that are known meet. Throws InputError.
  static Assembly of(std::span<const FeatureSetup> features, std::span<const FeaturePairSetup> pairs,
                     std::span<const LatchSetup> latches = {}, bool link_on_target = false);

  const std::vector<Feature>& chaser() const { return chaser_; }
  const std::vector<Feature>& target() const { return target_; }
  const std::vector<Pair>& pairs() const { return pairs_; }
  const std::vector<PlacedLatch>& latches() const { return latches_; }
  bool is_on_link(const Pair& pair) const {
    return chaser_[pair.chaser].on_link || target_[pair.target].on_link;
  }

  /// each(pair, number of the contact within its pair, contact)
  template <class Each>
  void visit(const Poses& poses, Each&& each) const {
    double nearest = HUGE_VAL;
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      const bool on_link = is_on_link(pairs_[p]);
      const Pose& pose = poses.of(on_link);
      if (apart(pairs_[p], pose) > std::fmax(nearest, 0.0)) continue;
      Contacts found;
      contacts(pairs_[p], pose, nullptr, found);
      for (std::size_t i = 0; i < found.size(); ++i) {
        nearest = std::fmin(nearest, -found[i].penetration);
        each(p, i, poses.out(on_link, found[i]));
      }
    }
  }

  /// The same of one pair, from what is known of it, if anything is kept (followed.hpp).
  template <class Each>
  void visit(std::size_t p, const Poses& poses, Followed* its, Each&& each) const {
    const bool on_link = is_on_link(pairs_[p]);
    Contacts found;
    contacts(pairs_[p], poses.of(on_link), its, found);
    for (std::size_t i = 0; i < found.size(); ++i) each(p, i, poses.out(on_link, found[i]));
  }

  Nearness nearness() const;
  double free_time(const Pose& pose, const Motion& motion) const;
  /// Lower bound of the least gap of all pairs; negative where any overlaps. m
  double gap(const Pose& pose) const;
  double gap(const Pair& pair, const Pose& pose) const;
  /// Straight along x; where nothing is met on that way, where the balls of both sides meet.
  double start(const Eigen::Matrix3d& turn, double y, double z) const;
  /// Two that overlap before they have touched, on a straight way along x: one of them is inside out.
  const Pair* inside_out() const;
  /// One that locks itself, or gives way farther than it can, on a straight way along x; none: null.
  const PlacedLatch* blocked() const;
  /// Of both sides together, along x: what an undisturbed chaser has to pass. m
  double length() const { return 2.0 * (chaser_reach_ + target_reach_) + kClearance; }

  /// Of the target's features around its x; infinite where one is unbounded. m
  double target_width() const;

  static constexpr double kClearance = 0.05;         // m, beyond the start: a chaser that leaves is out there
  static constexpr double kStartClearance = 0.2e-3;  // m

 private:
  void contacts(const Pair& pair, const Pose& pose, Followed* its, Contacts& out) const;
  double apart(const Pair& pair, const Pose& pose) const;
  double latch_start(Pose pose, double end) const;

  std::vector<Feature> chaser_, target_;
  std::vector<Pair> pairs_;
  std::vector<PlacedLatch> latches_;
  double chaser_reach_ = 0.0, target_reach_ = 0.0;  // m, of what is bounded, from the port
};

}  // namespace hilspace::mechanism
