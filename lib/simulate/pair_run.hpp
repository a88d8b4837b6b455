#pragma once
// Pair run: docking and HIL model of one scenario, or of a pack of scenarios in lanes, on one time grid.
//
// Steps are at most `step`, and shorter before a jump of either model's right-hand side. Both models take the
// same steps, so with empty chains they give the same bits.

#include <cmath>

#include "core/outcome.hpp"
#include "integrate/rk4.hpp"
#include "metrics/pair_metrics.hpp"
#include "models/axial.hpp"
#include "models/axial_setup.hpp"
#include "simulate/hybrid_facts.hpp"

namespace hilspace::simulate {

/// State of a model's run; codes of Outcome, plus `running`.
inline constexpr double kRunning = -1.0;

template <class S, class Model>
struct ModelRun {
  Model model;
  typename Model::State state;
  S status = S(kRunning);
  S velocity = S(0.0);         // at the end
  typename Model::View now{};  // of the state, from begin_step() and moved() on

  HILSPACE_INLINE S begin_step(Horizon<S> horizon) { return model.begin_step(state, horizon, now); }

  HILSPACE_INLINE models::Observation<S> observed() const { return model.observe(state, now); }

  /// Records the end of the run, if it has ended.
  HILSPACE_INLINE void judge(S threshold, S time, S time_limit, S penetration_limit, Mask<S> exhausted) {
    const auto seen = observed();
    end_where(model.separated(state, threshold, running()), Outcome::ok);
    end_where(seen.penetration > penetration_limit, Outcome::penetration_limit);
    end_where(time > time_limit, Outcome::time_limit);
    end_where(exhausted, Outcome::work_limit);
    end_where(!finite(sum(seen)), Outcome::diverged);
  }

  /// Not finite if any component is not.
  static HILSPACE_INLINE S sum(const models::Observation<S>& now) {
    return (now.displacement + now.velocity) + (now.penetration + now.force);
  }

  HILSPACE_INLINE Mask<S> running() const { return status == S(kRunning); }

  /// Takes a step of Runge and Kutta's, of length h.
  HILSPACE_INLINE models::Views<S> advance(S h, Horizon<S> horizon) {
    const typename Model::State begin = state;
    typename Model::View at_end;
    const auto reached = integrate::rk4(
        begin, model.derivative(begin, now), h,
        [this](const auto& y) HILSPACE_INLINE_LAMBDA { return model.derivative(y); },
        [&](const auto& y) HILSPACE_INLINE_LAMBDA {
          at_end = model.view(y);
          return model.derivative(y, at_end);
        });
    const auto at_middle = model.view(reached.middle);
    return moved({&begin, &reached.middle, &reached.end}, {&now, &at_middle, &at_end}, horizon);
  }

  /// Advances to the end of a step, given the states at its start, middle and end.
  using States = std::array<const typename Model::State*, 3>;
  HILSPACE_INLINE models::Views<S> moved(const States& y, Horizon<S> horizon) {
    const auto begin = model.view(*y[0]), middle = model.view(*y[1]), end = model.view(*y[2]);
    return moved(y, {&begin, &middle, &end}, horizon);
  }
  HILSPACE_INLINE models::Views<S> moved(const States& y,
                                         const std::array<const typename Model::View*, 3>& views,
                                         Horizon<S> horizon) {
    const models::Views<S> seen{model.observe(*y[0], *views[0]), model.observe(*y[1], *views[1]),
                                model.observe(*y[2], *views[2])};
    model.record(y, views, horizon);
    state = *y[2];
    now = *views[2];
    model.end_step(state, now);
    return seen;
  }

  metrics::ModelEnd end() const {
    const auto outcome = static_cast<Outcome>(static_cast<int>(status));
    return {outcome, outcome == Outcome::ok ? RunEnd::separated : RunEnd::stopped, velocity,
            metrics::dent_of(model)};
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    Model::zip(self.model, other.model, visit);
    for (std::size_t i = 0; i < Model::kStates; ++i) visit(self.state[i], other.state[i]);
    visit(self.status, other.status);
    visit(self.velocity, other.velocity);
  }

 private:
  HILSPACE_INLINE void end_where(Mask<S> condition, Outcome outcome) {
    const Mask<S> ends = condition && running();
    velocity = select(ends, state[1], velocity);
    status = select(ends, S(static_cast<double>(outcome)), status);
  }
};

/// Empty watcher, for runs without one.
struct NoWatcher {
  template <class... Args>
  HILSPACE_INLINE void operator()(const Args&...) const {}
};

/// A jump closer than this share of the largest step counts as immediate.
inline constexpr double kShortestStep = 1.0 / 256.0;

/// Number of steps between checks of `stop`.
inline constexpr unsigned kStepsBetweenLooks = 64;

/// Maximum number of steps of a pair (Outcome::work_limit). Steps are counted, not seconds, so the outcome is
/// machine-independent. It is thousands of times what an impact takes, or a few seconds.
inline constexpr unsigned kMostSteps = 1'000'000;

template <class S, class Docking, class Hil>
struct PairRun {
  ModelRun<S, Docking> docking;
  ModelRun<S, Hil> hil;
  metrics::PairMetrics<S> metrics;
  S time = S(0.0);
  S steps = S(0.0);  // taken so far
  S step, time_limit, penetration_limit;
  S silence;  // N; a measured force below this counts as zero, whatever its peak

