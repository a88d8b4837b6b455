#include "simulate/sixdof.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "contact/law.hpp"
#include "dynamics/eigen.hpp"
#include "mechanism/drogue.hpp"
#include "mechanism/plane.hpp"
#include "metrics/docking_metrics.hpp"
#include "models/sixdof_features.hpp"
#include "simulate/sixdof/sixdof_recorder.hpp"
#include "simulate/sixdof/sixdof_run.hpp"

namespace hilspace::simulate {
namespace {

using dynamics::eigen;
using models::kComponents;
using models::SixDofSetup;

/// Cells that a position may cross per full step and still be resolved (instruments/quantizer.hpp).
constexpr double kSlowPlaces = 8.0;

/// Maximum number of steps of a run (Outcome::work_limit).
constexpr unsigned kMostDockingSteps = 1'000'000;
/// Number of steps between checks of `stop`. Steps of the reference method take long.
constexpr unsigned kDockingStepsBetweenLooks = 16;

models::Spacecraft spacecraft(const models::SpacecraftSetup& setup) {
  return {dynamics::rigid_body(setup.mass, eigen(setup.inertia)), eigen(setup.port)};
}

models::SixInstruments instruments_of(const models::SixChains& setups, const models::Coupling& coupling,
                                      double slow_places) {
  models::SixInstruments instruments;
  for (std::size_t i = 0; i < kComponents; ++i) {
    instruments::LowPassSetup low_pass;
    instruments::QuantizerSetup quantizer;
    for (const auto& stage : setups[i].all()) {
      if (const auto* its = std::get_if<instruments::LowPassSetup>(&stage)) low_pass = *its;
      if (const auto* its = std::get_if<instruments::QuantizerSetup>(&stage)) quantizer = *its;
    }
    instruments.chains[i].low_pass() = instruments::LowPass<double>(low_pass);
    auto& quantum = instruments.chains[i].quantizer() = instruments::PhasedQuantizer<double>(quantizer);
    // A position slides over many cells, but is pressed into few: these determine the peaks.
    if (models::is_linear(i)) quantum.slow = slow_places * quantizer.resolution;
  }
  instruments.coupling = coupling;
  instruments.coupled = coupling != models::kUncoupled;
  return instruments;
}

bool is_ideal(const models::SixInstruments& instruments, std::size_t i) {
  const auto& chain = instruments.chains[i];
  return !chain.low_pass().present() && !(chain.quantizer().resolution > 0.0);
}

template <class Model>
Model model(const SixDofSetup& setup) {
  Model model{
      spacecraft(setup.chaser), spacecraft(setup.target), decltype(Model::touch)(setup), {}, {}, {}, false};
  if constexpr (Model::kStates > Model::kRobotAt) {
    model.robot = instruments_of(setup.robot, setup.robot_coupling, kSlowPlaces);
    model.sensor = instruments_of(setup.wrench_sensor, setup.wrench_coupling, 1.0);
    model.target_sensor = model.sensor;
    model.sees_angles = model.robot.coupled;
    for (std::size_t i = models::kLinearComponents; i < kComponents; ++i)
      model.sees_angles = model.sees_angles || !is_ideal(model.robot, i);
  }
  return model;
}

template <class Model>
typename Model::State start(const Model& model, const SixDofSetup& setup) {
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
  if constexpr (Model::kStates > Model::kRobotAt)
    model.robot.follow_ramp(model.pose(model.view(y), Eigen::Vector3d::Zero()), &y[Model::kRobotAt]);
  return y;
}

/// Scales of the states' local errors: the elastic contact's depth, rate, force and energy.
template <class Model>
typename Model::State scales(const Model& model, const SixDofSetup& setup) {
  const double mass = models::reduced_mass(setup), speed = setup.approach_velocity;
  using Touching = decltype(Model::touch);
  const double depth = contact::elastic_depth(setup.contact, mass, speed);
  const double force = setup.contact.stiffness * std::pow(depth, setup.contact.exponent);
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
  if constexpr (Model::kStates > Model::kRobotAt)
    for (std::size_t i = 0; i < kComponents; ++i) {
      const double lever = models::is_linear(i) ? 1.0 : std::max(eigen(setup.chaser.port).norm(), 0.1);
      const double w = std::sqrt(model.sensor.chains[i].low_pass().square);
      double* robot = models::SixInstruments::at(&scale[Model::kRobotAt], i);
      double* sensor = models::SixInstruments::at(&scale[Model::kSensorAt], i);
      robot[0] = depth / lever;  // a low-pass's value and its rate
      robot[1] = speed / lever;
      sensor[0] = force;
      sensor[1] = force * w;
      if constexpr (Touching::kLinked)
        std::copy_n(sensor, 2, models::SixInstruments::at(&scale[Model::kTargetSensorAt], i));
    }
  return scale;
}

/// Time, s, for which the surfaces must be apart to end an impact: the robot may still bounce.
double closing(const models::SixInstruments& robot, const models::SixInstruments& sensor) {
  bool ideal = !robot.coupled && !sensor.coupled;
  double delay = 0.0;
  for (std::size_t i = 0; i < kComponents; ++i) {
    ideal = ideal && is_ideal(robot, i) && is_ideal(sensor, i);
    if (models::is_linear(i) && robot.chains[i].low_pass().present())
      delay = std::max(delay, 4.0 / std::sqrt(robot.chains[i].low_pass().square));
  }
  return ideal ? 0.0 : std::min(20e-3, std::max(0.5e-3, 3.0 * delay));
}

template <class Model, template <std::size_t> class Method>
SixDofRun<Model, Method> start_run(const SixDofSetup& setup) {
  const Model its = model<Model>(setup);
  SixDofLimits limits{setup.step, setup.tolerance,    setup.time_limit,        setup.penetration_limit,
                      0.0,        setup.first_impact, setup.ends_with_capture, setup.after_capture};
  if constexpr (Model::kStates > Model::kRobotAt) limits.closing = closing(its.robot, its.sensor);
  return {its, start(its, setup), scales(its, setup), limits};
}

/// Advances all runs by one common step; the first run is the docking model, the second the HIL model. Calls
/// `watch(k, run, time, h)` for every step of run k before it is accepted.
template <class Tally, class Watch, class... Runs>
void take_step(double& time, Tally&& tally, Watch&& watch, Runs&... runs) {
  double h = std::min({runs.begin(time)...});
  if ((runs.over() && ...)) return;
  const double shortest = std::max({runs.over() ? 0.0 : runs.shortest()...});
  for (;;) {
    const double error = std::max({runs.attempt(h)...});
    if (error <= 1.0 || h <= shortest) break;
    const double factor = std::isnan(error) ? 0.2 : std::clamp(0.9 * std::pow(error, -0.2), 0.2, 0.9);
    h = std::max(h * factor, shortest);
  }
  const double share = std::min({runs.smooth_share()...});
  std::size_t k = 0;
  (watch(k++, runs, time, share * h, share), ...);
  const int looks = std::max({1, runs.looks(share)...});
  for (int i = 0; i < looks; ++i) {
    const double begin = share * i / looks, end = i + 1 == looks ? share : share * (i + 1) / looks;
    const double length = (end - begin) * h;
    tally(std::array{runs.look({begin, 0.5 * (begin + end), end}, time, length)...}, time, length);
    time += length;
  }
  (runs.accept(share), ...);
}

/// Tallies of both signals, until both first impacts are over or appear to be.
class FirstImpact {
 public:
  explicit FirstImpact(double half_mass) { tally_.half_mass = half_mass; }

