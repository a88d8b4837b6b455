#pragma once
// The model in six degrees of freedom: two rigid spacecraft, what they touch with, and the instruments it is
// seen through.
//
//   bodies -> P, V, attitude of the tip -> six robot chains -> interface -> contacts: d, d', n, Ct -> N, Ff
//     -> force F and torque T about the drogue's base -> six sensor chains -> Fs, Ts -> both bodies
//
//   P   centre of the tip (the chaser's port) from the base of the drogue (the target's port), V its rate as
//       seen in the rotating target frame
//   d   penetration of a contact of the interface, n its normal on the chaser, Ct its place (sixdof_touch.hpp)
//   F = sum of N n + Ff,  T = sum of Ct x (N n + Ff)
//
// All in the target's body axes, +x into the target. Fs acts at the base of the drogue, together with Ts, on
// the chaser, and reversed on the target, so momentum and angular momentum of the pair are kept by
// construction. With quantizers P is quantised, while the rates stay those behind the low-passes. With ideal
// instruments the interface is the tip and the wrench is measured as it is: the docking model. Never a second
// plant.
//
// States: both bodies (dynamics/rigid_body.hpp), energy taken by damping and by friction, J, and two per
// chain. Source: Bondoky 6.3, 6.4; docs/theory-sixdof.md, sections 8 to 10.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <numbers>

#include "dynamics/euler.hpp"
#include "dynamics/motion.hpp"
#include "dynamics/rigid_body.hpp"
#include "instruments/chain.hpp"
#include "instruments/low_pass.hpp"
#include "instruments/phased_quantizer.hpp"
#include "models/sixdof_tip.hpp"

namespace hilspace::models {

/// The chain of one component of the robot or the sensor.
using ComponentChain =
    instruments::LowPassQuantizer<double, instruments::LowPass<double>, instruments::PhasedQuantizer<double>>;

/// A robot or a sensor: six chains, and what each component shows of the others.
struct SixInstruments {
  static constexpr std::size_t kStates = kComponents * ComponentChain::kStates;
  std::array<ComponentChain, kComponents> chains;
  Coupling coupling = kUncoupled;
  bool coupled = false;

  SixSignals output(const double* x, const SixSignals& in) const {
    SixSignals out;
    for (std::size_t i = 0; i < kComponents; ++i) out[i] = chains[i].output(at(x, i), in[i]);
    return coupled ? mixed(out) : out;
  }
  void derivative(const double* x, const SixSignals& in, double* rate) const {
    for (std::size_t i = 0; i < kComponents; ++i)
      if (chains[i].low_pass().present())
        chains[i].derivative(at(x, i), in[i], at(rate, i));
      else
        std::fill_n(at(rate, i), ComponentChain::kStates, 0.0);
  }
  void follow_ramp(const SixSignals& in, double* x) const {
    for (std::size_t i = 0; i < kComponents; ++i) chains[i].follow_ramp(in[i], at(x, i));
  }
  void freeze(const double* x, const SixSignals& in, Horizon<double> horizon) {
    for (std::size_t i = 0; i < kComponents; ++i) chains[i].freeze(at(x, i), in[i], false, horizon);
  }
  /// Lets go what is held, for a leap over many cells.
  void release() {
    for (auto& chain : chains) chain.quantizer().release();
  }
  double look_ahead(const double* x, const SixSignals& in, Horizon<double> horizon) const {
    double until = horizon.longest;
    for (std::size_t i = 0; i < kComponents; ++i)
      until = smaller(until,
                      chains[i].look_ahead(at(x, i), in[i], Outlook<double>::smooth(horizon), horizon).until);
    return until;
  }
  template <class Visit>
  void margins(const double* x, const SixSignals& in, Visit&& visit) const {
    for (std::size_t i = 0; i < kComponents; ++i)
      chains[i].quantizer().margins(nullptr, chains[i].low_pass().output(at(x, i), in[i]), false, visit);
  }
  bool settled(const double* x, std::size_t i, double threshold) const {
    const Signal<double> silence{0.0, 0.0, 0.0};
    return chains[i].settled(at(x, i), silence, larger(threshold, chains[i].quantizer().silence()));
  }
  /// The states of one component.
  static const double* at(const double* x, std::size_t i) { return x + i * ComponentChain::kStates; }
  static double* at(double* x, std::size_t i) { return x + i * ComponentChain::kStates; }

