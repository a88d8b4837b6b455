#pragma once
// What is seen of a model at one instant, and what measured wrenches do to two spacecraft: their loads, and the
// accelerations of the tip against the drogue.
//
//   P''  of the tip as seen in the rotating target frame, target axes; of its angles (3-2-1) by the rates of rates
//
// Both are a part that the wrenches cause, linear in them, and one of the motion. The third derivatives that change with
// the wrenches' rates alone are therefore the difference of two of them. Source: docs/theory-sixdof.md, section 10.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>

#include "core/scalar.hpp"
#include "dynamics/euler.hpp"
#include "dynamics/motion.hpp"
#include "dynamics/rigid_body.hpp"
#include "models/sixdof_touch.hpp"

namespace hilspace::models {

/// A spacecraft in the model: the body, and its side of the mechanism.
struct Spacecraft {
  dynamics::RigidBody body;
  Eigen::Vector3d port;  // centre of mass -> base of tip or drogue, body axes
};

/// The bodies in these states, and the tip against the drogue.
inline SixDofBodies bodies_at(const Spacecraft& chaser, const Spacecraft& target, const double* of_chaser,
                              const double* of_target) {
  SixDofBodies now;
  now.chaser = dynamics::motion(chaser.body, of_chaser);
  now.target = dynamics::motion(target.body, of_target);
  const Eigen::Matrix3d to_target = now.target.rotation.transpose();
  const Eigen::Vector3d lever = now.chaser.rotation * chaser.port;
  const Eigen::Vector3d from_target = now.chaser.position + lever - now.target.position;
  now.attitude = to_target * now.chaser.rotation;
  now.tip = to_target * from_target - target.port;
  now.tip_rate = to_target * (now.chaser.velocity + now.chaser.rate.cross(lever) - now.target.velocity -
                              now.target.rate.cross(from_target));
  return now;
}

/// The observable quantities of one model at one instant.
struct SixDofView : SixDofBodies, SixDofContact {
  Wrench measured;                            // Fs, Ts; with a computer what it makes of them
  SixSignals pose, shown;                     // of the tip, as it is and as the robot shows it
  double damping_work, friction_work;         // J, taken so far
  double link_work = 0.0, thrust_work = 0.0;  // J, taken by the link's dampers, given by the thruster
  double hook_work = 0.0, joint_work = 0.0;   // J, given by the hooks' drives, taken by the joint's dampers
  Wrench measured_on_target{};                // reversed; with a link, else that on the chaser
  // Of a model with a computer alone:
  Wrench sensed{}, sensed_rate{};  // what the sensor shows, with the lead of a compensator
  Wrench measured_rate{};          // of Fs, Ts
  double growth = 0.0;             // relative rate of the wrench at the interface, 1/s
};

/// What acts on the bodies about their centres of mass, inertial axes.
struct BodyLoads {
  Wrench chaser, target;
};

/// A wrench about the base of the drogue, from target to inertial axes.
inline Wrench inertial(const SixDofBodies& now, const Wrench& wrench) {
  return {now.target.rotation * wrench.force, now.target.rotation * wrench.torque};
}

inline Eigen::Vector3d tip_acceleration(const Spacecraft& chaser, const Spacecraft& target,
                                        const SixDofBodies& now, const BodyLoads& loads) {
  const Eigen::Vector3d spin_chaser =
      dynamics::angular_acceleration(chaser.body, now.chaser, loads.chaser.torque);
  const Eigen::Vector3d spin_target =
      dynamics::angular_acceleration(target.body, now.target, loads.target.torque);
  const Eigen::Vector3d lever = now.chaser.rotation * chaser.port;
  const Eigen::Vector3d from_target = now.chaser.position + lever - now.target.position;
  const Eigen::Vector3d of_tip = loads.chaser.force / chaser.body.mass + spin_chaser.cross(lever) +
                                 now.chaser.rate.cross(now.chaser.rate.cross(lever));
  const Eigen::Vector3d of_frame = loads.target.force / target.body.mass + spin_target.cross(from_target) +
                                   now.target.rate.cross(now.target.rate.cross(from_target));
  return now.target.rotation.transpose() * (of_tip - of_frame) -
         2.0 * (now.target.rotation.transpose() * now.target.rate).cross(now.tip_rate);
}

/// The second derivatives of the angles of a pose whose angles and rates are those.
inline Eigen::Vector3d angle_acceleration(const Spacecraft& chaser, const Spacecraft& target,
                                          const SixDofBodies& now, const BodyLoads& loads,
                                          const SixSignals& pose) {
  const Eigen::Matrix3d to_chaser = now.chaser.rotation.transpose();
  const Eigen::Vector3d rate = to_chaser * (now.chaser.rate - now.target.rate);
  const Eigen::Vector3d spin_up =
      to_chaser * (dynamics::angular_acceleration(chaser.body, now.chaser, loads.chaser.torque) -
                   dynamics::angular_acceleration(target.body, now.target, loads.target.torque)) -
      (to_chaser * now.chaser.rate).cross(rate);
  const Eigen::Vector3d at(pose[3].value, pose[4].value, pose[5].value),
      rates(pose[3].rate, pose[4].rate, pose[5].rate);
  return dynamics::angle_accelerations(at, rates, rate, spin_up);
}

/// The third derivatives of a pose, as far as they come of the rates of the wrenches: `with` are the loads by these rates,
/// `without` those by none.
inline std::array<double, kComponents> third_derivatives(const Spacecraft& chaser, const Spacecraft& target,
                                                         const SixDofBodies& now, const BodyLoads& with,
                                                         const BodyLoads& without, const SixSignals& pose,
                                                         bool sees_angles) {
  std::array<double, kComponents> all{};
  const Eigen::Vector3d along =
      tip_acceleration(chaser, target, now, with) - tip_acceleration(chaser, target, now, without);
  for (std::size_t i = 0; i < kLinearComponents; ++i) all[i] = along[static_cast<int>(i)];
  if (!sees_angles) return all;
  const Eigen::Vector3d about = angle_acceleration(chaser, target, now, with, pose) -
                                angle_acceleration(chaser, target, now, without, pose);
  for (std::size_t i = 0; i < kLinearComponents; ++i) all[kLinearComponents + i] = about[static_cast<int>(i)];
  return all;
}

/// With the rates that the force's own gives, as the sensor's outlook needs them.
inline SixSignals wrench_signals(const Ahead& ahead, SixSignals in) {
  for (auto& signal : in) {
    signal.rate = ahead.growth * signal.value;
    signal.spread = ahead.spread * magnitude(signal.value);
  }
  return in;
}

}  // namespace hilspace::models
