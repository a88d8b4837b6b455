#include "simulate/rig.hpp"

#include "models/rig.hpp"
#include "simulate/axial_recorder.hpp"
#include "simulate/pair_run.hpp"

namespace hilspace::simulate {
namespace {

using Docking = models::AxialModel<double, contact::GeneralLaw<double>, instruments::Chain<double>,
                                   instruments::Chain<double>>;
using Pair = PairRun<double, Docking, models::RigModel>;

/// Steps per sample, unless the setup overrides it.
constexpr double kStepsToSample = 4.0;

double step_of(const models::RigSetup& setup) {
  return setup.step > 0.0 ? setup.step : 1.0 / (kStepsToSample * setup.computer.rate);
}

/// The same docking without the rig, with the quantities its metrics need.
models::AxialSetup docking_of(const models::RigSetup& setup) {
  models::AxialSetup docking;
  docking.chaser_mass = setup.computer.chaser_mass;
  docking.target_mass = setup.computer.target_mass;
  docking.approach_velocity = setup.computer.approach_velocity;
  docking.contact = setup.plant.contact;
  docking.random = setup.plant.random;
  docking.step = step_of(setup);
  docking.time_limit = setup.time_limit;
  docking.penetration_limit = setup.penetration_limit;
  return docking;
}

/// s; as in an axial scenario whose actuator has about the lag of the rig's without its prefilter.
double time_limit_of(models::AxialSetup docking) {
  if (docking.time_limit > 0.0) return docking.time_limit;
  docking.actuator.add(instruments::LowPassSetup{800.0, 0.8});
  return models::automatic_time_limit(docking);
}

Pair start(const models::RigSetup& setup, const models::AxialSetup& docking) {
  Pair pair;
  pair.docking.model.bodies.inverse_mass =
      dynamics::inverse_reduced_mass(docking.chaser_mass, docking.target_mass);
  pair.docking.model.law =
      contact::general_law(docking.contact, contact::kSlowestShare * docking.approach_velocity);
  pair.hil.state = pair.hil.model.start(setup);
  pair.docking.state =
      pair.docking.model.start(pair.hil.model.computer.displacement(), docking.approach_velocity);
  pair.metrics.half_mass = 0.5 * models::reduced_mass(docking);
  pair.time = pair.hil.model.begin;
  pair.step = docking.step;
  pair.time_limit = time_limit_of(docking);
  pair.penetration_limit = docking.penetration_limit;
  pair.silence = setup.computer.force_threshold;
  bound_time(pair);
  return pair;
}

metrics::Row run(const models::RigSetup& setup, const auto& watch, const std::atomic<bool>& stop) {
  const models::AxialSetup docking = docking_of(setup);
  Pair pair = start(setup, docking);
  if (pair.over()) return finish(pair, docking);
  for (unsigned steps = 1;; ++steps) {
    if (steps % kStepsBetweenLooks == 0 && stop.load(std::memory_order_relaxed)) return metrics::not_run();
    const double h = pair.begin_step();
    if (pair.over()) return finish(pair, docking);
    pair.take_step(h, watch);
  }
}

}  // namespace

metrics::Row simulate(const models::RigSetup& setup, const std::atomic<bool>& stop) {
  return run(setup, NoWatcher{}, stop);
}

Traced simulate_traced(const models::RigSetup& setup, double sample_interval, const std::atomic<bool>& stop) {
  AxialRecorder recorder(sample_interval, stop);
  metrics::Row row = run(
      setup,
      [&recorder](double time, double h, const auto& docking, const auto& hil) {
        recorder.add(time, h, docking, hil);
      },
      stop);
  return {row, recorder.take()};
}

models::RigSetup finer(const models::RigSetup& setup, std::size_t refinement) {
  models::RigSetup finer = setup;
  finer.step = step_of(setup) * kRefinements[refinement].step;
  return finer;
}

}  // namespace hilspace::simulate
