#pragma once
// The contract of what the two bodies touch with, in six degrees of freedom: the mechanism, the contact laws of
// its contacts and their states, friction. The interface in, force and torque out:
//
//   meet(interface, asked) -> SixDofContact    all that touches there, summed; pure. Asked for what is touching it may
//                                              leave out what else is near: then depth and contact mean nothing
//                                              where nothing touches
//   surfaces(pose of the bodies) -> Surfaces   the same place without laws
//   begin_step(interface, horizon) -> Ahead    latches each contact, and looks ahead
//   margins(interface, contact, visit)         numbers that stay >= 0 while the right-hand side is smooth
//   touching() -> bool                         whether any contact does, in this step
//   broken() -> bool                           whether a contact began or ended under load, before this step
//   wall_time(interface, contact, bounds) -> s in which nothing can touch in free flight
//   start(setup) -> m                          where along x the tip is at the start
//   advance_left(tip), way_out(tip), to_mouth(tip) -> m, outside(tip), meets_again()  as in mechanism/mechanism.hpp
//   beside(tip) -> bool                        whether a tip that has passed the base is not in the mechanism
//   kSingle                                    whether that is one tip on one surface, whose contact is
//                                              tip_contact(interface) -> TipContact
//   kHybrid                                    whether its contacts may be those of a hybrid contact: then there is
//                                              show_real_part(setup), without kSingle also show_computed_part(setup)
//   kStates, kLinked, kLatches, kHooked        number of states of its own; whether a link, a third body, stands
//                                              between the chaser and the contacts; whether it may have latches; and
//                                              hooks.
//     With states: start_link, thrust, derivative. With latches: capture (sixdof_features.hpp). With hooks: hooks
//     (sixdof_hooks.hpp)
//
// All in the target's axes, about the base of the drogue: the target's port. sixdof_tip.hpp is one tip on one
// surface, sixdof_features.hpp a list of features. The concept below says the same to the compiler.

#include <Eigen/Core>
#include <array>
#include <concepts>

#include "core/signal.hpp"
#include "dynamics/euler.hpp"
#include "dynamics/motion.hpp"
#include "mechanism/contact_point.hpp"
#include "mechanism/pose.hpp"
#include "models/axial.hpp"
#include "models/sixdof_setup.hpp"

namespace hilspace::models {

/// A contact whose approach is slower than this is taken to start with it. Bondoky's floor, m/s.
inline constexpr double kSlowestRate = 1e-4;

/// The six components of a pose or a wrench, one after the other.
using SixSignals = std::array<Signal<double>, kComponents>;

/// A force and a torque about the base of the drogue, target axes.
struct Wrench {
  Eigen::Vector3d force, torque;
};

/// What is asked of the contacts at a place: what may touch, or also the nearest where nothing touches, or also others
/// that may be next.
enum class Asked { touching, nearest, all };

/// The bodies at one instant, and the tip against the drogue.
struct SixDofBodies {
  dynamics::Motion chaser, target;
  Eigen::Matrix3d attitude;       // chaser -> target axes
  Eigen::Vector3d tip, tip_rate;  // P, V of the bodies

  /// Angular rate of the chaser against the target, target axes.
  Eigen::Vector3d turning() const { return target.rotation.transpose() * (chaser.rate - target.rate); }
};

/// The place of the tip as a perfect robot shows it.
inline SixSignals shown_by(const SixDofBodies& bodies) {
  SixSignals shown{};
  for (int i = 0; i < 3; ++i) shown[static_cast<std::size_t>(i)] = {bodies.tip[i], bodies.tip_rate[i], 0.0};
  return shown;
}

/// Which coordinates of a place stand still in a step, though their rates do not say so.
struct HeldPlace {
  std::array<bool, kLinearComponents> along{};

  /// Whether the place stands still along n: what touches there, touches.
  bool operator()(const Eigen::Vector3d& n) const {
    for (int i = 0; i < 3; ++i)
      if (n[i] != 0.0 && !along[static_cast<std::size_t>(i)]) return false;
    return true;
  }
};

/// What the robot shows of the bodies: where the chaser's side of the mechanism is, and how it moves. Target
/// axes; what takes angles is worked out where it is asked for.
class Interface {
 public:
  /// Refers to both. `sees_angles`: whether the robot's angles are other than those of the bodies.
  Interface(const SixSignals& shown, const SixDofBodies& bodies, bool sees_angles,
            const double* own = nullptr, const HeldPlace& held = {})
      : shown_(shown), bodies_(bodies), sees_angles_(sees_angles), held_(held), own_(own) {}

  const SixDofBodies& bodies() const { return bodies_; }
  const HeldPlace& held() const { return held_; }
  /// The touching's own states (kStates); null without any.
  const double* own() const { return own_; }

  Eigen::Vector3d place() const { return {shown_[0].value, shown_[1].value, shown_[2].value}; }
  Eigen::Vector3d rate() const { return {shown_[0].rate, shown_[1].rate, shown_[2].rate}; }
  Eigen::Vector3d acceleration() const {
    return {shown_[0].acceleration, shown_[1].acceleration, shown_[2].acceleration};
  }
  Eigen::Vector3d jumps() const { return {shown_[0].spread, shown_[1].spread, shown_[2].spread}; }

