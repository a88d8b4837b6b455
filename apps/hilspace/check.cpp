// hilspace check: summary of a study and all of its errors, without running it.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "check_text.hpp"
#include "command_line.hpp"
#include "exit_codes.hpp"
#include "messages.hpp"
#include "metrics/catalogue.hpp"
#include "results/format/column.hpp"
#include "simulate/simulate.hpp"
#include "stop.hpp"
#include "study/error_samples.hpp"
#include "study_argument.hpp"
#include "sweep/checks/disk_space.hpp"
#include "sweep/checks/trace_sizes.hpp"
#include "sweep/sweep.hpp"
#include "sweep/work/simulator.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

/// Seconds per scenario on one core, measured on a few scenarios spread over the study.
double measured_cost(const study::Study& study, std::uint64_t count) {
  const std::uint64_t samples = std::min<std::uint64_t>(count, sweep::guessed_seconds(study) > 0.0 ? 8 : 32);
  std::vector<sweep::Order> orders;
  for (std::uint64_t i = 0; i < samples; ++i) orders.push_back({i * (count / samples)});
  std::vector<metrics::Row> rows(orders.size());
  const auto simulator = sweep::simulator_of(study);
  const auto start = std::chrono::steady_clock::now();
  simulator->simulate(orders, rows, stop_requested());
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  double finer_cost = 0.0;
  for (const auto& refinement : simulate::kRefinements) finer_cost += 1.0 / refinement.step;
  const double share = static_cast<double>(study::expected_error_samples(study)) / static_cast<double>(count);
  return spent.count() / static_cast<double>(samples) * (1.0 + finer_cost * share);
}

}  // namespace

int check(std::span<const std::string> arguments) {
  CommandLine line("hilspace check STUDY [--set PATH=VALUE]...", "study file");
  add_study_options(line);
  if (!line.parse(arguments)) return kDone;

  const study::Study study = load_study(line);
  const std::uint64_t count = study::scenario_count(study);
  print_design_space(study);
  sweep::check_traces(study);

  const auto metric_count = std::ranges::count_if(
      metrics::catalogue(), [&](const auto& metric) { return results::is_stored(study, metric); });
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  const double seconds = measured_cost(study, count) * static_cast<double>(count) / threads;
  if (stop_requested()) return kInterrupted;
  fmt::print("\n");
  print_plausibility(study);
  fmt::print("result     {} metrics, about {}\n", metric_count,
             sweep::size_text(sweep::result_size(study, count)));
  fmt::print("disk       about {} while it runs, {} free here\n",
             sweep::size_text(sweep::space_needed(study, count, count)),
             sweep::size_text(sweep::free_space(".")));
  fmt::print("memory     about {}\n",
             sweep::size_text(static_cast<double>(sweep::memory(study, static_cast<int>(threads)))));
  fmt::print("time       about {} on the {} threads of this machine\n", duration_text(seconds), threads);
  sweep::check_disk_space(study, count, count, ".");
  fmt::print("no errors\n");
  return kDone;
}

}  // namespace hilspace::app
