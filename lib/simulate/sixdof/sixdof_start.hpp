#pragma once
// How a run in six degrees of freedom begins: its model from the setup, the state of the approach, the scales of the local
// errors.

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "dynamics/coast.hpp"
#include "dynamics/eigen.hpp"
#include "mechanism/assembly.hpp"
#include "simulate/sixdof/sixdof_chains.hpp"
#include "simulate/sixdof/sixdof_run.hpp"

namespace hilspace::simulate::sixdof {

using dynamics::eigen;
using models::kComponents;
using models::SixDofSetup;

/// Cells that a place may cross per fine step and still be resolved (instruments/quantizer.hpp): a tip that slides
/// crosses many, but is pressed into few, and these determine the peaks.
inline constexpr double kSlowPlaces = 4.0;

inline models::Spacecraft spacecraft(const models::SpacecraftSetup& setup) {
  return {dynamics::rigid_body(setup.mass, eigen(setup.inertia)), eigen(setup.port)};
}

/// What the model touches with; behind a robot that ripples a viscoplastic contact ends its phases by that.
template <class Model>
auto touching(const SixDofSetup& setup) {
  using Touching = decltype(Model::touch);
  if constexpr (Model::Computer::kAdds)
    if (setup.hybrid.present()) {
      Touching real(setup);
      real.show_real_part(setup.hybrid);
      return real;
    }
  if (!Model::kInstruments || setup.contact.law != contact::Law::viscoplastic || setup.contact.retreat >= 0.0)
    return Touching(setup);
  SixDofSetup behind = setup;
  behind.contact.retreat = models::ripple(setup);
  return Touching(behind);
}

/// The testbed's computer.
template <class Touching>
void equip(models::SixComputer<Touching>& computer, const SixDofSetup& setup) {
  auto& compensator = computer.compensator;
  using compensation::Force;
  if ((compensator.present = setup.compensator.present())) {
    fill_compensator(setup, compensator.each, compensator.along);
    compensator.leads_force = setup.compensator.force == Force::lead;
    compensator.acts_along = !compensator.leads_force && setup.compensator.force != Force::none;
  }
  auto& its = computer.virtual_part;
  if constexpr (Touching::kHybrid && !Touching::kSingle)
    if ((its.present = setup.hybrid.its.is_computed)) {
      its.setup = setup.hybrid;
      its.measurement = measurement_of(setup);
      its.pulls = setup.contact.law == contact::Law::kelvin_voigt_tensile;
      its.shown.emplace(setup);
      its.shown->show_computed_part(setup.hybrid);
      its.shown->expect_jumps(setup.robot, setup.hybrid.its.rate > 0.0 ? 1.0 / setup.hybrid.its.rate : 0.0);
    }
  if constexpr (Touching::kSingle)
    if ((its.present = setup.hybrid.present())) {
      its.setup = setup.hybrid;
      its.measurement = measurement_of(setup);
      its.law = contact::general_law({contact::Law::kelvin_voigt_tensile, 0.0, 1.0}, models::kSlowestRate);
      its.pulls = setup.contact.law == contact::Law::kelvin_voigt_tensile;
    }
}

template <class Model>
Model model(const SixDofSetup& setup) {
  Model model{
      spacecraft(setup.chaser), spacecraft(setup.target), touching<Model>(setup), {}, {}, {}, {}, false};
  if constexpr (Model::kInstruments) {
    using Touching [[maybe_unused]] = decltype(Model::touch);
    const double per_step = setup.step / fine_step(setup);
    if constexpr (Model::kRemembers) {
      if constexpr (Touching::kLatches) model.touch.expect_jumps(setup.robot);
      equip(model.computer, setup);
      using Six = decltype(Model::robot);
      model.robot = general_instruments<Six>(setup.robot, setup.random, SixInstrument::robot, per_step,
                                             kSlowPlaces, setup.resolve_quantizers);
      const auto sensor = [&](SixInstrument which) {
        return general_instruments<Six>(setup.wrench_sensor, setup.random, which, per_step, 1.0,
                                        setup.resolve_quantizers);
      };
      model.sensor = sensor(SixInstrument::sensor);
      model.target_sensor = sensor(SixInstrument::target_sensor);
    } else {
      model.robot = plain_instruments(setup.robot, per_step, kSlowPlaces, setup.resolve_quantizers);
      model.sensor = plain_instruments(setup.wrench_sensor, per_step, 1.0, setup.resolve_quantizers);
      model.target_sensor = model.sensor;
    }
    model.robot.coupling = setup.robot_coupling;
    model.robot.coupled = setup.robot_coupling != models::kUncoupled;
    model.sensor.coupling = setup.wrench_coupling;
    model.sensor.coupled = setup.wrench_coupling != models::kUncoupled;
    model.target_sensor.coupling = model.sensor.coupling;
    model.target_sensor.coupled = model.sensor.coupled;
    if constexpr (Touching::kLinked)
      if (setup.one_sensor) model.touch.measure_on_target_alone();
    model.sees_angles = models::sees_angles(setup);
  }
  return model;
}

/// Takes the tip back by what rounding has it overlap at the start: a hold would keep that as a contact for a period.
template <class Model>
void start_apart(const Model& model, typename Model::State& y) {
  const auto overlap = [&] { return model.surfaces(model.view(y)).penetration; };
  const double along = y[0];
  double back = overlap();
  if (!(back <= kTouch)) return;  // Outcome::start_overlap
  for (; overlap() > 0.0; back *= 2.0) {
    y[0] = along - back;
    model.start_link(y);
  }
}

/// The approach, by that time before the bodies are where the study has them.
template <class Model>
typename Model::State start(Model& model, const SixDofSetup& setup, double early) {
  dynamics::BodyState chaser, target;
  chaser.attitude = dynamics::attitude_from_angles(eigen(setup.attitude));
  const Eigen::Matrix3d turn = chaser.attitude.toRotationMatrix();
  const Eigen::Vector3d lever = turn * eigen(setup.chaser.port);
  const Eigen::Vector3d tip(model.touch.start(setup), setup.offset[0], setup.offset[1]);
  const Eigen::Vector3d rate(setup.approach_velocity, setup.lateral_velocity[0], setup.lateral_velocity[1]);
  chaser.position = eigen(setup.target.port) + tip - lever;
  const Eigen::Vector3d spin = eigen(setup.angular_velocity);
  chaser.velocity = turn * rate - (turn * spin).cross(lever);
  chaser.angular_momentum = dynamics::angular_momentum(model.chaser.body, chaser.attitude, spin);
  typename Model::State y{};
  dynamics::pack(chaser, y.data());
  dynamics::pack(target, y.data() + Model::kTargetAt);
  model.start_link(y);
  start_apart(model, y);
  if (early > 0.0) dynamics::coast(model.chaser.body, -early, y.data());
  model.start_link(y);
  if constexpr (Model::kInstruments) {
    const models::SixSignals begins = model.view(y).pose;
    if constexpr (Model::kRemembers) {
      // On a ramp what is late by its lag follows what is ahead by it.
      auto& computer = model.computer;
      const bool compensates = computer.compensator.present;
      if (compensates) computer.follow_ramp(begins, model.touch, model.view(y), &y[Model::kComputerAt]);
      const models::SixSignals told =
          compensates ? computer.compensator.command(&y[Model::kComputerAt], begins, {}) : begins;
      model.robot.follow_ramp(told, &y[Model::kRobotAt]);
      const models::SixSignals silence{};
      model.sensor.follow_ramp(silence, &y[Model::kSensorAt]);
      if constexpr (Model::kTargetSensorAt < Model::kEnd)
        model.target_sensor.follow_ramp(silence, &y[Model::kTargetSensorAt]);
      if constexpr (Model::Computer::kAdds)
        if (computer.virtual_part.present)
          computer.virtual_part.follow_ramp(computer.virtual_part.commanded() ? told : model.view(y).shown,
                                            &y[Model::kComputerAt + Model::Computer::kVirtualAt]);
    } else {
      model.robot.follow_ramp(begins, &y[Model::kRobotAt]);
    }
  }
  return y;
}

/// Time by which the run begins before the bodies are where the study has them, s: a compensator is ahead, and a robot
/// whose noise or bias may touch before they do must not touch at the start. Nothing where it does at any distance.
/// It depends on no step, so that a finer run sees the same noise.
template <class Model>
std::optional<double> early_start(const SixDofSetup& setup) {
  const double foresight = ahead(setup);
  if constexpr (Model::kRemembers) {
    if (!displaces(setup) || !setup.hil) return foresight;
    constexpr int kMostDoublings = 40;
    constexpr double kRounding = 1e-9;
    Model its = model<Model>(setup);
    const double off = random_reach(setup);
    const double depth = elastic_peak(setup).depth;
    const double least = (off > 0.0 ? off : depth) / setup.approach_velocity;
    // A limit behind the noise may keep it from where its reach would take it: then it is enough that it does not touch.
    for (const double margin : {off * (1.0 - kRounding), 0.0}) {
      double early = foresight + off / setup.approach_velocity;
      for (int i = 0; i < kMostDoublings; ++i, early = std::max(2.0 * early, least))
        if (its.view(start(its, setup, early)).depth.value + margin <= 0.0) return early;
    }
    return std::nullopt;
  } else {
    return foresight;
  }
}

/// By how much a sensor's scale may exceed the force of the elastic contact: peaks are read from it too.
inline constexpr double kMostSensorScale = 1000.0;

/// Scales of the states' local errors: the elastic contact's depth, rate, force and energy.
template <class Model>
typename Model::State scales(const SixDofSetup& setup) {
  const double mass = models::reduced_mass(setup), speed = setup.approach_velocity;
  using Touching = decltype(Model::touch);
  const ElasticPeak peak = elastic_peak(setup);
  const double depth = peak.depth, force = peak.force;
  typename Model::State scale{};
  const auto body = [&](const models::SpacecraftSetup& its, double* at) {
    const double size = eigen(its.port).norm();
    const double lever = size > 0.0 ? size : 1.0;
    const double turn = depth / lever;
    dynamics::BodyState scales;
    scales.position.setConstant(depth);
    scales.velocity.setConstant(speed);
    scales.attitude = {turn, turn, turn, turn};
    scales.angular_momentum.setConstant(mass * speed * lever);
    dynamics::pack(scales, at);
  };
  body(setup.chaser, scale.data());
  body(setup.target, scale.data() + Model::kTargetAt);
  scale[Model::kDampingAt] = scale[Model::kFrictionAt] = 0.5 * mass * speed * speed;
  if constexpr (Touching::kLinked)  // as fast as the chaser, and smaller
    body({setup.mechanism.link->mass, {}, {}}, &scale[Model::kOwnAt + Touching::kLinkAt]);
  if constexpr (Model::kInstruments)
    for (std::size_t i = 0; i < kComponents; ++i) {
      using Six = decltype(Model::robot);
      const double lever = models::is_linear(i) ? 1.0 : std::max(eigen(setup.chaser.port).norm(), 0.1);
      const auto at = [&](std::size_t first, const instruments::ChainSetup& chain, std::size_t kind) {
        return Six::at(&scale[first] + states_before(chain, kind, Six::kFilterStates), i);
      };
      constexpr auto kLowPass = instruments::kKindOf<instruments::LowPassSetup>;
      double* robot = at(Model::kRobotAt, setup.robot[i], kLowPass);
      double* sensor = at(Model::kSensorAt, setup.wrench_sensor[i], kLowPass);
      robot[0] = depth / lever;  // a low-pass's value and its rate
      robot[1] = speed / lever;
      // What a sensor's error does to the bodies is its impulse, and it lasts for 1/w.
      const double w = natural_frequency(setup.wrench_sensor[i]);
      const double impulse = force > 0.0 ? std::clamp(w * mass * speed / force, 1.0, kMostSensorScale) : 1.0;
      sensor[0] = impulse * force;
      sensor[1] = impulse * force * w;
      if constexpr (Six::kFilterStates > 0) {
        constexpr auto kFilter = instruments::kKindOf<instruments::TransferFunctionSetup>;
        for (const auto& stage : setup.robot[i].all())
          if (const auto* its = std::get_if<instruments::TransferFunctionSetup>(&stage))
            scale_filter(*its, depth / lever, speed / lever, at(Model::kRobotAt, setup.robot[i], kFilter));
        for (const auto& stage : setup.wrench_sensor[i].all())
          if (const auto* its = std::get_if<instruments::TransferFunctionSetup>(&stage))
            scale_filter(*its, force, std::nullopt, at(Model::kSensorAt, setup.wrench_sensor[i], kFilter));
      }
      if constexpr (Touching::kLinked)
        std::copy_n(Six::at(&scale[Model::kSensorAt], i), Six::kStates / kComponents,
                    Six::at(&scale[Model::kTargetSensorAt], i));
    }
  return scale;
}

/// Steps that a run to the end of its capture takes at least: on its way to the port, on which only a run
/// without a link coasts, and after the capture. None is longer than the largest, nor than an explicit method
/// is stable for with the dampers of the link.
template <class Touching>
double least_steps(const SixDofSetup& setup) {
  constexpr double kStable = 3.3;  // of a time constant
  if (!setup.ends_with_capture) return 0.0;
  double step = setup.step, time = setup.after_capture;
  if constexpr (Touching::kLinked) {
    const auto& link = *setup.mechanism.link;
    for (std::size_t i = 0; i < kComponents; ++i)
      if (const double c = link.damping[i]; c > 0.0)
        step = std::min(step, kStable * (i < 3 ? link.mass : link.inertia[i - 3]) / c);
    time += std::max(-Touching(setup).start(setup), 0.0) / setup.approach_velocity;
  }
  return std::min(time, setup.time_limit) / step;
}

}  // namespace hilspace::simulate::sixdof