  /// Starts a step and records which runs have ended. Returns its length.
  HILSPACE_INLINE S begin_step() { return begin_step(horizon(step)); }
  HILSPACE_INLINE S begin_step(Horizon<S> horizon) {
    const S until_docking = docking.begin_step(horizon);
    const S until_hil = hil.begin_step(horizon);
    judge();
    return smaller(until_docking, until_hil);
  }

  /// The horizon of a step of at most that length.
  HILSPACE_INLINE Horizon<S> horizon(S longest) const {
    return {longest, step * S(kShortestStep), time, false};
  }

  HILSPACE_INLINE Mask<S> over() const { return !(docking.running() || hil.running()); }

  /// Ends all active runs.
  void give_up(Outcome outcome) {
    for (S* status : {&docking.status, &hil.status})
      *status = select(*status == S(kRunning), S(static_cast<double>(outcome)), *status);
  }

  template <class Watcher>
  HILSPACE_INLINE void take_step(S h, Watcher&& watch) {
    const models::Views<S> i = docking.advance(h, horizon(h));
    const models::Views<S> j = hil.advance(h, horizon(h));
    watch(time, h, i, j);
    const auto spread = hil.model.spread(hil.state, hil.now);
    metrics.add(i, j, time, h, spread);
    metrics.place_ends(i, j, time, step * S(kShortestStep), spread);
    time = time + h;
    steps = steps + S(1.0);
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    ModelRun<S, Docking>::zip(self.docking, other.docking, visit);
    ModelRun<S, Hil>::zip(self.hil, other.hil, visit);
    metrics::PairMetrics<S>::zip(self.metrics, other.metrics, visit);
    visit(self.time, other.time);
    visit(self.steps, other.steps);
    visit(self.step, other.step);
    visit(self.time_limit, other.time_limit);
    visit(self.penetration_limit, other.penetration_limit);
    visit(self.silence, other.silence);
  }

