#pragma once
// Seen: the contacts of a mechanism of features at the last few poses, kept. A step asks for the same ones several times:
// its start for law states, places and forces, the ends of the method's stages for jumps, both for the metrics.
// What is kept has the bits of what would be found again. Searches within a step go on from what was found where it
// began (mechanism/followed.hpp), and pairs that were farther apart there than they have moved since are left out. No
// heap after the set-up.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "mechanism/assembly.hpp"
#include "models/sixdof_touch.hpp"

namespace hilspace::models {

class Seen {
 public:
  struct Found {
    std::uint32_t pair, number;  // number of the contact within its pair
    mechanism::ContactPoint contact;
  };
  /// A latch that is pushed or holds, as long as its grip is that one.
  struct Held {
    mechanism::Grip grip = mechanism::Grip::free;
    mechanism::PlacedLatch::Push push;
    mechanism::PlacedLatch::Holds holds;
  };
  struct Place {
    mechanism::Pose port, link;
    bool known = false;
    Asked asked = Asked::all;
    std::vector<Found> found;
    std::vector<Held> latches;
  };

  explicit Seen(const mechanism::Assembly& assembly)
      : places_(kKept),
        gaps_(assembly.pairs().size()),
        bounds_(assembly.pairs().size()),
        followed_(assembly.pairs().size()) {
    for (Place& place : places_) {
      place.found.reserve(assembly.pairs().size() * mechanism::Contacts::kMost);
      place.latches.resize(assembly.latches().size());
    }
  }

  /// A step begins: what is looked at next is where.
  void begin_step() {
    for (Place& place : places_) place.known = false;
    for (auto& pair : followed_) pair = {};
    begins_ = true;
    bounded_ = false;
  }
  /// All that is known of the gaps where the step begins has been noted.
  void note_bounds(const mechanism::Assembly& assembly, const mechanism::Nearness& nearness,
                   const mechanism::Poses& poses) {
    for (std::size_t p = 0; p < bounds_.size(); ++p) {
      const bool on_link = assembly.is_on_link(assembly.pairs()[p]);
      bounds_[p] = {nearness.gap(p, poses.of(on_link)), nearness.lever(p), on_link};
    }
    bounded_from_ = {poses.of(false), poses.of(true)};
    bounded_ = true;
  }

  Place& at(const mechanism::Assembly& assembly, const mechanism::Nearness& nearness,
            const mechanism::Poses& poses, Asked asked) {
    for (std::size_t i = 0; i < kKept; ++i) {
      Place& place = places_[(last_ + kKept - i) % kKept];
      if (is_at(place, poses) && place.asked >= asked) return place;
    }
    last_ = (last_ + 1) % kKept;
    Place& place = places_[last_];
    place.port = poses.port;
    place.link = poses.link;
    place.known = true;
    place.asked = asked;
    place.found.clear();
    for (Held& latch : place.latches) latch.grip = mechanism::Grip::free;
    double nearest = HUGE_VAL;
    const auto keep = [&](std::size_t pair, std::size_t i, const mechanism::ContactPoint& contact) {
      place.found.push_back({static_cast<std::uint32_t>(pair), static_cast<std::uint32_t>(i), contact});
      nearest = std::fmin(nearest, -contact.penetration);
    };
    const bool begins = std::exchange(begins_, false);
    if (begins) begun_ = {poses.port, poses.link};
    // Poses farther away than a step goes, such as those of the bodies behind a late robot, may have other minima.
    const bool is_near = is_within(kNear, begun_[0], poses.port) && is_within(kNear, begun_[1], poses.link);
    const auto visit = [&](std::size_t pair) {
      mechanism::Followed& its = followed_[pair];
      its.touching_alone = asked == Asked::touching && !begins;
      assembly.visit(pair, poses, is_near && (begins || its.known) ? &its : nullptr, keep);
    };
    if (asked == Asked::all) {
      assembly.visit(poses, keep);
      return place;
    }
    find_gaps(assembly, nearness, poses);
    for (std::size_t p = 0; p < gaps_.size(); ++p)
      if (!(gaps_[p] > 0.0)) visit(p);
    if (asked == Asked::touching || !(nearest > 0.0)) return place;
    // From the least bound on, as long as one may be nearer than what was found.
    for (;;) {
      std::size_t next = 0;
      double least = HUGE_VAL;
      for (std::size_t p = 0; p < gaps_.size(); ++p)
        if (gaps_[p] > 0.0 && gaps_[p] < least) least = gaps_[p], next = p;
      if (least == HUGE_VAL || least > nearest) break;
      gaps_[next] = 0.0;
      visit(next);
    }
    std::sort(place.found.begin(), place.found.end(), [](const Found& a, const Found& b) {
      return a.pair != b.pair ? a.pair < b.pair : a.number < b.number;
    });
    return place;
  }

 private:
  struct Bound {
    double gap, lever;  // m
    bool on_link;
  };
  void find_gaps(const mechanism::Assembly& assembly, const mechanism::Nearness& nearness,
                 const mechanism::Poses& poses) {
    if (!bounded_) {
      for (std::size_t p = 0; p < gaps_.size(); ++p)
        gaps_[p] = nearness.gap(p, poses.of(assembly.is_on_link(assembly.pairs()[p])));
      return;
    }
    const mechanism::Moved port(bounded_from_[0], poses.of(false)), link(bounded_from_[1], poses.of(true));
    for (std::size_t p = 0; p < gaps_.size(); ++p) {
      const Bound& its = bounds_[p];
      gaps_[p] = its.gap > 0.0 ? its.gap - (its.on_link ? link : port).at(its.lever) : its.gap;
    }
  }
  static constexpr double kNear = 1e-3;  // m and rad
  static bool is_within(double distance, const mechanism::Pose& a, const mechanism::Pose& b) {
    return (a.origin - b.origin).norm() <= distance && (a.turn - b.turn).norm() <= distance;
  }
  static constexpr std::size_t kKept = 12;  // a step's start, its stages, its quarters
  static bool is_at(const Place& place, const mechanism::Poses& poses) {
    return place.known && place.link.origin == poses.link.origin && place.link.turn == poses.link.turn &&
           place.port.origin == poses.port.origin && place.port.turn == poses.port.turn;
  }
  std::vector<Place> places_;
  std::vector<double> gaps_;                     // of the pairs, while they are looked at
  std::vector<Bound> bounds_;                    // of the pairs, where the step began
  std::array<mechanism::Pose, 2> bounded_from_;  // of what is on the body, and on the link
  bool bounded_ = false;
  std::size_t last_ = 0;
  std::vector<mechanism::Followed> followed_;  // of the pairs, where the step began
  std::array<mechanism::Pose, 2> begun_;       // port and link there
  bool begins_ = false;
};

}  // namespace hilspace::models
