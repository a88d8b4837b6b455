#include "simulate/pair_run.hpp"

namespace hilspace::simulate {
namespace {

models::Instrument<double> instrument(const models::InstrumentSetup& setup) {
  models::Instrument<double> chain;
  chain.first.natural_frequency = setup.natural_frequency;
  chain.first.damping = setup.damping;
  chain.rest.first.resolution = setup.resolution;
  chain.rest.first.cells_per_unit = setup.resolution > 0.0 ? 1.0 / setup.resolution : 0.0;
  return chain;
}

/// A contact whose approach is slower than this share of the first one's is taken to start with it.
constexpr double kSlowest = 1e-3;

/// Whether steps get from the start to the time limit: numbers so large or small that they under- or
/// overflow leave none.
bool has_a_grid(const models::AxialSetup& setup) {
  const double least = kShortestStep * setup.step;
  return least > 0.0 && finite(setup.time_limit) && setup.time_limit > 0.0 &&
         setup.time_limit + least > setup.time_limit;
}

template <class Model>
void start(ModelRun<double, Model>& run, const models::AxialSetup& setup) {
  run.model.bodies.inverse_mass = dynamics::inverse_reduced_mass(setup.chaser_mass, setup.target_mass);
  run.model.law = {setup.stiffness, 0.0};
  run.model.damping_number = setup.damping_number;
  run.model.slowest = kSlowest * setup.approach_velocity;
  run.state = run.model.start(setup.approach_velocity);
}

}  // namespace

PairRun<double> start(const models::AxialSetup& setup) {
  PairRun<double> run;
  run.hil.model.actuator = instrument(setup.actuator);
  run.hil.model.sensor = instrument(setup.force_sensor);
  start(run.docking, setup);
  start(run.hil, setup);
  run.step = setup.step;
  run.time_limit = setup.time_limit;
  run.penetration_limit = setup.penetration_limit;
  run.silence = 0.5 * setup.force_sensor.resolution;
  if (!has_a_grid(setup)) run.docking.status = run.hil.status = static_cast<double>(Outcome::diverged);
  return run;
}

metrics::Row finish(const PairRun<double>& run, const models::AxialSetup& setup) {
  return metrics::row(run.metrics, run.docking.end(), run.hil.end(), models::reduced_mass(setup),
                      setup.approach_velocity, setup.step);
}

}  // namespace hilspace::simulate
