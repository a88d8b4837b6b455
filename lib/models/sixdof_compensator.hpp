#pragma once
// Delay compensator of a testbed in six degrees of freedom, by the equations of compensation/compensator.hpp. Each
// component of the pose gets a command of its own, and each of the wrench may be led:
//
//   x_c,i = C_i(x_i, x_i', x_i'', x_i''')   i = x, y, z of the tip; roll, pitch, yaw where the robot shows angles
//   none, polynomial, lead
//   w_i + t_i w_i'                          of the measured wrench: force = lead
//
// The others of the force act along the normal of a single contact, on n . F alone: secant, damper, passivity.
//
//   F_in = F + (S(n . F) - n . F) n  at Ct,   by d, v of the bodies and a, a' of the interface along their normals
//
// The lag that is compensated is that of the component's own chains, robot and wrench sensor; x_i'' and x_i''' come from
// the equations of both bodies under the measured wrench and its rate. The rate is that of the normal force: how the normal
// turns is left out of it, and with a link all of it. It counts only where the robot has no low-pass and the contact is
// damped.

#include <Eigen/Core>
#include <array>
#include <cstddef>

#include "compensation/compensator.hpp"
#include "models/sixdof_touch.hpp"

namespace hilspace::models {

/// The loop along the normal of a single contact.
struct NormalLoop {
  Eigen::Vector3d n, point;
  Signal<double> motion, interface, measured;
  double contact_force;  // N
  bool touching;
};

/// Of the components of pose and wrench.
using ComponentCompensators = std::array<compensation::Compensator<double>, kComponents>;

template <bool kSingle>
struct SixCompensator {
  using Along = compensation::Compensator<double>;
  static constexpr std::size_t kAlongAt = 1;  // behind the time, of past values
  static constexpr std::size_t kStates = kAlongAt + (kSingle ? Along::kStates : 0);
  bool present = false;
  bool leads_force = false;
  ComponentCompensators each;
  bool acts_along = false;  // whether it has a part along the normal
  Along along;

  /// `jerk`: the third derivatives.
  SixSignals command(const double* x, SixSignals pose, const std::array<double, kComponents>& jerk) const {
    for (std::size_t i = 0; i < kComponents; ++i) pose[i] = each[i].command(x, pose[i], jerk[i]);
    return pose;
  }
  bool needs_jerk() const { return each[0].form.position == compensation::Position::lead; }
  /// The measured wrench with its lead.
  SixSignals led(SixSignals wrench) const {
    for (std::size_t i = 0; i < kComponents; ++i)
      wrench[i] = each[i].force(nullptr, wrench[i], {}, {}, {}, false);
    return wrench;
  }
  /// What acts along the normal in the place of what is measured.
  Signal<double> force_along(const double* x, const NormalLoop& loop) const {
    return along.force(x + kAlongAt, loop.measured, loop.motion, loop.interface, {}, loop.touching);
  }
  void derivative(const double* x, const NormalLoop& loop, Signal<double> force, double* rate) const {
    *rate = 1.0;
    if constexpr (kSingle)
      along.derivative(x + kAlongAt, {loop.motion, {}, loop.interface, loop.measured, force, loop.touching},
                       rate + kAlongAt);
  }

  void follow_ramp(const SixSignals& pose, const Signal<double>& motion, double* x) {
    *x = 0.0;
    for (std::size_t i = 0; i < kComponents; ++i)
      for (auto& delay : each[i].past) delay.follow_ramp(pose[i], x);
    if constexpr (kSingle) along.follow_ramp(motion, x + kAlongAt);
  }
  /// How long the step may be.
  double begin_step(const double* x, const SixSignals& pose, Horizon<double> horizon) {
    double until = horizon.longest;
    for (std::size_t i = 0; i < kComponents; ++i)
      until = smaller(until, each[i].begin_step(x, pose[i], horizon));
    return until;
  }
  /// The same along the normal; `motion` with the acceleration that the force there makes.
  double begin_along(const double* x, const Signal<double>& motion, Horizon<double> horizon) {
    return along.begin_step(x + kAlongAt, motion, horizon);
  }
  /// What it does at a sample, once the force is measured.
  void sample(const double* x, const NormalLoop& loop) {
    along.sample(x + kAlongAt, loop.measured, loop.contact_force, loop.interface);
  }
  template <class Visit>
  void margins(const double* x, const NormalLoop& loop, Visit&& visit) const {
    along.margins(x + kAlongAt, loop.motion, {}, {}, visit);
  }
  /// A step: its states and poses at its start, middle and end.
  void record(const std::array<const double*, 3>& x, const std::array<SixSignals, 3>& pose) {
    for (std::size_t i = 0; i < kComponents; ++i)
      each[i].record(x, {pose[0][i], pose[1][i], pose[2][i]}, {pose[0][i], pose[1][i], pose[2][i]});
  }
};

}  // namespace hilspace::models
