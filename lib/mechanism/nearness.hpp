#pragma once
// Nearness: from where and by how much each pair of a mechanism was last seen apart, so that pairs that cannot touch
// are left out without a look at them.
//
//   gap >= g - |p - p0| - |A - A0| L
//
//   g       gap of the pair at the pose (A0, p0), or a lower bound of it, m
//   (A, p)  pose of the carrier of its active feature now: no point of that feature has gone farther
//   L       farthest point of it from the carrier's origin, m; of an unbounded one infinite: no bound
//
// |A - A0| is Frobenius' norm, which is no less than that of the greatest stretch. What has met is known to be at
// 0. One a run; docs/theory-mechanisms.md, section 26.

#include <Eigen/Core>
#include <cmath>
#include <vector>

#include "mechanism/pose.hpp"

namespace hilspace::mechanism {

class Nearness {
 public:
  /// Of features with these levers; nothing is known of them yet.
  explicit Nearness(const std::vector<double>& levers) {
    for (const double lever : levers) known_.push_back({{}, lever, -HUGE_VAL});
  }

  /// Lower bound of its gap there; negative where none is known. m
  double gap(std::size_t pair, const Pose& pose) const {
    const Known& its = known_[pair];
    return its.gap > kRounding ? its.gap - moved(its, pose) - kRounding : -HUGE_VAL;
  }
  /// Whether the bound has become so much smaller than it was, or it has moved so far since there was none, that a new one
  /// is worth its price.
  bool is_worn(std::size_t pair, const Pose& pose) const {
    constexpr double kAgain = 1e-3;  // m
    const Known& its = known_[pair];
    if (its.gap == 0.0) return !(moved(its, pose) < kAgain);
    return !(its.gap - moved(its, pose) > 0.5 * its.gap);
  }
  /// Farthest point of its active feature from the carrier's origin. m
  double lever(std::size_t pair) const { return known_[pair].lever; }
  void note(std::size_t pair, const Pose& pose, double gap) {
    Known& its = known_[pair];
    its.at = pose;
    its.gap = std::isfinite(its.lever) ? gap : -HUGE_VAL;
  }

 private:
  static constexpr double kRounding = 1e-9;  // m
  struct Known {
    Pose at;
    double lever, gap;
  };
  static double moved(const Known& its, const Pose& pose) { return Moved(its.at, pose).at(its.lever); }
  std::vector<Known> known_;
};

}  // namespace hilspace::mechanism
