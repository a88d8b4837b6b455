#pragma once
// The model in six degrees of freedom: two rigid spacecraft, what they touch with, and the instruments it is seen through.
//
//   bodies -> P, V, attitude of the tip -> six robot chains -> interface -> contacts: d, d', n, Ct -> N, Ff
//     -> force F and torque T about the drogue's base -> six sensor chains -> Fs, Ts -> both bodies
//
//   P   centre of the tip (the chaser's port) from the base of the drogue (the target's port), V its rate as
//       seen in the rotating target frame
//   d   penetration of a contact of the interface, n its normal on the chaser, Ct its place (sixdof_touch.hpp)
//   F = sum of N n + Ff,  T = sum of Ct x (N n + Ff)
//
// All in the target's body axes, +x into the target. Fs acts at the base of the drogue, together with Ts, on the chaser, and
// reversed on the target, so momentum and angular momentum of the pair are kept by construction. With quantizers P is
// quantised, while the rates stay those behind the low-passes. With ideal instruments the interface is the tip and the wrench
// is measured as it is: the docking model. Never a second plant. Chains with a memory are told of every step that was taken.
// Beside such chains there may be the testbed's computer (sixdof_computer.hpp): what it makes of the wrench then acts.
//
// States: both bodies (dynamics/rigid_body.hpp), energy taken by damping and by friction, J, two per
// chain, those of the computer. Source: Bondoky 6.3, 6.4; docs/theory-sixdof.md, sections 8 to 10.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <numbers>
#include <type_traits>

#include "core/flatten.hpp"
#include "dynamics/euler.hpp"
#include "dynamics/motion.hpp"
#include "dynamics/rigid_body.hpp"
#include "models/sixdof_computer.hpp"
#include "models/sixdof_instruments.hpp"
#include "models/sixdof_motion.hpp"
#include "models/sixdof_tip.hpp"

namespace hilspace::models {

template <class Touching, class Instruments>
struct SixDofModel {
  static_assert(Touch<Touching>, "what touches needs the members that models/sixdof_touch.hpp lists");
  static constexpr bool kInstruments = Instruments::kStates > 0;
  static constexpr bool kRemembers = Instruments::kRemembers;
  static constexpr std::size_t kTargetAt = dynamics::kBodyStates;
  static constexpr std::size_t kDampingAt = 2 * dynamics::kBodyStates;
  static constexpr std::size_t kFrictionAt = kDampingAt + 1;
  static constexpr std::size_t kOwnAt = kFrictionAt + 1;  // of what touches
  static constexpr std::size_t kRobotAt = kOwnAt + Touching::kStates;
  static constexpr std::size_t kSensorAt = kRobotAt + Instruments::kStates;
  static constexpr std::size_t kTargetSensorAt = kSensorAt + Instruments::kStates;
  static constexpr std::size_t kEnd =
      Touching::kLinked ? kTargetSensorAt + Instruments::kStates : kTargetSensorAt;
  using Computer = std::conditional_t<kRemembers, SixComputer<Touching>, NoSixComputer>;
  static constexpr std::size_t kComputerAt = kInstruments ? kEnd : kRobotAt;
  static constexpr std::size_t kStates = kComputerAt + Computer::kStates;
  using State = std::array<double, kStates>;

  Spacecraft chaser, target;
  Touching touch;
  Instruments robot, sensor;  // where kInstruments
  Instruments target_sensor;  // and a link: the same once more, of what the target is pushed with
  [[no_unique_address]] Computer computer;
  bool sees_angles = false;  // whether the robot's angles are other than those of the bodies
  Eigen::Vector3d last_angles = Eigen::Vector3d::Zero();  // rad, where the step began; they go on beyond pi
  bool instruments_bind =
      false;  // whether the step is to end where an instrument jumps, before what touches does

  // Chains of any stages are too much to be inlined all at once.
  SixDofView view(const State& y, Asked asked = Asked::all) const requires(kRemembers) {
    return seen_at(y, asked);
  }
  HILSPACE_FLATTEN SixDofView view(const State& y, Asked asked = Asked::all) const requires(!kRemembers) {
    return seen_at(y, asked);
  }

