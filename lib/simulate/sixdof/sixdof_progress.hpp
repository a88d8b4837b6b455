#pragma once
// Progress: whether a run still gets on, by the steps that it allows by itself, whatever those of a run that it
// shares them with. And the loads at the interface of a mechanism of features, as its tally takes them.

#include <cmath>

#include "metrics/docking_tally.hpp"
#include "models/sixdof.hpp"

namespace hilspace::simulate {

/// A run is stalled (Outcome::stalled) where that many of its own steps together are shorter than so many of
/// its largest: the error control and jumps have brought them down to the least step, and keep them there.
inline constexpr unsigned kStallSteps = 4096;
inline constexpr double kStallProgress = 4.0;

class Progress {
 public:
  void begin_step() { rejected_ = false, share_ = 1.0; }
  /// A step that was tried: the ratio of its error to the tolerance, then the share of it that is smooth.
  void note_error(double error) { rejected_ = rejected_ || !(error <= 1.0); }
  void note_share(double share) { share_ = share; }
  /// A step of h was taken, where it wished for one of `wish`; `largest` is the longest that may be.
  void end_step(double h, double wish, double largest) {
    allowed_ += std::fmin(rejected_ || share_ < 1.0 ? share_ * h : wish, largest);
    if (++counted_ < kStallSteps) return;
    stalled_ = allowed_ < kStallProgress * largest;
    allowed_ = 0.0;
    counted_ = 0;
  }
  bool stalled() const { return stalled_; }

 private:
  bool rejected_ = false;  // whether this step was too long for it
  double share_ = 1.0;     // of the step, smooth in it
  double allowed_ = 0.0;   // s, by the steps counted
  unsigned counted_ = 0;
  bool stalled_ = false;
};

/// Of the interface on the chaser's side, about the target's port.
inline metrics::Loads loads_of(const models::SixDofContact& now) {
  const Eigen::Vector3d &f = now.on_target.force, &t = now.on_target.torque;
  const auto across = [](const Eigen::Vector3d& v) { return std::sqrt(v.y() * v.y() + v.z() * v.z()); };
  metrics::Loads all{};
  all.peaks = {f.norm(),  t.norm(),  std::fmax(f.x(), 0.0), std::fmax(-f.x(), 0.0),
               across(f), across(t), std::abs(t.x()),       now.largest,
               now.stroke};
  all.contacts = now.contacts;
  return all;
}

}  // namespace hilspace::simulate