  void add(const models::Views<double>& docking, const models::Views<double>& hil, double time, double h,
           const models::Spread<double>& spread) {
    tally_.add(docking, hil, time, h, spread);
  }
  void note(bool quiet) {
    if (!quiet)
      ended_.reset();
    else if (!ended_)
      ended_ = tally_;
  }
  metrics::PairMetrics<double> take() const { return ended_.value_or(tally_); }

 private:
  metrics::PairMetrics<double> tally_;
  std::optional<metrics::PairMetrics<double>> ended_;
};

struct NobodyWatches {
  template <class... Args>
  void operator()(const Args&...) const {}
};

template <template <std::size_t> class Method, class Touching, class Watch>
metrics::Row run(const SixDofSetup& setup, Watch&& watch, const std::atomic<bool>& stop) {
  auto docking = start_run<models::SixDofModel<Touching, false>, Method>(setup);
  auto hil = start_run<models::SixDofModel<Touching, true>, Method>(setup);
  double time = 0.0, hil_time = 0.0;
  FirstImpact first(0.5 * models::reduced_mass(setup));
  if (!setup.hil) hil.give_up(Outcome::not_run, 0.0);

  unsigned steps = 0;
  const auto gives_up = [&] {
    return ++steps % kDockingStepsBetweenLooks == 0 && stop.load(std::memory_order_relaxed);
  };
  while (!(docking.first_over() && hil.first_over())) {
    if (gives_up()) return metrics::not_run();
    take_step(
        time,
        [&](const auto& seen, double at, double h) { first.add(seen[0], seen[1], at, h, hil.spread()); },
        watch, docking, hil);
    first.note(docking.first_quiet() && hil.first_quiet());
    if (steps > kMostDockingSteps) {
      docking.give_up(Outcome::work_limit, time);
      hil.give_up(Outcome::work_limit, time);
    }
  }
  hil_time = time;
  const auto alone = [&](auto& run, double& at, auto&& of) {
    for (steps = 0; !run.over();) {
      if (gives_up()) return false;
      if (steps > kMostDockingSteps) run.give_up(Outcome::work_limit, at);
      take_step(
          at, [](const auto&, double, double) {}, of, run);
    }
    return true;
  };
  const auto as_docking = [&](std::size_t, const auto& its, double at, double h, double share) {
    watch(std::size_t{0}, its, at, h, share);
  };
  const auto as_hil = [&](std::size_t, const auto& its, double at, double h, double share) {
    watch(std::size_t{1}, its, at, h, share);
  };
  if (!alone(docking, time, as_docking) || !alone(hil, hil_time, as_hil)) return metrics::not_run();
  watch(std::size_t{0}, docking, time, 0.0, 0.0);
  watch(std::size_t{1}, hil, hil_time, 0.0, 0.0);
  return metrics::row(first.take(), docking.ended(), hil.ended(), setup.step);
}

template <template <std::size_t> class Method, class Watch>
metrics::Row run_with(const SixDofSetup& setup, Watch&& watch, const std::atomic<bool>& stop) {
  switch (setup.mechanism.kind) {
    case mechanism::MechanismKind::drogue:
      return run<Method, models::TipTouch<mechanism::Drogue>>(setup, watch, stop);
    case mechanism::MechanismKind::plane:
      return run<Method, models::TipTouch<mechanism::Plane>>(setup, watch, stop);
    case mechanism::MechanismKind::features:
      if (setup.mechanism.link) return run<Method, models::LinkedFeatureTouch>(setup, watch, stop);
      return run<Method, models::FeatureTouch>(setup, watch, stop);
  }
  return metrics::not_run();
}

template <class Watch>
metrics::Row run_any(const SixDofSetup& setup, Watch&& watch, const std::atomic<bool>& stop) {
  SixDofSetup whole = models::resolved(setup);
  const double least = kNearest * whole.step;
  // Time up to which the shortest step still advances the clock.
  whole.time_limit = std::min(whole.time_limit, std::ldexp(least, 50));
  if (!(least > 0.0) || !(whole.time_limit > 0.0)) {
    metrics::Row row = metrics::not_run();
    row.outcome = Outcome::diverged;
    return row;
  }
  if (whole.solver != models::Solver::reference) return run_with<DormandPrince>(whole, watch, stop);
  SixDofSetup finer = whole;  // as finely as the axial reference
  finer.step *= 0.25;
  return run_with<ReferenceMethod>(finer, watch, stop);
}

}  // namespace

metrics::Row simulate(const SixDofSetup& setup, const std::atomic<bool>& stop) {
  return run_any(setup, NobodyWatches{}, stop);
}

SixDofSetup finer(const SixDofSetup& setup, std::size_t refinement) {
  SixDofSetup finer = models::resolved(setup);
  finer.step *= kRefinements[refinement].step;
  finer.tolerance *= kRefinements[refinement].tolerance;
  return finer;
}

Traced simulate_traced(const SixDofSetup& setup, double sample_interval, const std::atomic<bool>& stop) {
  SixDofRecorder recorder(sample_interval, stop);
  const metrics::Row row = run_any(
      setup,
      [&recorder](std::size_t which, const auto& its, double time, double h, double share) {
        recorder.add(which, its, time, h, share);
      },
      stop);
  return {row, recorder.take()};
}

}  // namespace hilspace::simulate