  State derivative(const State& y) const { return derivative(y, view(y, Asked::touching)); }
  /// Seen as it is at y.
  State derivative(const State& y, const SixDofView& now) const {
    State rate;
    const BodyLoads loads = loads_of(now, now.measured, now.measured_on_target);
    dynamics::derivative(chaser.body, y.data(), now.chaser, loads.chaser.force, loads.chaser.torque,
                         rate.data());
    dynamics::derivative(target.body, y.data() + kTargetAt, now.target, loads.target.force,
                         loads.target.torque, rate.data() + kTargetAt);
    rate[kDampingAt] = now.damping_power;
    rate[kFrictionAt] = now.friction_power;
    if constexpr (kInstruments) {
      robot.derivative(&y[kRobotAt], command(y, now), &rate[kRobotAt]);
      sensor.derivative(&y[kSensorAt], signals_of(now.applied), &rate[kSensorAt]);
      if constexpr (Touching::kLinked)
        target_sensor.derivative(&y[kTargetSensorAt], signals_of(now.on_target), &rate[kTargetSensorAt]);
    }
    if constexpr (kRemembers)
      computer.derivative(&y[kComputerAt], touch, source(y, now), now, &rate[kComputerAt]);
    if constexpr (Touching::kStates > 0) touch.derivative(seen(now.shown, now, y), now, &rate[kOwnAt]);
    return rate;
  }