 private:
  SixSignals mixed(const SixSignals& shown) const {
    SixSignals out;
    for (std::size_t i = 0; i < kComponents; ++i) {
      out[i] = {0.0, 0.0, 0.0, shown[i].spread};
      for (std::size_t j = 0; j < kComponents; ++j) {
        const double share = coupling[i * kComponents + j];
        out[i].value += share * shown[j].value;
        out[i].rate += share * shown[j].rate;
        out[i].acceleration += share * shown[j].acceleration;
      }
    }
    return out;
  }
};

/// A spacecraft in the model: the body, and its side of the mechanism.
struct Spacecraft {
  dynamics::RigidBody body;
  Eigen::Vector3d port;  // centre of mass -> base of tip or drogue, body axes
};

/// The observable quantities of one model at one instant.
struct SixDofView : SixDofBodies, SixDofContact {
  Wrench measured;                            // Fs, Ts
  double damping_work, friction_work;         // J, taken so far
  double link_work = 0.0, thrust_work = 0.0;  // J, taken by the link's dampers, given by the thruster
  Wrench measured_on_target{};                // reversed; with a link, else that on the chaser
};

template <class Touching, bool kInstruments>
struct SixDofModel {
  static_assert(Touch<Touching>, "what touches needs the members that models/sixdof_touch.hpp lists");
  static constexpr std::size_t kTargetAt = dynamics::kBodyStates;
  static constexpr std::size_t kDampingAt = 2 * dynamics::kBodyStates;
  static constexpr std::size_t kFrictionAt = kDampingAt + 1;
  static constexpr std::size_t kOwnAt = kFrictionAt + 1;  // of what touches
  static constexpr std::size_t kRobotAt = kOwnAt + Touching::kStates;
  static constexpr std::size_t kSensorAt = kRobotAt + SixInstruments::kStates;
  static constexpr std::size_t kTargetSensorAt = kSensorAt + SixInstruments::kStates;
  static constexpr std::size_t kEnd =
      Touching::kLinked ? kTargetSensorAt + SixInstruments::kStates : kTargetSensorAt;
  static constexpr std::size_t kStates = kInstruments ? kEnd : kRobotAt;
  static constexpr bool kMeetsAgain = Touching::kMeetsAgain;
  using State = std::array<double, kStates>;

  Spacecraft chaser, target;
  Touching touch;
  SixInstruments robot, sensor;  // where kInstruments
  SixInstruments target_sensor;  // and a link: the same once more, of what the target is pushed with
  bool sees_angles = false;      // whether the robot's angles are other than those of the bodies
  Eigen::Vector3d last_angles = Eigen::Vector3d::Zero();  // rad, where the step began; they go on beyond pi

  SixDofView view(const State& y) const {
    const SixDofBodies bodies = move(y);
    const SixDofContact met = meet(interface_of(y, bodies, Eigen::Vector3d::Zero()), bodies, y);
    SixDofView now{bodies, met, sense(y, met.applied), y[kDampingAt], y[kFrictionAt]};
    if constexpr (Touching::kStates > 0) now.thrust_work = y[kOwnAt];
    if constexpr (Touching::kLinked) {
      now.link_work = y[kOwnAt + 1];
      now.measured_on_target = sense_on_target(y, met.on_target);
    }
    return now;
  }

  State derivative(const State& y) const {
    const SixDofView now = view(y);
    State rate;
    const Loads loads = loads_of(now, now.measured, now.measured_on_target);
    dynamics::derivative(chaser.body, y.data(), now.chaser, loads.chaser.force, loads.chaser.torque,
                         rate.data());
    dynamics::derivative(target.body, y.data() + kTargetAt, now.target, loads.target.force,
                         loads.target.torque, rate.data() + kTargetAt);
    rate[kDampingAt] = now.damping_power;
    rate[kFrictionAt] = now.friction_power;
    if constexpr (kInstruments) {
      robot.derivative(&y[kRobotAt], pose(now, Eigen::Vector3d::Zero()), &rate[kRobotAt]);
      sensor.derivative(&y[kSensorAt], signals(now.applied), &rate[kSensorAt]);
      if constexpr (Touching::kLinked)
        target_sensor.derivative(&y[kTargetSensorAt], signals(now.on_target), &rate[kTargetSensorAt]);
    }
    if constexpr (Touching::kStates > 0) {
      const SixSignals shown = interface_of(y, now, Eigen::Vector3d::Zero());
      touch.derivative(seen(shown, now, y), now, &rate[kOwnAt]);
    }
    return rate;
  }

  /// The link where the chaser's port is, moving with it.
  void start_link(State& y) const {
    if constexpr (Touching::kLinked) {
      const dynamics::Motion its = dynamics::motion(chaser.body, y.data());
      const Eigen::Vector3d lever = its.rotation * chaser.port;
      dynamics::BodyState link = dynamics::unpacked(y.data());
      link.position = its.position + lever;
      link.velocity = its.velocity + its.rate.cross(lever);
      link.angular_momentum =
          dynamics::angular_momentum(touch.body(), link.attitude, its.rotation.transpose() * its.rate);
      dynamics::pack(link, &y[kOwnAt + Touching::kLinkAt]);
    }
  }