  /// Of the chaser against the target.
  Eigen::Matrix3d attitude() const {
    return sees_angles_ ? dynamics::rotation_from_angles(angles()) : bodies_.attitude;
  }
  Eigen::Vector3d turning() const {
    if (!sees_angles_) return bodies_.turning();
    const Eigen::Vector3d rates(shown_[3].rate, shown_[4].rate, shown_[5].rate);
    const dynamics::AngleSines of(angles());
    return dynamics::rotation_from_angles(of) * dynamics::body_rate_from_angle_rates(of, rates);
  }
  /// What jumps of the angles turn it by, one angle a column. rad
  Eigen::Matrix3d turns() const {
    Eigen::Matrix3d all = Eigen::Matrix3d::Zero();
    if (!sees_angles_) return all;
    for (int i = 0; i < 3; ++i) {
      const double jump = shown_[3 + static_cast<std::size_t>(i)].spread;
      if (jump != 0.0)
        all.col(i) =
            attitude() * dynamics::body_rate_from_angle_rates(angles(), jump * Eigen::Vector3d::Unit(i));
    }
    return all;
  }

 private:
  Eigen::Vector3d angles() const { return {shown_[3].value, shown_[4].value, shown_[5].value}; }

  const SixSignals& shown_;
  const SixDofBodies& bodies_;
  bool sees_angles_;
  HeldPlace held_;
  const double* own_;
};

/// W that a wrench on the chaser takes from bodies that move as the interface does, and gives where they part.
inline double power_taken(const Wrench& wrench, const Interface& at) {
  const Eigen::Vector3d turning = at.turning();
  return -wrench.force.dot(at.rate() - turning.cross(at.place())) - wrench.torque.dot(turning);
}

/// What touches at the interface. Of several contacts the sums; `contact` and `depth` are those of the deepest
/// (or nearest) one, but its normal is the direction of all normal forces together.
struct SixDofContact {
  Eigen::Vector3d interface, interface_rate;
  mechanism::ContactPoint contact;
  Signal<double> depth;      // d, d'
  double normal_force;       // N; of several the sum
  double force_rate;         // N/s, of that
  Eigen::Vector3d friction;  // Ff
  double friction_power;     // W, taken
  double damping_power;      // W, taken
  double stored;             // J, what would come back
  Spread<double> spread;     // where quantizers are not resolved
  Wrench applied;            // F, T, on the chaser
  // Of features with latches or a link alone:
  Wrench on_target{};                           // reversed; without a link F, T
  Wrench on_link{};                             // about its centre of mass, with what its springs push
  double sprung = 0.0;                          // J, in springs of latches and link
  double link_kinetic = 0.0, link_power = 0.0;  // J, W taken by its dampers
  double stroke = 0.0;                          // m, of the link
  double largest = 0.0;                         // N, normal force of a single contact
  int contacts = 0;                             // that push
  // Of hooks alone:
  double hook_power = 0.0, joint_power = 0.0;    // W given by the drives, taken by the joint's dampers
  double largest_hook = 0.0;                     // N, tension of a single hook
  double joint_force = 0.0, joint_moment = 0.0;  // N, N m
};

/// The contact of one tip on one surface, without a law.
struct TipContact {
  mechanism::ContactPoint contact;
  Signal<double> depth;
};

/// How far the surfaces overlap where they do most, and how fast they close there.
struct Surfaces {
  double penetration, closing_rate;  // m, m/s
};

/// What begin_step() finds.
struct Ahead {
  SixDofContact contact;  // with what was latched
  double dented;          // J, kept as dents
  double until;           // s, to the next jump
  double growth, spread;  // of the wrench, relative: 1/s, 1
};

/// What no motion exceeds until the end of a leap in free flight. docs/numerics.md, coast steps
struct FlightBounds {
  double speed, acceleration;  // of the interface's tip, m/s, m/s^2
  double turning;              // of the interface, rad/s
  double slack, turned;        // by how much the interface may be off, m, rad
};

/// Time to cover a gap at that rate and at most that acceleration.
inline double reaching(double gap, double rate, double acceleration) {
  if (!(gap > 0.0)) return 0.0;
  const double root = square_root(rate * rate + 2.0 * acceleration * gap);
  return rate + root > 0.0 ? 2.0 * gap / (rate + root) : kNever;
}

template <class T>
concept Touch = requires(T touch, const T now, const Interface& interface, const SixDofContact& contact,
                         const SixDofBodies& bodies, Horizon<double> horizon, void (*visit)(double)) {
  { now.meet(interface, Asked::touching) } -> std::same_as<SixDofContact>;
  { now.surfaces(bodies) } -> std::same_as<Surfaces>;
  { touch.begin_step(interface, horizon) } -> std::same_as<Ahead>;
  now.margins(interface, contact, visit);
  { now.touching() } -> std::same_as<bool>;
  { now.broken() } -> std::same_as<bool>;
  { now.wall_time(interface, contact, FlightBounds{}) } -> std::same_as<double>;
  { now.start(SixDofSetup{}) } -> std::same_as<double>;
  { now.advance_left(contact.interface) } -> std::same_as<double>;
  { now.beside(contact.interface) } -> std::same_as<bool>;
  { now.way_out(contact.interface) } -> std::same_as<double>;
  { now.to_mouth(contact.interface) } -> std::same_as<double>;
  { now.outside(contact.interface) } -> std::same_as<bool>;
  { now.meets_again() } -> std::same_as<bool>;
  { T::kStates } -> std::convertible_to<std::size_t>;
  { T::kSingle } -> std::convertible_to<bool>;
  { T::kHybrid } -> std::convertible_to<bool>;
  { T::kLinked } -> std::convertible_to<bool>;
  { T::kLatches } -> std::convertible_to<bool>;
  { T::kHooked } -> std::convertible_to<bool>;
};

}  // namespace hilspace::models
