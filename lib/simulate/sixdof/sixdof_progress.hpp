#pragma once
// Progress: whether a run still gets on, by the steps that it allows by itself, whatever those of a run that it
// shares them with. And the loads at the interface of a mechanism of features, as its tally takes them.

#include <algorithm>
#include <cmath>

#include "metrics/docking_tally.hpp"
#include "models/sixdof.hpp"

namespace hilspace::simulate {

/// A run is stalled (Outcome::stalled) where that many of its own steps together are shorter than so many of
/// a contact's fine ones: the error control and jumps of what touches have brought them down to the least step, and keep
/// them there. Steps that end at a quantizer's cell are as short as the cells are fine, and do not count: the work does.
inline constexpr unsigned kStallSteps = 4096;
inline constexpr double kStallProgress = 4.0;

class Progress {
 public:
  /// What counts as short, s.
  static double short_step(double fine) { return kStallProgress / kStallSteps * fine; }

  void begin_step() { rejected_ = is_cell_ = false, share_ = 1.0; }
  /// A step that was tried: the ratio of its error to the tolerance, then the share of it that is smooth.
  void note_error(double error) { rejected_ = rejected_ || !(error <= 1.0); }
  void note_share(double share) { share_ = share; }
  /// Whether a step that is short ends at a jump of an instrument, where nothing that touches jumps.
  void note_cell(bool is_cell) { is_cell_ = is_cell; }
  /// A step of h was taken, where it wished for one of `wish`; `fine` is what counts as long enough.
  void end_step(double h, double wish, double fine) {
    if (is_cell_ && !rejected_) return;
    allowed_ += std::fmin(rejected_ || share_ < 1.0 ? share_ * h : wish, fine);
    if (++counted_ < kStallSteps) return;
    stalled_ = allowed_ < kStallProgress * fine;
    allowed_ = 0.0;
    counted_ = 0;
  }
  bool rejected() const { return rejected_; }
  bool stalled() const { return stalled_; }

 private:
  bool rejected_ = false;  // whether this step was too long for it
  bool is_cell_ = false;   // whether a quantizer's cell has ended it
  double share_ = 1.0;     // of the step, smooth in it
  double allowed_ = 0.0;   // s, by the steps counted
  unsigned counted_ = 0;
  bool stalled_ = false;
};

/// Where nothing touches, metrics and bounds are told of what is nearest.
template <class Touching>
models::Asked asked_of(const Touching& touch) {
  return touch.touching() ? models::Asked::touching : models::Asked::nearest;
}

/// What the metrics see: the surfaces of the bodies, the interface, the measured force along its normal.
inline models::Observation<double> observation_of(const models::Surfaces& surfaces,
                                                  const models::SixDofView& now) {
  return {surfaces.penetration,
          surfaces.closing_rate,
          now.depth.value,
          now.depth.rate,
          now.normal_force,
          now.measured.force.dot(now.contact.normal),
          now.stored};
}

/// Of the interface on the chaser's side, about the target's port.
inline metrics::Loads loads_of(const models::SixDofContact& now) {
  const Eigen::Vector3d &f = now.on_target.force, &t = now.on_target.torque;
  const auto across = [](const Eigen::Vector3d& v) { return std::sqrt(v.y() * v.y() + v.z() * v.z()); };
  metrics::Loads all{};
  all.peaks = {f.norm(),   t.norm(),         std::fmax(f.x(), 0.0), std::fmax(-f.x(), 0.0),
               across(f),  across(t),        std::abs(t.x()),       now.largest,
               now.stroke, now.largest_hook, now.joint_force,       now.joint_moment};
  all.contacts = now.contacts;
  return all;
}

/// Whether component i of the wrench sensors has settled to 0, of both where there is a link.
template <class Model>
bool sensors_settled(const Model& model, const typename Model::State& y, std::size_t i, double threshold) {
  if constexpr (decltype(Model::touch)::kLinked)
    if (!model.target_sensor.settled(&y[Model::kTargetSensorAt], i, threshold)) return false;
  return model.sensor.settled(&y[Model::kSensorAt], i, threshold);
}

/// What latches, sensors and hooks have done so far.
template <class Model>
metrics::CaptureState capture_of(const Model& model) {
  const auto& touch = model.touch;
  const auto& its = touch.capture();
  metrics::CaptureState all{its.first_contact, its.left,           its.latched, its.latches,
                            its.slips,         its.contacts_begun, its.snaps,   its.trips};
  if constexpr (Model::Computer::kAdds)
    all.contacts_begun = std::max(all.contacts_begun, model.computer.virtual_part.contacts_begun());
  if constexpr (decltype(Model::touch)::kHooked) {
    all.hooks = touch.hooks().closed();
    all.joint = touch.hooks().residual();
  }
  return all;
}

/// Bound of a body's turn rate without a torque, relative to the present one.
inline double wobble(const dynamics::RigidBody& body) {
  const double a = body.middle + body.a_excess, b = body.middle + body.b_excess;
  return std::fmax(body.middle, std::fmax(a, b)) / std::fmin(body.middle, std::fmin(a, b));
}

/// What both bodies have, and where the rest of it went.
template <class Model>
metrics::Energies energies_of(const Model& model, const models::SixDofView& now) {
  using Touching = decltype(Model::touch);
  metrics::Energies all{model.kinetic(now), now.stored, now.damping_work, now.friction_work};
  if constexpr (Touching::kLatches) {
    all.sprung = now.sprung;
    all.link = now.link_work;
    all.snaps = model.touch.capture().snapped;
    all.thrust = now.thrust_work;
  }
  if constexpr (Touching::kHooked) all.hooks = now.hook_work, all.joint = now.joint_work;
  return all;
}

}  // namespace hilspace::simulate