  /// At the start of each step: freezes what jumps, latches the contact, and says how long the right-hand
  /// side stays smooth. What a contact keeps as a dent counts as taken by its damping.
  double begin_step(State& y, Horizon<double> horizon) {
    const SixDofBodies bodies = move(y);
    const SixDofContact before = meet(interface_of(y, bodies, Eigen::Vector3d::Zero()), bodies, y);
    const Wrench measured = sense(y, before.applied);
    if (sees_angles) last_angles = angles(bodies);
    const Eigen::Vector3d acceleration =
        tip_acceleration(bodies, measured, sense_on_target(y, before.on_target));
    if constexpr (kInstruments) robot.freeze(&y[kRobotAt], pose(bodies, acceleration), horizon);
    const SixSignals shown = interface_of(y, bodies, acceleration);
    const Ahead ahead = touch.begin_step(seen(shown, bodies, y), horizon);
    y[kDampingAt] += ahead.dented;
    double until = ahead.until;
    if constexpr (kInstruments) {
      const SixSignals wrench = wrench_signals(ahead, ahead.contact.applied);
      sensor.freeze(&y[kSensorAt], wrench, horizon);
      until = smaller(until, robot.look_ahead(&y[kRobotAt], pose(bodies, acceleration), horizon));
      until = smaller(until, sensor.look_ahead(&y[kSensorAt], wrench, horizon));
      if constexpr (Touching::kLinked) {
        const SixSignals other = wrench_signals(ahead, ahead.contact.on_target);
        target_sensor.freeze(&y[kTargetSensorAt], other, horizon);
        until = smaller(until, target_sensor.look_ahead(&y[kTargetSensorAt], other, horizon));
      }
    }
    return until;
  }

  /// Visits numbers that stay >= 0 as long as the right-hand side is smooth and the run goes on.
  template <class Visit>
  void margins(const State& y, Visit&& visit) const {
    const SixDofView now = view(y);
    const SixSignals shown = interface_of(y, now, Eigen::Vector3d::Zero());
    touch.margins(seen(shown, now, y), now, visit);
    visit(touch.advance_left(now.interface));
    if constexpr (kInstruments) {
      robot.margins(&y[kRobotAt], pose(now, Eigen::Vector3d::Zero()), visit);
      sensor.margins(&y[kSensorAt], signals(now.applied), visit);
      if constexpr (Touching::kLinked)
        target_sensor.margins(&y[kTargetSensorAt], signals(now.on_target), visit);
    }
  }

  /// s in which the interface can meet no wall in free flight.
  double wall_time(const State& y, const SixDofView& now, const FlightBounds& bounds) const {
    const SixSignals shown = interface_of(y, now, Eigen::Vector3d::Zero());
    return touch.wall_time(seen(shown, now, y), now, bounds);
  }

  /// The surfaces of the bodies, whatever the robot shows.
  Surfaces surfaces(const SixDofView& now) const {
    if constexpr (kInstruments && !Touching::kLinked) return touch.surfaces(now);
    return {now.depth.value, now.depth.rate};
  }

  /// Kinetic energy of both, and of the link. J
  double kinetic(const SixDofView& now) const {
    const double of_bodies =
        dynamics::kinetic_energy(chaser.body, now.chaser) + dynamics::kinetic_energy(target.body, now.target);
    return Touching::kLinked ? of_bodies + now.link_kinetic : of_bodies;
  }

  /// The pose of the tip against the drogue, as the robot is told it.
  SixSignals pose(const SixDofBodies& now, const Eigen::Vector3d& acceleration) const {
    SixSignals in;
    for (int i = 0; i < 3; ++i)
      in[static_cast<std::size_t>(i)] = {now.tip[i], now.tip_rate[i], acceleration[i]};
    for (std::size_t i = kLinearComponents; i < kComponents; ++i) in[i] = {0.0, 0.0, 0.0};
    if (!sees_angles) return in;
    const Eigen::Vector3d turned = angles(now);
    const Eigen::Vector3d rates = dynamics::angle_rates_from_body_rate(
        turned, now.chaser.rotation.transpose() * (now.chaser.rate - now.target.rate));
    for (int i = 0; i < 3; ++i) in[3 + static_cast<std::size_t>(i)] = {turned[i], rates[i], 0.0};
    return in;
  }

 private:
  /// Angles of the chaser relative to the target, without the jump from pi to -pi.
  Eigen::Vector3d angles(const SixDofBodies& now) const {
    constexpr double kTurn = 2.0 * std::numbers::pi;
    Eigen::Vector3d found = dynamics::angles_from_rotation(now.attitude);
    for (int i = 0; i < 3; ++i) found[i] -= kTurn * round_even((found[i] - last_angles[i]) / kTurn);
    return found;
  }

