#include "simulate/simulate.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include "simulate/axial_recorder.hpp"
#include "simulate/collocation/collocation.hpp"
#include "simulate/collocation/pack_order.hpp"
#include "simulate/collocation/smooth/smooth.hpp"
#include "simulate/instruction_sets.hpp"
#include "simulate/lanes.hpp"
#include "simulate/longest_step.hpp"
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

template <class Pair>
std::optional<metrics::Row> row_of(Pair pair, const models::AxialSetup& setup) {
  pair.run();
  if (!is_solved(pair, setup.penetration_limit, setup.time_limit)) return std::nullopt;
  return finish(pair, setup);
}
/// The row by collocation, where that is asked for and solves the scenario.
std::optional<metrics::Row> collocated(const models::AxialSetup& setup) {
  if (!models::collocates(setup.solver)) return std::nullopt;
  if (const auto pair = start_collocation(setup)) return row_of(*pair, setup);
  if (const auto pair = start_smooth(setup)) return row_of(*pair, setup);
  if (const auto pair = start_chained(setup)) return row_of(*pair, setup);
  return std::nullopt;
}

metrics::Row run(const models::AxialSetup& setup, const Watcher& watch, const std::atomic<bool>& stop) {
  const models::AxialSetup whole = models::resolved(setup);
  if (whole.compensator.present() || whole.hybrid.present())
    return run_to_end(start_compensated(whole), whole, watch, stop);
  return run_to_end(start_any(whole), whole, watch, stop);
}

/// Properties common to the pairs of a pack.
struct Form {
  enum class Path { plain, linear, general } path;
  instruments::Kinds actuator, force_sensor;
  compensation::Form compensator;
  hybrid::Form hybrid;
  instruments::Kinds known_actuator, known_force_sensor;  // to the compensator
  friend auto operator<=>(const Form&, const Form&) = default;
};
Form form(const models::AxialSetup& setup) {
  if (is_plain(setup)) return {Form::Path::plain, {}, {}, {}, {}, {}, {}};
  if (is_linear(setup)) return {Form::Path::linear, {}, {}, {}, {}, {}, {}};
  Form its{Form::Path::general,
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

/// A resolved scenario that takes steps, and where its row goes.
struct Run {
  models::AxialSetup setup;
  metrics::Row* row;
};

/// Runs that share lanes.
template <class Pair>
bool simulate_alike(const std::vector<const Run*>& runs, Pair (*start)(const models::AxialSetup&),
                    AdvanceAll<Pair> advance_all, const std::atomic<bool>& stop) {
  std::vector<Pair> pairs;
  pairs.reserve(runs.size());
  for (const Run* run : runs) pairs.push_back(start(run->setup));
  if (!advance_all(pairs.data(), pairs.size(), stop)) return false;
  for (std::size_t k = 0; k < runs.size(); ++k) *runs[k]->row = finish(pairs[k], runs[k]->setup);
  return true;
}
bool simulate_alike(const Form& form, const std::vector<const Run*>& runs, const LaneKernels& kernels,
                    const std::atomic<bool>& stop) {
  if (form.path == Form::Path::plain) return simulate_alike(runs, start_plain, kernels.plain, stop);
  if (form.path == Form::Path::linear) return simulate_alike(runs, start_linear, kernels.linear, stop);
  if (form.compensator != compensation::Form{} || form.hybrid.present)
    return simulate_alike(runs, start_compensated, kernels.compensated, stop);
  if (has_sections(form.actuator) || has_sections(form.force_sensor))
    return simulate_alike(runs, start_any<>, kernels.any_with_sections, stop);
  return simulate_alike(runs, start_any<0>, kernels.any, stop);
}

/// Number of pairs started together; bounds the memory, not the result.
constexpr std::size_t kBatch = 256;

/// Takes the steps of all runs, the longest first: those side by side in lanes end together, as do the last lanes.
bool simulate_steps(std::span<const Run> runs, const LaneKernels& kernels, const std::atomic<bool>& stop) {
  std::vector<std::pair<double, const Run*>> longest_first;
  longest_first.reserve(runs.size());
  for (const Run& run : runs) longest_first.emplace_back(predicted_steps(run.setup), &run);
  std::ranges::stable_sort(longest_first, std::ranges::greater(), &std::pair<double, const Run*>::first);
  const std::span all(longest_first);
  for (std::size_t begin = 0; begin < all.size(); begin += kBatch) {
    std::map<Form, std::vector<const Run*>> forms;
    for (const auto& [steps, its] : all.subspan(begin, std::min(kBatch, all.size() - begin))) {
      if (its->setup.solver == models::Solver::rk4)
        forms[form(its->setup)].push_back(its);
      else
        *its->row = run(its->setup, {}, stop);
    }
    for (const auto& [form, alike] : forms)
      if (!simulate_alike(form, alike, kernels, stop)) return false;
  }
  return !stop.load(std::memory_order_relaxed);
}

double longest_step(const models::AxialSetup& setup) {
  return bounded(bounded(bounded(setup.step, setup.hybrid), setup.actuator), setup.force_sensor);
}

models::AxialSetup finer_check(const models::AxialSetup& setup) {
  models::AxialSetup its = finer(setup, 0);
  its.tooth = kTooth;
  return its;
}

/// Scenarios of a batch, and where their rows go.
struct Batch {
  std::span<const models::AxialSetup> setups;
  std::span<metrics::Row> rows, checks;  // of all scenarios; there may be no checks
  std::vector<Run> left = {};            // that take steps

  void leave(const models::AxialSetup& setup, metrics::Row& row) {
    left.push_back({setup, &row});
    if (models::collocates(setup.solver)) left.back().setup.solver = models::Solver::rk4;
  }
};

/// Solves pairs of one kind by collocation, many at a time.
template <class Pair, class Check>
class PairSolver {
 public:
  PairSolver(Batch& batch, SolveAll<Pair> solve_all, SolveAll<Check> check_all)
      : batch_(batch), solve_all_(solve_all), check_all_(check_all) {}

  /// After solve() the scenario has its row and its check, or is left to steps.
  void add(std::size_t place, double time_limit, const Pair& pair) {
    waiting_.push_back({place, time_limit});
    waiting_pairs_.push_back(pair);
    if (waiting_.size() == kMostAlike) solve();
  }
  void solve() {
    for (const std::size_t k : pack_order(std::span<const Pair>(waiting_pairs_))) {
      started_.push_back(waiting_[k]);
      pairs_.push_back(waiting_pairs_[k]);
    }
    waiting_.clear();
    waiting_pairs_.clear();
    solve_all_(pairs_.data(), pairs_.size());
    std::size_t solved = 0;
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      const auto [place, time_limit] = started_[k];
      const models::AxialSetup& setup = batch_.setups[place];
      if (!is_solved(pairs_[k], setup.penetration_limit, time_limit)) {
        batch_.leave(models::resolved(setup), batch_.rows[place]);
        continue;
      }
      new (&batch_.rows[place])
          metrics::Row(finish(pairs_[k], setup));  // in its place, without a copy of two kilobytes
      started_[solved] = started_[k];
      pairs_[solved++] = pairs_[k];
    }
    pairs_.resize(solved);
    if (!batch_.checks.empty()) check();
    started_.clear();
    pairs_.clear();
  }

 private:
  /// Second solves. Where one fails, rk4 with finer steps is as independent.
  void check() {
    checks_.clear();
    for (const auto& pair : pairs_) checks_.push_back(start_check(pair));
    check_all_(checks_.data(), checks_.size());
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      const auto [place, time_limit] = started_[k];
      const models::AxialSetup& setup = batch_.setups[place];
      if (is_solved(checks_[k], setup.penetration_limit, time_limit))
        batch_.checks[place] = finish(checks_[k], setup);
      else
        batch_.leave(finer_check(setup), batch_.checks[place]);
    }
  }

  struct Started {
    std::size_t place;
    double time_limit;  // s
  };
  Batch& batch_;
  SolveAll<Pair> solve_all_;
  SolveAll<Check> check_all_;
  /// Among so many, those that share a pack are chosen; bounds the memory, not the result.
  static constexpr std::size_t kMostAlike = 1024;
  std::vector<Started> waiting_, started_;  // of the pairs
  std::vector<Pair> waiting_pairs_, pairs_;
  std::vector<Check> checks_;
};

