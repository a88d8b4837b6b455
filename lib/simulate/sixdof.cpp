#include "simulate/sixdof.hpp"

#include <algorithm>
#include <cmath>

#include "simulate/damper.hpp"
#include "simulate/longest_step.hpp"
#include "simulate/sixdof/sixdof_chains.hpp"
#include "simulate/sixdof/sixdof_limits.hpp"
#include "simulate/sixdof/sixdof_pair.hpp"
#include "simulate/sixdof/sixdof_recorder.hpp"

namespace hilspace::simulate {

using models::SixDofSetup;

namespace {

/// Finds the damping of a damper by the restitution of a straight hit. False: there is none.
bool design_damper(SixDofSetup& setup) {
  auto& its = setup.compensator;
  if (its.force != compensation::Force::damper || its.damping != compensation::kByRestitution) return true;
  const auto damping = damping_by_restitution(models::resolved(models::straight_hit(setup)));
  its.damping = damping.value_or(0.0);
  return damping.has_value();
}

metrics::Row run(const SixDofSetup& setup, const sixdof::Observers& watch, const std::atomic<bool>& stop) {
  SixDofSetup whole = models::resolved(setup);
  const double least = kNearest * fine_step(whole);
  // Time up to which the shortest step still advances the clock.
  whole.time_limit = std::min(whole.time_limit, std::ldexp(least, 50));
  if (!(least > 0.0) || !(whole.time_limit > 0.0)) {
    metrics::Row row = metrics::not_run();
    row.outcome = Outcome::diverged;
    return row;
  }
  if (whole.hil && (slow_down(whole) || shortest_delay(whole) < kLeastDelay * fine_step(whole))) {
    metrics::Row row = metrics::not_run();
    row.outcome = Outcome::work_limit;
    return row;
  }
  if (whole.hil && !design_damper(whole)) {
    metrics::Row row = metrics::not_run();
    row.outcome = Outcome::diverged;
    return row;
  }
  if (whole.solver == models::Solver::reference)
    whole.step *= 0.25 / models::kFineSteps;  // as finely as on the axis
  return sixdof::run_pair(whole, watch, stop);
}

/// Of the HIL model, which shares its steps.
double longest_step(const SixDofSetup& setup) {
  if (!setup.hil) return setup.step;
  double longest = bounded(setup.step, setup.hybrid.its);
  for (const auto* chains : {&setup.robot, &setup.wrench_sensor})
    for (const auto& chain : *chains) longest = bounded(longest, chain);
  return longest;
}

}  // namespace

metrics::Row simulate(const SixDofSetup& setup, const std::atomic<bool>& stop,
                      std::array<SixDofWork, 2>* work) {
  return run(setup, {.work = work}, stop);
}

SixDofSetup finer(const SixDofSetup& setup, std::size_t refinement) {
  SixDofSetup finer = models::resolved(setup);
  // Within a step tolerances decide. Where samples bound it, halves show what is missed between looks, for half of the time of
  // quarters; the second run has the same steps there.
  constexpr double kHalf = 0.5;
  const double taken = longest_step(finer);
  finer.step *= kRefinements[refinement].step;
  if (refinement == 0) finer.step = std::min(finer.step, kHalf * taken);
  finer.tolerance *= kRefinements[refinement].tolerance;
  finer.tooth = 0.5 * kRefinements[refinement].tooth;  // an error is twice the difference
  return finer;
}

Traced simulate_traced(const SixDofSetup& setup, double sample_interval, const std::atomic<bool>& stop,
                       bool contacts) {
  SixDofRecorder recorder(sample_interval, stop, contacts);
  const metrics::Row row = run(setup, {.recorder = &recorder}, stop);
  return {row, recorder.take()};
}

}  // namespace hilspace::simulate
