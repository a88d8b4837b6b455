#include "simulate/simulate.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "simulate/lanes.hpp"
#include "simulate/pair_run.hpp"
#include "simulate/recorder.hpp"

namespace hilspace::simulate {
namespace {

template <class Watcher>
metrics::Row run(const models::AxialSetup& setup, Watcher&& watch,
                 const std::atomic<bool>& stop = kNeverStop) {
  const models::AxialSetup whole = models::resolved(setup);
  PairRun<double> pair = start(whole);
  for (unsigned steps = 1;; ++steps) {
    if (steps % kStepsBetweenLooks == 0 && stop.load(std::memory_order_relaxed)) return metrics::not_run();
    const double h = pair.begin_step();
    if (pair.over()) return finish(pair, whole);
    pair.take_step(h, watch);
  }
}

struct InstructionSet {
  std::string_view name;
  bool here;  // whether this machine has it
  AdvanceAll advance_all;
};

/// Best first.
std::span<const InstructionSet> all_instruction_sets() {
#ifdef HILSPACE_X86_TARGETS
  static const std::array sets{
      InstructionSet{"avx512",
                     __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                         __builtin_cpu_supports("avx512vl"),
                     advance_all_avx512},
      InstructionSet{"avx2", static_cast<bool>(__builtin_cpu_supports("avx2")), advance_all_avx2},
      InstructionSet{"baseline", true, advance_all_baseline},
  };
#else
  static const std::array sets{InstructionSet{"baseline", true, advance_all_baseline}};
#endif
  return sets;
}

/// Pairs that are started together; bounds the memory, not the result.
constexpr std::size_t kBatch = 256;

bool simulate_lanes(std::span<const models::AxialSetup> setups, std::span<metrics::Row> rows,
                    const std::atomic<bool>& stop, AdvanceAll advance_all) {
  std::vector<PairRun<double>> runs;
  runs.reserve(std::min(kBatch, setups.size()));
  for (std::size_t begin = 0; begin < setups.size(); begin += kBatch) {
    const auto batch = setups.subspan(begin, std::min(kBatch, setups.size() - begin));
    runs.clear();
    for (const auto& setup : batch) runs.push_back(start(models::resolved(setup)));
    if (!advance_all(runs.data(), runs.size(), stop)) return false;
    for (std::size_t i = 0; i < batch.size(); ++i)
      rows[begin + i] = finish(runs[i], models::resolved(batch[i]));
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
  static const InstructionSet& best = *std::ranges::find_if(all_instruction_sets(), &InstructionSet::here);
  return simulate_lanes(setups, rows, stop, best.advance_all);
}

void simulate_lanes_with(const std::string& instruction_set, std::span<const models::AxialSetup> setups,
                         std::span<metrics::Row> rows) {
  for (const auto& set : all_instruction_sets())
    if (set.here && set.name == instruction_set) {
      simulate_lanes(setups, rows, kNeverStop, set.advance_all);
      return;
    }
  throw std::invalid_argument("no instruction set " + instruction_set + " here");
}

metrics::Row simulate(const models::AxialSetup& setup) { return run(setup, NoWatcher{}); }

metrics::Row simulate_finer(const models::AxialSetup& setup, const std::atomic<bool>& stop) {
  models::AxialSetup finer = models::resolved(setup);
  finer.step *= 0.25;
  return run(finer, NoWatcher{}, stop);
}

Traced simulate_traced(const models::AxialSetup& setup, double sample_interval) {
  Recorder recorder(sample_interval);
  metrics::Row row = run(setup, [&recorder](double time, double h, const auto& docking, const auto& hil) {
    recorder.add(time, h, docking, hil);
  });
  return {row, recorder.take()};
}

}  // namespace hilspace::simulate