 private:
  /// Records which runs have ended, after a quick test whether any has.
  HILSPACE_INLINE void judge() {
    const S quiet = larger(silence, S(1e-6) * metrics.force.peak_hil);
    const auto i = docking.observed(), j = hil.observed();
    const Mask<S> exhausted = steps > S(double{kMostSteps});
    const Mask<S> stops = time > time_limit || exhausted ||
                          larger(i.penetration, j.penetration) > penetration_limit ||
                          !finite(docking.sum(i) + hil.sum(j));
    const Mask<S> ends =
        docking.model.separated(docking.state, S(0.0)) || hil.model.separated(hil.state, quiet);
    if (!any(stops || ends)) return;
    docking.judge(S(0.0), time, time_limit, penetration_limit, exhausted);
    hil.judge(quiet, time, time_limit, penetration_limit, exhausted);
  }
};

/// Ends the run before the clock stalls: at the time up to which the shortest step still advances it. Gives
/// up if there is no such time, since numbers may under- or overflow. Called before the first step.
template <class Pair>
void bound_time(Pair& run) {
  const double shortest = kShortestStep * run.step, last = std::ldexp(shortest, 50);
  const bool is_bounded = finite(run.time_limit) && run.time_limit > 0.0;
  if (!(shortest > 0.0 && is_bounded && magnitude(run.time) <= last)) run.give_up(Outcome::diverged);
  run.time_limit = smaller(run.time_limit, last);
}

/// A law of Hunt and Crossley's family with low-passes and quantizers: the fast path.
template <class S, class Law = contact::HuntCrossley<S>>
using PlainPair = PairRun<S, models::PlainDocking<S, Law>, models::PlainHil<S, Law>>;
/// The same with the law of Kelvin and Voigt, and no quantizer whose levels decide where it stops pushing.
template <class S>
using LinearPair = PlainPair<S, contact::KelvinVoigt<S>>;
/// Any law and any instruments, with at most that many sections in their transfer functions.
template <class S, std::size_t kSections = instruments::kMostSections>
using AnyPair = PairRun<S, models::AnyDocking<S>, models::AnyHil<S, kSections>>;

/// Any law and any instruments, with a delay compensator.
template <class S>
using CompensatedPair = PairRun<S, models::AnyDocking<S>, models::CompensatedHil<S>>;

/// Whether the setup fits PlainPair, and LinearPair. `setup` is resolved, here and below.
bool is_plain(const models::AxialSetup& setup);
bool is_linear(const models::AxialSetup& setup);

/// The pair shortly before contact; with a compensator it is start_compensated().
PlainPair<double> start_plain(const models::AxialSetup& setup);
LinearPair<double> start_linear(const models::AxialSetup& setup);
template <std::size_t kSections = instruments::kMostSections>
AnyPair<double, kSections> start_any(const models::AxialSetup& setup);
CompensatedPair<double> start_compensated(const models::AxialSetup& setup);

/// The largest output of an instrument up to `bound`: a quantizer with delays and a dead band only behind it shows multiples
/// of its quantum, and an unresolved one is known to within one quantum.
double displayable(double bound, const instruments::ChainSetup& sensor);

/// A rebound faster than this many approach velocities is not physical: a million times the energy.
inline constexpr double kFastestRebound = 1e3;
/// The docking model must not gain energy; its rebound may exceed the approach by at most this share.
inline constexpr double kReboundTolerance = 1e-3;
/// Limit on the step, as a share of the time the approach takes over the docking model's largest penetration:
/// a longer step has missed the contact. A step across the contact gives a penetration of a whole step, or
/// none.
inline constexpr double kLongestShare = 0.5;

/// Turns implausible ends into failures: of both models if the steps missed the contact or the docking model
/// gained energy, of the HIL model if its motion is unphysical.
struct Ends {
  metrics::ModelEnd docking, hil;
};
inline Ends checked(Ends ends, bool missed, double approach_velocity) {
  const auto rebound = [&](const metrics::ModelEnd& end) {
    return std::abs(end.velocity) / approach_velocity;
  };
  const auto fail = [](metrics::ModelEnd& end, Outcome outcome) {
    if (end.outcome == Outcome::ok) end = {outcome, RunEnd::stopped, end.velocity, end.dent};
  };
  const bool gained = !(rebound(ends.docking) <= 1.0 + kReboundTolerance);
  if (ends.docking.outcome == Outcome::ok && (missed || gained)) {
    fail(ends.docking, Outcome::unresolved);
    fail(ends.hil, Outcome::unresolved);
  }
  if (!(rebound(ends.hil) <= kFastestRebound)) fail(ends.hil, Outcome::diverged);
  return ends;
}

/// Largest stored energy at the largest depth, where it depends on the depth alone: a viscoplastic contact has phases,
/// each of which ends with a step. Between two instants it is not a parabola, and behind a quantizer it is that of a level.
template <class Law>
void store_at_peak(const Law& law, double depth, double& energy) {
  if constexpr (requires { law.viscoplastic; })
    if (law.viscoplastic) return;
  energy = law.potential({depth, 0.0, 0.0});
}

/// The result of the finished pair.
template <class Pair>
metrics::Row finish(const Pair& run, const models::AxialSetup& setup) {
  metrics::PairMetrics<double> tallies = run.metrics;
  tallies.force.peak_hil = displayable(tallies.force.peak_hil, setup.force_sensor);
  tallies.penetration.peak_hil = displayable(tallies.penetration.peak_hil, setup.actuator);
  const bool seen = setup.step * setup.approach_velocity <= kLongestShare * tallies.penetration.peak_docking;
  const Ends ends = checked({run.docking.end(), run.hil.end()}, !seen, setup.approach_velocity);
  store_at_peak(run.docking.model.law, tallies.penetration.peak_docking, tallies.docking.peak_potential);
  if constexpr (requires { run.hil.model.law; })
    if (!setup.hybrid.present())
      store_at_peak(run.hil.model.law, tallies.penetration.peak_hil, tallies.hil.peak_potential);
  metrics::HybridFacts hybrid;
  using Hil = decltype(run.hil.model);
  if constexpr (requires {
                  Hil::kVirtualAt;
                  run.hil.model.virtual_part.form;
                })
    if (setup.hybrid.present())
      hybrid =
          hybrid_facts(setup, run.hil.model.virtual_part.observed(run.hil.state.data() + Hil::kVirtualAt));
  metrics::Row row = metrics::row(tallies, ends.docking, ends.hil, models::reduced_mass(setup),
                                  setup.approach_velocity, setup.step, hybrid);
  const auto& model = run.hil.model;
  if constexpr (requires { model.actuator.edge_chance(), model.sensor.edge_chance(); }) {
    const double of_quanta = 2.0 * std::fmin(model.actuator.edge_chance(), model.sensor.edge_chance());
    row.edge_chance = std::fmin(row.edge_chance, of_quanta);
  }
  return row;
}

}  // namespace hilspace::simulate
