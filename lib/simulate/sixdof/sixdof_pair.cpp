#include "simulate/sixdof/sixdof_pair.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "mechanism/kind.hpp"
#include "metrics/docking_metrics.hpp"
#include "metrics/normal_loop.hpp"
#include "simulate/sixdof/sixdof_chains.hpp"
#include "simulate/sixdof/sixdof_variants.hpp"

namespace hilspace::simulate::sixdof {
namespace {

/// Maximum number of steps of a run (Outcome::work_limit).
constexpr unsigned kMostDockingSteps = 1'000'000;
/// Likewise with a link, whose steps never coast and cost several times as much.
constexpr unsigned kMostLinkedSteps = 150'000;
/// Number of steps between checks of `stop`. Steps of the reference method take long.
constexpr unsigned kDockingStepsBetweenLooks = 16;

using Runs = std::span<AnyRun* const>;
/// What one part of a step shows of the docking model and of the HIL model, where they step together.
using Seen = std::array<models::Views<double>, 2>;

/// Advances all runs by one common step; the first run is the docking model, the second the HIL model. `watch` is
/// told of every step of run `which` (and those that follow) before it is accepted.
template <class Tally>
void take_step(double& time, Tally&& tally, const Observers& watch, std::size_t which, Runs runs) {
  double h = HUGE_VAL;
  for (AnyRun* run : runs) h = std::min(h, run->begin(time));
  if (std::ranges::all_of(runs, &AnyRun::over)) return;
  double shortest = 0.0;
  for (const AnyRun* run : runs)
    if (!run->over()) shortest = std::max(shortest, run->shortest());
  for (;;) {
    double error = 0.0;
    for (AnyRun* run : runs)
      if (const double its = run->attempt(h); !(its <= error) && !std::isnan(error)) error = its;
    if (error <= 1.0 || h <= shortest) break;
    const double factor = std::isnan(error) ? 0.2 : std::clamp(0.9 * std::pow(error, -0.2), 0.2, 0.9);
    h = std::max(h * factor, shortest);
  }
  double share = 1.0;
  int looks = 1;
  for (AnyRun* run : runs) share = std::min(share, run->smooth_share());
  for (const AnyRun* run : runs) {
    watch(which++, *run, time, share * h, share);
    looks = std::max(looks, run->looks(share));
  }
  for (int i = 0; i < looks; ++i) {
    const double begin = share * i / looks, end = i + 1 == looks ? share : share * (i + 1) / looks;
    const double length = (end - begin) * h;
    Seen seen{};
    for (std::size_t k = 0; k < runs.size(); ++k)
      seen[k] = runs[k]->look({begin, 0.5 * (begin + end), end}, time, length);
    tally(seen, time, length);
    time += length;
  }
  for (AnyRun* run : runs) run->accept(share);
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

HilStart start_hil(const models::SixDofSetup& setup) {
  if (needs_filters(setup)) return start_filtered(setup);
  return needs_general(setup) ? start_general(setup) : start_plain(setup);
}

}  // namespace

metrics::Row run_pair(const models::SixDofSetup& setup, const Observers& watch,
                      const std::atomic<bool>& stop) {
  const HilStart hil_start = start_hil(setup);
  const auto& early = hil_start.early;
  const auto docking_run = start_docking(setup, early.value_or(0.0));
  AnyRun &docking = *docking_run, &hil = *hil_start.run;
  double time = 0.0 - early.value_or(0.0),
         hil_time = time;  // 0, never -0: the bodies are where the study has them
  FirstImpact first(0.5 * models::reduced_mass(setup), setup.tooth);
  if (!setup.hil) hil.give_up(Outcome::not_run, 0.0);
  if (!early) hil.give_up(Outcome::start_overlap, 0.0);

  const bool has_features = mechanism::is_of_features(setup.mechanism.kind);
  const unsigned most = setup.mechanism.link ? kMostLinkedSteps : kMostDockingSteps;
  if (has_features && !docking.over() && least_steps(setup) > most) {
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
        [&](const Seen& seen, double at, double h) { first.add(seen[0], seen[1], at, h, hil.spread()); },
        watch, 0, std::array{&docking, &hil});
    first.note(docking.first_quiet() && hil.first_quiet());
    if (steps > most) {
      docking.give_up(Outcome::work_limit, time);
      hil.give_up(Outcome::work_limit, time);
    }
  }
  hil_time = time;
  const auto alone = [&](AnyRun& run, double& at, std::size_t which) {
    for (steps = 0; !run.over();) {
      if (gives_up()) return false;
      if (steps > most) run.give_up(Outcome::work_limit, at);
      take_step(
          at, [](const Seen&, double, double) {}, watch, which, std::array{&run});
    }
    return true;
  };
  if (!alone(docking, time, 0) || !alone(hil, hil_time, 1)) return metrics::not_run();
  // One that ended before the other's first impact did stands still since then.
  watch(0, docking, docking.ended().end.time, 0.0, 0.0);
  watch(1, hil, hil.ended().end.time, 0.0, 0.0);
  const auto tallies = first.take();
  return metrics::row(tallies, docking.ended(), hil.ended(), setup.step,
                      has_features ? nullptr : &tallies.loop_along, facts_of(setup));
}

}  // namespace hilspace::simulate::sixdof
