#pragma once
// Both models of a scenario in six degrees of freedom: side by side until their first impacts are over, then each to its
// end. Each kind of instruments is compiled in a source of its own (sixdof_*.cpp), side by side with the others.

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <optional>

#include "mechanism/drogue.hpp"
#include "mechanism/plane.hpp"
#include "metrics/docking_metrics.hpp"
#include "metrics/normal_loop.hpp"
#include "models/sixdof_features.hpp"
#include "models/sixdof_hooks.hpp"
#include "simulate/sixdof/sixdof_recorder.hpp"
#include "simulate/sixdof/sixdof_start.hpp"
#include "simulate/sixdof/sixdof_variants.hpp"

namespace hilspace::simulate::sixdof {

/// Maximum number of steps of a run (Outcome::work_limit).
inline constexpr unsigned kMostDockingSteps = 1'000'000;
/// Likewise with a link, whose steps never coast and cost several times as much.
inline constexpr unsigned kMostLinkedSteps = 150'000;
/// Number of steps between checks of `stop`. Steps of the reference method take long.
inline constexpr unsigned kDockingStepsBetweenLooks = 16;

/// Advances all runs by one common step; the first run is the docking model, the second the HIL model. `watch` is
/// told of every step of run `which` (and those that follow) before it is accepted.
template <class Tally, class... Runs>
void take_step(double& time, Tally&& tally, const Observers& watch, std::size_t which, Runs&... runs) {
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
  (watch(which++, runs, time, share * h, share), ...);
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
  struct Tallies : metrics::PairMetrics<double> {
    metrics::NormalLoopTally loop_along;  // of the HIL model
  };

  FirstImpact(double half_mass, double tooth) {
    tally_.half_mass = half_mass;
    tally_.take_tooth(tooth);
  }

  void add(const models::Views<double>& docking, const models::Views<double>& hil, double time, double h,
           const models::Spread<double>& spread) {
    tally_.add(docking, hil, time, h, spread);
    tally_.loop_along.add(hil, h);
  }
  void note(bool quiet) {
    if (!quiet)
      ended_.reset();
    else if (!ended_)
      ended_ = tally_;
  }
  Tallies take() const { return ended_.value_or(tally_); }

 private:
  Tallies tally_;
  std::optional<Tallies> ended_;
};

template <class Touching, class Instruments>
metrics::Row run(const SixDofSetup& setup, const Observers& watch, const std::atomic<bool>& stop) {
  const auto early = early_start<models::SixDofModel<Touching, Instruments>>(setup);
  auto docking = start_run<models::SixDofModel<Touching, models::NoSix>>(setup, early.value_or(0.0));
  auto hil = start_run<models::SixDofModel<Touching, Instruments>>(setup, early.value_or(0.0));
  double time = 0.0 - early.value_or(0.0),
         hil_time = time;  // 0, never -0: the bodies are where the study has them
  FirstImpact first(0.5 * models::reduced_mass(setup), setup.tooth);
  if (!setup.hil) hil.give_up(Outcome::not_run, 0.0);
  if (!early) hil.give_up(Outcome::start_overlap, 0.0);

  constexpr unsigned kMost = Touching::kLinked ? kMostLinkedSteps : kMostDockingSteps;
  if constexpr (Touching::kLatches)
    if (!docking.over() && least_steps<Touching>(setup) > kMost) {
      docking.give_up(Outcome::work_limit, 0.0);
      hil.give_up(Outcome::work_limit, 0.0);
    }
  unsigned steps = 0;
  const auto gives_up = [&] {
    return ++steps % kDockingStepsBetweenLooks == 0 && stop.load(std::memory_order_relaxed);
  };
  while (!(docking.first_over() && hil.first_over())) {
    if (gives_up()) return metrics::not_run();
    take_step(
        time,
        [&](const auto& seen, double at, double h) { first.add(seen[0], seen[1], at, h, hil.spread()); },
        watch, 0, docking, hil);
    first.note(docking.first_quiet() && hil.first_quiet());
    if (steps > kMost) {
      docking.give_up(Outcome::work_limit, time);
      hil.give_up(Outcome::work_limit, time);
    }
  }
  hil_time = time;
  const auto alone = [&](auto& run, double& at, std::size_t which) {
    for (steps = 0; !run.over();) {
      if (gives_up()) return false;
      if (steps > kMost) run.give_up(Outcome::work_limit, at);
      take_step(
          at, [](const auto&, double, double) {}, watch, which, run);
    }
    return true;
  };
  if (!alone(docking, time, 0) || !alone(hil, hil_time, 1)) return metrics::not_run();
  watch(0, docking, time, 0.0, 0.0);
  watch(1, hil, hil_time, 0.0, 0.0);
  const auto tallies = first.take();
  return metrics::row(tallies, docking.ended(), hil.ended(), setup.step,
                      Touching::kSingle ? &tallies.loop_along : nullptr, facts_of(setup));
}

/// With what the mechanism touches with.
template <class Instruments>
metrics::Row run_with(const SixDofSetup& setup, const Observers& watch, const std::atomic<bool>& stop) {
  switch (setup.mechanism.kind) {
    case mechanism::MechanismKind::drogue:
      return run<models::TipTouch<mechanism::Drogue>, Instruments>(setup, watch, stop);
    case mechanism::MechanismKind::plane:
      return run<models::TipTouch<mechanism::Plane>, Instruments>(setup, watch, stop);
    case mechanism::MechanismKind::features:
    case mechanism::MechanismKind::androgynous:  // of which a setup has the features
    case mechanism::MechanismKind::probe_cone:
    case mechanism::MechanismKind::berthing:
      if (!setup.mechanism.hard.hooks.empty())
        return setup.mechanism.link
                   ? run<models::Hooked<models::LinkedFeatureTouch>, Instruments>(setup, watch, stop)
                   : run<models::Hooked<models::FeatureTouch>, Instruments>(setup, watch, stop);
      if (setup.mechanism.link)
        return run<models::LinkedFeatureTouch, Instruments>(setup, watch, stop);
      return run<models::FeatureTouch, Instruments>(setup, watch, stop);
  }
  return metrics::not_run();
}

}  // namespace hilspace::simulate::sixdof