  /// The bodies, and the tip against the drogue.
  SixDofBodies move(const State& y) const {
    SixDofBodies now;
    now.chaser = dynamics::motion(chaser.body, y.data());
    now.target = dynamics::motion(target.body, y.data() + kTargetAt);
    const Eigen::Matrix3d to_target = now.target.rotation.transpose();
    const Eigen::Vector3d lever = now.chaser.rotation * chaser.port;
    const Eigen::Vector3d from_target = now.chaser.position + lever - now.target.position;
    now.attitude = to_target * now.chaser.rotation;
    now.tip = to_target * from_target - target.port;
    now.tip_rate = to_target * (now.chaser.velocity + now.chaser.rate.cross(lever) - now.target.velocity -
                                now.target.rate.cross(from_target));
    return now;
  }

  /// What acts on the bodies about their centres of mass, inertial axes.
  struct Loads {
    Wrench chaser, target;
  };
  /// `measured_on_target` is that on the target reversed, where there is a link; else they share one.
  Loads loads_of(const SixDofBodies& now, const Wrench& measured, const Wrench& measured_on_target) const {
    const Eigen::Vector3d base = now.target.position + now.target.rotation * target.port;
    const Wrench on = inertial(now, measured);
    Loads loads;
    loads.chaser = {on.force, on.torque + (base - now.chaser.position).cross(on.force)};
    const Wrench from = Touching::kLinked ? inertial(now, measured_on_target) : on;
    loads.target = {-from.force, -from.torque - (base - now.target.position).cross(from.force)};
    if constexpr (Touching::kStates > 0)
      if (touch.thrust() != 0.0) loads.chaser.force += touch.thrust() * now.chaser.rotation.col(0);
    return loads;
  }

  /// P'' as seen in the target frame, from the measured wrenches.
  Eigen::Vector3d tip_acceleration(const SixDofBodies& now, const Wrench& measured,
                                   const Wrench& measured_on_target) const {
    const Loads loads = loads_of(now, measured, measured_on_target);
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

  SixSignals interface_of(const State& y, const SixDofBodies& now,
                          const Eigen::Vector3d& acceleration) const {
    const SixSignals in = pose(now, acceleration);
    if constexpr (kInstruments) return robot.output(&y[kRobotAt], in);
    return in;
  }

  SixDofContact meet(const SixSignals& shown, const SixDofBodies& bodies, const State& y) const {
    return touch.meet(seen(shown, bodies, y));
  }
  Interface seen(const SixSignals& shown, const SixDofBodies& bodies, const State& y) const {
    if constexpr (Touching::kStates > 0) return {shown, bodies, sees_angles, &y[kOwnAt]};
    return {shown, bodies, sees_angles};
  }

  /// The wrench as the sensor shows it.
  Wrench sense(const State& y, const Wrench& applied) const {
    if constexpr (kInstruments) {
      const SixSignals out = sensor.output(&y[kSensorAt], signals(applied));
      return {{out[0].value, out[1].value, out[2].value}, {out[3].value, out[4].value, out[5].value}};
    } else {
      return applied;
    }
  }

  /// That on the target, reversed, as its own sensor shows it.
  Wrench sense_on_target(const State& y, const Wrench& on_target) const {
    if constexpr (kInstruments && Touching::kLinked) {
      const SixSignals out = target_sensor.output(&y[kTargetSensorAt], signals(on_target));
      return {{out[0].value, out[1].value, out[2].value}, {out[3].value, out[4].value, out[5].value}};
    } else {
      return on_target;
    }
  }

  static SixSignals signals(const Wrench& wrench) {
    SixSignals in;
    for (int i = 0; i < 3; ++i) {
      in[static_cast<std::size_t>(i)] = {wrench.force[i], 0.0, 0.0};
      in[3 + static_cast<std::size_t>(i)] = {wrench.torque[i], 0.0, 0.0};
    }
    return in;
  }
  /// With the rates that the force's own gives, as the sensor's outlook needs them.
  static SixSignals wrench_signals(const Ahead& ahead, const Wrench& applied) {
    SixSignals in = signals(applied);
    for (auto& signal : in) {
      signal.rate = ahead.growth * signal.value;
      signal.spread = ahead.spread * magnitude(signal.value);
    }
    return in;
  }

  /// The wrench on the chaser, inertial axes, about the base of the drogue.
  static Wrench inertial(const SixDofBodies& now, const Wrench& measured) {
    return {now.target.rotation * measured.force, now.target.rotation * measured.torque};
  }
};

}  // namespace hilspace::models