  /// The link where the port of its carrier is, moving with it.
  void start_link(State& y) const {
    if constexpr (Touching::kLinked) {
      const Spacecraft& carrier = touch.link_on_target() ? target : chaser;
      const double* state = y.data() + (touch.link_on_target() ? kTargetAt : 0);
      const dynamics::Motion its = dynamics::motion(carrier.body, state);
      const Eigen::Vector3d lever = its.rotation * carrier.port;
      dynamics::BodyState link = dynamics::unpacked(state);
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
    const SixDofView now = view(y, Asked::touching);
    const SixDofBodies& bodies = now;
    if (sees_angles) last_angles = angles(bodies);
    const SixSignals in = told(y, now);
    double until = horizon.longest;
    if constexpr (kInstruments) {
      if constexpr (kRemembers) until = computer.begin_command(&y[kComputerAt], touch, in, now, horizon);
      robot.freeze(&y[kRobotAt], in, horizon);
    }
    const SixSignals shown = through_robot(y, in);
    const Ahead ahead = touch.begin_step(seen(shown, bodies, y, held(y, in)), horizon);
    y[kDampingAt] += ahead.dented;
    until = smaller(until, ahead.until);
    if constexpr (kInstruments) {
      const SixSignals wrench = wrench_signals(ahead, signals_of(ahead.contact.applied));
      sensor.freeze(&y[kSensorAt], wrench, horizon);
      until = smaller(until, robot.look_ahead(&y[kRobotAt], in));
      until = smaller(until, sensor.look_ahead(&y[kSensorAt], wrench));
      if constexpr (Computer::kAdds)
        if (computer.acts_on_force()) until = smaller(until, begin_force(y, in, shown, wrench, horizon));
      if constexpr (Touching::kLinked) {
        const SixSignals other = wrench_signals(ahead, signals_of(ahead.contact.on_target));
        target_sensor.freeze(&y[kTargetSensorAt], other, horizon);
        until = smaller(until, target_sensor.look_ahead(&y[kTargetSensorAt], other));
      }
    }
    instruments_bind = until < ahead.until;
    return until;
  }

  /// Lets chains with a memory store a step, given the states at its start, middle and end.
  void record(const std::array<const State*, 3>& y) requires(kRemembers) {
    std::array<SixSignals, 3> place, moving, wrench, other, followed;
    for (std::size_t k = 0; k < y.size(); ++k) {
      const SixDofView now = view(*y[k], Asked::touching);
      place[k] = command(*y[k], now);
      moving[k] =
          computer.compensator.present ? moving_pose(now, now.measured, now.measured_on_target) : place[k];
      wrench[k] = signals_of(now.applied, now.growth);
      if constexpr (Touching::kLinked) other[k] = signals_of(now.on_target, now.growth);
      if constexpr (Computer::kAdds) followed[k] = source_of(now.shown, place[k]);
    }
    const auto from = [&](std::size_t at) {
      return std::array{y[0]->data() + at, y[1]->data() + at, y[2]->data() + at};
    };
    robot.record(from(kRobotAt), place);
    if (computer.compensator.present) computer.compensator.record(from(kComputerAt), moving);
    if constexpr (Computer::kAdds)
      if (computer.virtual_part.present)
        computer.virtual_part.measurement.record(from(kComputerAt + Computer::kVirtualAt), followed);
    sensor.record(from(kSensorAt), wrench);
    if constexpr (Touching::kLinked) target_sensor.record(from(kTargetSensorAt), other);
  }

  /// Visits numbers that stay >= 0 as long as the right-hand side is smooth and the run goes on. `now`: seen at y.
  template <class Visit>
  void margins(const State& y, const SixDofView& now, Visit&& visit) const {
    touch_margins(y, now, visit);
    if constexpr (kInstruments) {
      robot.margins(&y[kRobotAt], command(y, now), visit);
      sensor.margins(&y[kSensorAt], signals_of(now.applied), visit);
      if constexpr (Touching::kLinked)
        target_sensor.margins(&y[kTargetSensorAt], signals_of(now.on_target), visit);
    }
    if constexpr (Computer::kAdds)
      if (computer.acts_on_force())
        computer.margins(&y[kComputerAt], touch, now, source(y, now), sees_angles, visit);
  }

  /// Those of what touches alone.
  template <class Visit>
  void touch_margins(const State& y, const SixDofView& now, Visit&& visit) const {
    touch.margins(seen(now.shown, now, y), now, visit);
    visit(touch.advance_left(now.interface));
  }

  template <class Each>
  void each_pushing(const State& y, Each&& each) const {
    const SixDofView now = view(y, Asked::touching);
    touch.each_pushing(seen(now.shown, now, y), each);
    if constexpr (Computer::kAdds)
      computer.each_pushing(&y[kComputerAt], source(y, now), now, sees_angles, each);
  }

  /// s in which the interface can meet no wall in free flight.
  double wall_time(const State& y, const SixDofView& now, const FlightBounds& bounds) const {
    return touch.wall_time(seen(now.shown, now, y), now, bounds);
  }

  /// Whether anything touches in this step, the computed part included.
  bool touching() const { return touch.touching() || computer.touching(); }

  /// Whether a contact began or ended under load, before this step.
  bool broken() const { return touch.broken() || computer.broken(); }

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
  SixDofView seen_at(const State& y, Asked asked) const {
    const SixDofBodies bodies = move(y);
    const SixSignals unseen = pose(bodies, Eigen::Vector3d::Zero());
    const SixSignals shown = through_robot(y, unseen);
    const SixDofContact met = meet(shown, bodies, y, asked);
    SixDofView now{bodies, met, sense(y, met.applied), unseen, shown, y[kDampingAt], y[kFrictionAt]};
    if constexpr (Touching::kStates > 0) now.thrust_work = y[kOwnAt];
    if constexpr (Touching::kLinked) {
      now.link_work = y[kOwnAt + 1];
      now.measured_on_target = sense_on_target(y, met.on_target);
    }
    if constexpr (Touching::kHooked) Touching::note_work(&y[kOwnAt], now.hook_work, now.joint_work);
    if constexpr (kRemembers)
      if (computer.present()) compute(y, now);
    return now;
  }

  /// Angles of the chaser relative to the target, without the jump from pi to -pi.
  Eigen::Vector3d angles(const SixDofBodies& now) const {
    constexpr double kTurn = 2.0 * std::numbers::pi;
    Eigen::Vector3d found = dynamics::angles_from_rotation(now.attitude);
    for (int i = 0; i < 3; ++i) found[i] -= kTurn * round_even((found[i] - last_angles[i]) / kTurn);
    return found;
  }

  SixDofBodies move(const State& y) const {
    return bodies_at(chaser, target, y.data(), y.data() + kTargetAt);
  }

  /// `measured_on_target` is that on the target reversed, where there is a link; else they share one.
  BodyLoads loads_of(const SixDofBodies& now, const Wrench& measured,
                     const Wrench& measured_on_target) const {
    const Eigen::Vector3d base = now.target.position + now.target.rotation * target.port;
    const Wrench on = inertial(now, measured);
    BodyLoads loads;
    loads.chaser = {on.force, on.torque + (base - now.chaser.position).cross(on.force)};
    const Wrench from = Touching::kLinked ? inertial(now, measured_on_target) : on;
    loads.target = {-from.force, -from.torque - (base - now.target.position).cross(from.force)};
    if constexpr (Touching::kStates > 0)
      if (touch.thrust() != 0.0) loads.chaser.force += touch.thrust() * now.chaser.rotation.col(0);
    return loads;
  }

  /// The pose with its second derivatives, under these measured wrenches.
  SixSignals moving_pose(const SixDofBodies& now, const Wrench& measured, const Wrench& on_target) const {
    const BodyLoads loads = loads_of(now, measured, on_target);
    SixSignals in = pose(now, tip_acceleration(chaser, target, now, loads));
    if (!sees_angles) return in;
    const Eigen::Vector3d along = angle_acceleration(chaser, target, now, loads, in);
    for (int i = 0; i < 3; ++i) in[3 + static_cast<std::size_t>(i)].acceleration = along[i];
    return in;
  }

  /// What the robot is told: the pose, or what the compensator makes of it.
  SixSignals command(const State& y, const SixDofView& now) const {
    if constexpr (kRemembers)
      if (computer.compensator.present) {
        const SixSignals in = moving_pose(now, now.measured, now.measured_on_target);
        return computer.compensator.command(&y[kComputerAt], in, jerk(now, in));
      }
    return now.pose;
  }
  /// The same with the acceleration, for the prediction of jumps.
  SixSignals told(const State& y, const SixDofView& now) const {
    if constexpr (kRemembers)
      if (computer.compensator.present) return command(y, now);
    return pose(now,
                tip_acceleration(chaser, target, now, loads_of(now, now.measured, now.measured_on_target)));
  }
  /// Third derivatives of the pose, as far as they come of the rate of the measured wrench.
  std::array<double, kComponents> jerk(const SixDofView& now, const SixSignals& in) const
      requires(kRemembers) {
    std::array<double, kComponents> all{};
    if (Touching::kLinked || !computer.compensator.needs_jerk()) return all;
    if (now.measured_rate.force.isZero(0.0) && now.measured_rate.torque.isZero(0.0))
      return all;  // as in flight
    const Wrench nothing{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
    return third_derivatives(chaser, target, now, loads_of(now, now.measured_rate, now.measured_rate),
                             loads_of(now, nothing, nothing), in, sees_angles);
  }

  /// What the computer makes of the measured wrench.
  void compute(const State& y, SixDofView& now) const requires(kRemembers) {
    now.growth = 0.0;  // that of a link's reaction is not known
    if (!Touching::kLinked && now.normal_force != 0.0) {
      double whole = now.normal_force;
      if constexpr (Touching::kLatches) whole = larger(whole, now.applied.force.norm());  // latches push, too
      now.growth = now.force_rate / whole;
    }
    const SixSignals sensed = sensor.output(&y[kSensorAt], signals_of(now.applied, now.growth));
    computer.compute(
        &y[kComputerAt], touch, sensed, sees_angles,
        [&](const SixDofView& seen_now) { return source(y, seen_now); }, now);
  }
  /// What the virtual part follows.
  SixSignals source(const State& y, const SixDofView& now) const requires(kRemembers) {
    if constexpr (Computer::kAdds)
      if (computer.virtual_part.present && computer.virtual_part.commanded()) return command(y, now);
    return now.shown;
  }
  SixSignals source_of(const SixSignals& shown, const SixSignals& its_command) const
      requires(Computer::kAdds) {
    return computer.virtual_part.commanded() ? its_command : shown;
  }
  /// What the computer decides once the sensor is frozen; returns how long that holds.
  double begin_force(const State& y, const SixSignals& in, const SixSignals& shown, const SixSignals& wrench,
                     Horizon<double> horizon) requires(Computer::kAdds) {
    SixDofView now = view(y);
    SixSignals still = sensor.still(&y[kSensorAt], wrench, sensor.output(&y[kSensorAt], wrench));
    if (computer.compensator.leads_force) still = computer.compensator.led(still);
    now.sensed_rate = rates_of(still);
    const HeldPlace source_held = computer.virtual_part.commanded() ? HeldPlace{} : held(y, in);
    return computer.begin_force(&y[kComputerAt], touch, now, source_of(shown, in), source_held, sees_angles,
                                horizon);
  }

  /// Which coordinates of the place that the robot shows stand still in this step; a link there moves on.
  HeldPlace held([[maybe_unused]] const State& y, [[maybe_unused]] const SixSignals& in) const {
    if constexpr (kInstruments) return robot.held(&y[kRobotAt], in);
    return {};
  }
  SixSignals through_robot([[maybe_unused]] const State& y, const SixSignals& in) const {
    if constexpr (kInstruments) return robot.output(&y[kRobotAt], in);
    return in;
  }
  SixDofContact meet(const SixSignals& shown, const SixDofBodies& bodies, const State& y,
                     Asked asked = Asked::all) const {
    return touch.meet(seen(shown, bodies, y), asked);
  }
  Interface seen(const SixSignals& shown, const SixDofBodies& bodies, const State& y,
                 const HeldPlace& still = {}) const {
    if constexpr (Touching::kStates > 0) return {shown, bodies, sees_angles, &y[kOwnAt], still};
    return {shown, bodies, sees_angles, nullptr, still};
  }

  /// The wrench as the sensor shows it.
  Wrench sense(const State& y, const Wrench& applied) const {
    if constexpr (kInstruments) {
      return wrench_of(sensor.output(&y[kSensorAt], signals_of(applied)));
    } else {
      return applied;
    }
  }

  /// That on the target, reversed, as its own sensor shows it.
  Wrench sense_on_target(const State& y, const Wrench& on_target) const {
    if constexpr (kInstruments && Touching::kLinked) {
      return wrench_of(target_sensor.output(&y[kTargetSensorAt], signals_of(on_target)));
    } else {
      return on_target;
    }
  }
};

}  // namespace hilspace::models
