// Arithmetic of a scenario, counted by running the kernel on a counting scalar, compared with the peak
// throughput of one core and with the time that the lanes take: of Runge-Kutta, and of collocation where it solves.
//
// usage: bench_limit STUDY

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <span>
#include <vector>

#include "counting.hpp"
#include "peak.hpp"
#include "simulate/collocation/collocation.hpp"
#include "simulate/pair_run.hpp"
#include "simulate/simulate.hpp"
#include "study/study.hpp"
#include "timing.hpp"

namespace {

using namespace hilspace;
using counting::Counting;

constexpr std::size_t kCounted = 8, kTimed = 4096;
constexpr double kSeconds = 2.0;

using Counts = std::array<std::uint64_t, counting::kKinds>;

/// A pair of doubles on the counting scalar.
template <template <class> class Pair>
Pair<Counting> counted(const Pair<double>& start) {
  Pair<Counting> pair;
  Pair<Counting>::zip(pair, start, [](auto& one, const auto& value) { set_lane(one, 0, value); });
  return pair;
}

/// Adds what a pair's results needed.
template <template <class> class Pair>
void add(Pair<Counting>& pair, counting::Record& record, Counts& counts) {
  Pair<Counting>::zip(pair, pair, [&record](const auto& x, const auto&) { record.need(x.id); });
  const Counts its = record.count();
  for (std::size_t kind = 0; kind < its.size(); ++kind) counts[kind] += its[kind];
}

/// Runs one scenario as a lane does; returns the number of steps and adds to the counts.
long count_rk4(const models::AxialSetup& setup, Counts& counts) {
  counting::Record record;
  counting::record = &record;
  auto pair = counted<simulate::PlainPair>(simulate::start_plain(setup));
  for (long steps = 0;; ++steps) {
    const Counting h = pair.begin_step();
    if (any(pair.over())) {
      add<simulate::PlainPair>(pair, record, counts);
      return steps;
    }
    pair.take_step(h, simulate::NoWatcher{});
  }
}

/// The same of a scenario that collocation solves; it has no steps.
long count_collocation(const models::AxialSetup& setup, Counts& counts) {
  counting::Record record;
  counting::record = &record;
  auto pair = counted<simulate::CollocationPair>(simulate::start_collocation(setup).value());
  pair.run();
  add<simulate::CollocationPair>(pair, record, counts);
  return 0;
}

double seconds_per_scenario(const std::vector<models::AxialSetup>& setups) {
  std::vector<metrics::Row> rows(setups.size());
  double spent = 0.0;
  std::size_t done = 0;
  for (; spent < kSeconds; done += setups.size()) {
    const double begin = bench::cpu_seconds();
    simulate::simulate_lanes(setups, rows);
    spent += bench::cpu_seconds() - begin;
  }
  return spent / static_cast<double>(done);
}

/// Resolved, with that solver; of collocation those that it solves.
std::vector<models::AxialSetup> setups_of(const study::Study& study, models::Solver solver) {
  const auto total = study::scenario_count(study);
  std::vector<models::AxialSetup> setups;
  for (std::size_t i = 0; i < kTimed; ++i) {
    setups.push_back(models::resolved(study::axial_setup(study, bench::spread(i, total))));
    setups.back().solver = solver;
  }
  if (!models::collocates(solver)) return setups;
  std::vector<metrics::Row> rows(setups.size()), checks(setups.size());
  simulate::simulate_lanes_checked(setups, rows, checks);
  std::vector<models::AxialSetup> solved;
  for (std::size_t i = 0; i < setups.size(); ++i)
    if (checks[i].outcome != Outcome::not_run) solved.push_back(setups[i]);
  return solved;
}

using Count = long (*)(const models::AxialSetup& setup, Counts& counts);

void print_limit(const char* name, const std::vector<models::AxialSetup>& setups, Count count,
                 const bench::Peak& peak) {
  if (setups.size() < kCounted) {
    std::printf("%s: solves %zu of %zu scenarios, too few\n", name, setups.size(), kTimed);
    return;
  }
  long steps = 0;
  Counts counts{};
  for (const models::AxialSetup& setup : std::span(setups).first(kCounted)) steps += count(setup, counts);
  const auto per_scenario = [](std::uint64_t n) { return static_cast<double>(n) / kCounted; };
  const auto [given, sums, differences, products, quotients, roots, compares, selects, logic] = counts;
  const auto adds = sums + differences;

  struct Line {
    const char* what;
    double count, rate;
  };
  const Line lines[] = {
      {"sums and products", per_scenario(adds + products), peak.add_multiply},
      {"quotients", per_scenario(quotients), peak.divide},
      {"square roots", per_scenario(roots), peak.root},
      {"comparisons, selects, signs, logic", per_scenario(compares + selects + logic), peak.compare_select},
  };
  std::printf(
      "%s, %zu of %zu scenarios\n\n"
      "| kind | per scenario | per step | one core can do, 1e9/s (%d lanes) | takes at best, us |\n"
      "|---|---|---|---|---|\n",
      name, setups.size(), kTimed, peak.lanes);
  const double steps_each = static_cast<double>(steps) / kCounted;
  for (const auto& [what, number, rate] : lines) {
    std::printf("| %s | %.0f | ", what, number);
    if (steps > 0)
      std::printf("%.1f", number / steps_each);
    else
      std::printf("-");
    std::printf(" | %.3g | %.3g |\n", rate * 1e-9, number / rate * 1e6);
  }
  const auto at_best = [&lines](std::size_t i) { return lines[i].count / lines[i].rate; };
  // The first and the last kind use the same execution units, and so do the other two; the two groups run
  // in parallel.
  const double limit = std::max(at_best(0) + at_best(3), at_best(1) + at_best(2));
  const double took = seconds_per_scenario(setups);
  const double flops = per_scenario(adds + products + quotients + roots);
  std::printf(
      "\nMean of %zu scenarios: %.0f steps, %.0f floating-point operations. The limit of this arithmetic is"
      " %.3g us of one core\n(%s); hilspace takes %.3g us, %.2g times as long. It does %.3g Gflop/s, %.0f "
      "%% of"
      " the peak of sums and products.\n\n",
      kCounted, steps_each, flops, limit * 1e6, simulate::instruction_sets().front().c_str(), took * 1e6,
      took / limit, flops / took * 1e-9, 100.0 * flops / took / peak.add_multiply);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) return 2;
    const study::Study study = study::load(argv[1], {}, {});
    const bench::Peak peak = bench::measure_peak();
    print_limit("rk4", setups_of(study, models::Solver::rk4), count_rk4, peak);
    print_limit("collocation", setups_of(study, models::Solver::collocation), count_collocation, peak);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_limit: %s\n", error.what());
    return 1;
  }
}
