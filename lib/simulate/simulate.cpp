#include "simulate/simulate.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "simulate/axial_recorder.hpp"
#include "simulate/collocation/collocation.hpp"
#include "simulate/lanes.hpp"
#include "simulate/pair_run.hpp"
#include "simulate/predicted_steps.hpp"
#include "simulate/solvers.hpp"

namespace hilspace::simulate {
namespace {

/// Local error of the reference solver, relative to the scale of each state.
constexpr double kReferenceTolerance = 1e-12;

/// The sizes of the states, from a run with steps that its stages bear, whatever step the study has.
template <class Pair>
Scales<Pair> scales(Pair pair, const models::AxialSetup& setup, const std::atomic<bool>& stop) {
  pair.step = std::min(pair.step, models::automatic_step(setup));
  return scales(pair, stop);
}

template <class Pair>
bool run(Pair& pair, const models::AxialSetup& setup, const Watcher& watch, const std::atomic<bool>& stop) {
  switch (setup.solver) {
    case models::Solver::collocation:  // what it does not solve, and time histories
    case models::Solver::automatic:
    case models::Solver::rk4:
      return run_rk4(pair, watch, stop);
    case models::Solver::dopri5:
      return run_dopri5(pair, scales(pair, setup, stop), setup.tolerance, watch, stop);
    case models::Solver::reference:
      return run_reference(pair, scales(pair, setup, stop), kReferenceTolerance, watch, stop);
  }
  __builtin_unreachable();
}

template <class Pair>
metrics::Row run_to_end(Pair pair, const models::AxialSetup& setup, const Watcher& watch,
                        const std::atomic<bool>& stop) {
  if (pair.over()) return finish(pair, setup);
  return run(pair, setup, watch, stop) ? finish(pair, setup) : metrics::not_run();
}

/// The row by collocation, where that is asked for and solves the scenario.
std::optional<metrics::Row> collocated(const models::AxialSetup& setup) {
  if (!models::collocates(setup.solver)) return std::nullopt;
  auto pair = start_collocation(setup);
  if (!pair) return std::nullopt;
  pair->run();
  if (!is_solved(*pair, setup)) return std::nullopt;
  return finish(*pair, setup);
}

metrics::Row run(const models::AxialSetup& setup, const Watcher& watch, const std::atomic<bool>& stop) {
  const models::AxialSetup whole = models::resolved(setup);
  if (whole.compensator.present() || whole.hybrid.present())
    return run_to_end(start_compensated(whole), whole, watch, stop);
  return run_to_end(start_any(whole), whole, watch, stop);
}

struct InstructionSet {
  std::string_view name;
  bool here;  // whether this machine supports it
  const LaneKernels& kernels;
};

/// Best first.
std::span<const InstructionSet> all_instruction_sets() {
  static const std::array sets{
#ifdef HILSPACE_AVX512
      InstructionSet{"avx512",
                     __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                         __builtin_cpu_supports("avx512vl"),
                     lanes_avx512},
#endif
#ifdef HILSPACE_AVX2
      InstructionSet{"avx2", static_cast<bool>(__builtin_cpu_supports("avx2")), lanes_avx2},
#endif
      InstructionSet{"baseline", true, lanes_baseline},
  };
  return sets;
}

/// Number of pairs started together; bounds the memory, not the result.
constexpr std::size_t kBatch = 256;

/// Properties common to the pairs of a pack.
struct Form {
  bool plain;
  instruments::Kinds actuator, force_sensor;
  compensation::Form compensator;
  hybrid::Form hybrid;
  instruments::Kinds known_actuator, known_force_sensor;        // to the compensator
  friend auto operator<=>(const Form&, const Form&) = default;  // NOLINT(modernize-use-nullptr): kinds
};
Form form(const models::AxialSetup& setup) {
  if (is_plain(setup)) return {true, {}, {}, {}, {}, {}, {}};
  Form its{false,
           instruments::kinds(setup.actuator),
           instruments::kinds(setup.force_sensor),
           compensation::form(setup.compensator),
           hybrid::form(setup.hybrid),
           {},
           {}};
  if (setup.compensator.force != compensation::Force::smith) return its;
  const auto known = compensation::known_instruments(setup.compensator, setup.actuator, setup.force_sensor);
  its.known_actuator = instruments::kinds(known.actuator);
  its.known_force_sensor = instruments::kinds(known.force_sensor);
  return its;
}

/// A batch of resolved scenarios, and where in all of them they stand.
struct Batch {
  std::vector<models::AxialSetup> setups;
  std::span<const std::size_t> places;
  std::span<metrics::Row> rows, checks;  // of all scenarios; there may be no checks