/// Solves by collocation what asks for it, and leaves the rest to steps.
class Collocation {
 public:
  Collocation(Batch& batch, const LaneKernels& kernels)
      : batch_(batch),
        kernels_(kernels),
        quantized_(batch, kernels.collocation, kernels.collocation_check),
        chained_(batch, kernels.chained, kernels.chained_check) {}

  void add(std::size_t place) {
    const models::AxialSetup setup = models::resolved(batch_.setups[place]);
    if (models::collocates(setup.solver)) {
      if (const auto pair = start_collocation(setup)) return quantized_.add(place, setup.time_limit, *pair);
      if (const auto pair = start_smooth(setup))
        return smooth_.try_emplace(pair->plan, batch_, kernels_.smooth, kernels_.smooth)
            .first->second.add(place, setup.time_limit, *pair);
      if (const auto pair = start_chained(setup)) return chained_.add(place, setup.time_limit, *pair);
    }
    batch_.leave(setup, batch_.rows[place]);
  }
  void solve() {
    quantized_.solve();
    for (auto& [plan, pairs] : smooth_) pairs.solve();
    chained_.solve();
  }

 private:
  Batch& batch_;
  const LaneKernels& kernels_;
  PairSolver<CollocationPair<double>, CollocationCheck<double>> quantized_;
  std::map<SmoothPlan, PairSolver<SmoothPair<double>, SmoothPair<double>>> smooth_;
  PairSolver<ChainedPair<double>, ChainedCheck<double>> chained_;
};

bool simulate_lanes(std::span<const models::AxialSetup> setups, std::span<metrics::Row> rows,
                    std::span<metrics::Row> checks, const std::atomic<bool>& stop,
                    const LaneKernels& kernels) {
  std::ranges::fill(checks, metrics::not_run());
  Batch batch{setups, rows, checks};
  Collocation collocation(batch, kernels);
  for (std::size_t place = 0; place < setups.size(); ++place) {
    if (stop.load(std::memory_order_relaxed)) return false;
    collocation.add(place);
  }
  collocation.solve();
  return simulate_steps(batch.left, kernels, stop);
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
  finer.step = longest_step(finer) * kRefinements[refinement].step;
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