  metrics::Row& row(std::size_t i) const { return rows[places[i]]; }
  metrics::Row& check(std::size_t i) const { return checks[places[i]]; }
};

/// The scenarios of a batch that share lanes, with indices `who`.
template <class Pair>
bool simulate_alike(const Batch& batch, const std::vector<std::size_t>& who,
                    Pair (*start)(const models::AxialSetup&), AdvanceAll<Pair> advance_all,
                    const std::atomic<bool>& stop) {
  std::vector<Pair> runs;
  runs.reserve(who.size());
  for (const std::size_t i : who) runs.push_back(start(batch.setups[i]));
  if (!advance_all(runs.data(), runs.size(), stop)) return false;
  for (std::size_t k = 0; k < who.size(); ++k) batch.row(who[k]) = finish(runs[k], batch.setups[who[k]]);
  return true;
}
bool simulate_alike(const Form& form, const Batch& batch, const std::vector<std::size_t>& who,
                    const LaneKernels& kernels, const std::atomic<bool>& stop) {
  if (form.plain) return simulate_alike(batch, who, start_plain, kernels.plain, stop);
  if (form.compensator != compensation::Form{} || form.hybrid.present)
    return simulate_alike(batch, who, start_compensated, kernels.compensated, stop);
  if (has_sections(form.actuator) || has_sections(form.force_sensor))
    return simulate_alike(batch, who, start_any<>, kernels.any_with_sections, stop);
  return simulate_alike(batch, who, start_any<0>, kernels.any, stop);
}

models::AxialSetup finer_check(const models::AxialSetup& setup) {
  models::AxialSetup its = finer(setup, 0);
  its.tooth = kTooth;
  return its;
}

bool simulate_batch(Batch& batch, const LaneKernels& kernels, const std::atomic<bool>& stop);

/// The checks of solved pairs with indices `who`. Those that are not solved are rk4's with finer steps, as independent.
bool check(Batch& batch, const std::vector<std::size_t>& who, std::span<const CollocationPair<double>> pairs,
           const LaneKernels& kernels, const std::atomic<bool>& stop) {
  std::vector<CollocationCheck<double>> checks;
  for (const auto& pair : pairs) checks.push_back(start_check(pair));
  kernels.collocation_check(checks.data(), checks.size());
  Batch unsolved{{}, {}, batch.checks, {}};
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < who.size(); ++k) {
    const models::AxialSetup& setup = batch.setups[who[k]];
    if (is_solved(checks[k], setup)) {
      batch.check(who[k]) = finish(checks[k], setup);
    } else {
      unsolved.setups.push_back(finer_check(setup));
      places.push_back(batch.places[who[k]]);
    }
  }
  unsolved.places = places;
  return simulate_batch(unsolved, kernels, stop);
}

/// Scenarios that collocation is asked for and solves have their rows afterwards; the others become rk4's.
bool collocate(Batch& batch, const LaneKernels& kernels, std::vector<bool>& done,
               const std::atomic<bool>& stop) {
  std::vector<std::size_t> who;
  std::vector<CollocationPair<double>> pairs;
  for (std::size_t i = 0; i < batch.setups.size(); ++i) {
    models::AxialSetup& setup = batch.setups[i];
    if (!models::collocates(setup.solver)) continue;
    const auto pair = start_collocation(setup);
    setup.solver = models::Solver::rk4;
    if (!pair) continue;
    who.push_back(i);
    pairs.push_back(*pair);
  }
  if (pairs.empty()) return true;
  kernels.collocation(pairs.data(), pairs.size());
  std::size_t solved = 0;
  for (std::size_t k = 0; k < who.size(); ++k) {
    const models::AxialSetup& setup = batch.setups[who[k]];
    if (!is_solved(pairs[k], setup)) continue;
    batch.row(who[k]) = finish(pairs[k], setup);
    done[who[k]] = true;
    who[solved] = who[k];
    pairs[solved++] = pairs[k];
  }
  if (batch.checks.empty() || solved == 0) return true;
  who.resize(solved);
  return check(batch, who, std::span(pairs).first(solved), kernels, stop);
}

bool simulate_batch(Batch& batch, const LaneKernels& kernels, const std::atomic<bool>& stop) {
  std::vector<bool> done(batch.setups.size(), false);
  if (!collocate(batch, kernels, done, stop)) return false;
  std::map<Form, std::vector<std::size_t>> forms;
  for (std::size_t i = 0; i < batch.setups.size(); ++i) {
    const models::AxialSetup& setup = batch.setups[i];
    if (done[i]) continue;
    if (setup.solver == models::Solver::rk4)
      forms[form(setup)].push_back(i);
    else
      batch.row(i) = run(setup, {}, stop);
  }
  for (const auto& [form, who] : forms)
    if (!simulate_alike(form, batch, who, kernels, stop)) return false;
  return !stop.load(std::memory_order_relaxed);
}

/// The order in which scenarios side by side in lanes end together, as do the last lanes.
std::vector<std::size_t> longest_first(std::span<const models::AxialSetup> setups) {
  std::vector<double> steps;
  steps.reserve(setups.size());
  for (const auto& setup : setups) steps.push_back(predicted_steps(models::resolved(setup)));
  std::vector<std::size_t> places(setups.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::sort(places, std::ranges::greater(), [&](std::size_t i) { return steps[i]; });
  return places;
}

bool simulate_lanes(std::span<const models::AxialSetup> setups, std::span<metrics::Row> rows,
                    std::span<metrics::Row> checks, const std::atomic<bool>& stop,
                    const LaneKernels& kernels) {
  std::ranges::fill(checks, metrics::not_run());
  const std::vector<std::size_t> places = longest_first(setups);
  Batch batch{{}, {}, rows, checks};
  batch.setups.reserve(std::min(kBatch, setups.size()));
  for (std::size_t begin = 0; begin < setups.size(); begin += kBatch) {
    batch.places = std::span(places).subspan(begin, std::min(kBatch, setups.size() - begin));
    batch.setups.clear();
    for (const std::size_t place : batch.places) batch.setups.push_back(models::resolved(setups[place]));
    if (!simulate_batch(batch, kernels, stop)) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  for (const auto& set : all_instruction_sets())
    if (set.here) names.emplace_back(set.name);
  return names;
}

bool simulate_lanes(std::span<const models::AxialSetup> setups, std::span<metrics::Row> rows,
                    const std::atomic<bool>& stop) {
  return simulate_lanes_checked(setups, rows, {}, stop);
}

bool simulate_lanes_checked(std::span<const models::AxialSetup> setups, std::span<metrics::Row> rows,
                            std::span<metrics::Row> checks, const std::atomic<bool>& stop) {
  static const InstructionSet& best = *std::ranges::find_if(all_instruction_sets(), &InstructionSet::here);
  return simulate_lanes(setups, rows, checks, stop, best.kernels);
}

void simulate_lanes_with(const std::string& instruction_set, std::span<const models::AxialSetup> setups,
                         std::span<metrics::Row> rows, std::span<metrics::Row> checks) {
  for (const auto& set : all_instruction_sets())
    if (set.here && set.name == instruction_set) {
      simulate_lanes(setups, rows, checks, kNeverStop, set.kernels);
      return;
    }
  throw std::invalid_argument("no instruction set " + instruction_set + " here");
}

metrics::Row simulate(const models::AxialSetup& setup, const std::atomic<bool>& stop) {
  if (auto row = collocated(models::resolved(setup))) return *row;
  return run(setup, {}, stop);
}

models::AxialSetup finer(const models::AxialSetup& setup, std::size_t refinement) {
  models::AxialSetup finer = models::resolved(setup);
  if (models::collocates(finer.solver)) finer.solver = models::Solver::rk4;  // an independent method
  finer.step *= kRefinements[refinement].step;
  finer.tolerance *= kRefinements[refinement].tolerance;
  finer.tooth = 0.5 * kRefinements[refinement].tooth;  // an error is twice the difference
  return finer;
}

Traced simulate_traced(const models::AxialSetup& setup, double sample_interval,
                       const std::atomic<bool>& stop) {
  AxialRecorder recorder(sample_interval, stop);
  metrics::Row row = run(
      setup,
      [&recorder](double time, double h, const auto& docking, const auto& hil) {
        recorder.add(time, h, docking, hil);
      },
      stop);
  if (auto by_collocation = collocated(models::resolved(setup))) row = *by_collocation;
  return {row, recorder.take()};
}

}  // namespace hilspace::simulate
