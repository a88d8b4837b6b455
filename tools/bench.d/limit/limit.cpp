// Arithmetic of a scenario, counted by running the kernel on a counting scalar, compared with the peak
// throughput of one core and with the time that the lanes take.
//
// usage: bench_limit STUDY

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

#include "counting.hpp"
#include "peak.hpp"
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

/// Runs one scenario as a lane does; returns the number of steps and adds to the counts.
long run_counted(const models::AxialSetup& setup, Counts& counts) {
  counting::Record record;
  counting::record = &record;
  simulate::PlainPair<Counting> pair;
  const auto start = simulate::start_plain(models::resolved(setup));
  simulate::PlainPair<Counting>::zip(pair, start,
                                     [](auto& one, const auto& value) { set_lane(one, 0, value); });
  for (long steps = 0;; ++steps) {
    const Counting h = pair.begin_step();
    if (any(pair.over())) {
      simulate::PlainPair<Counting>::zip(pair, pair,
                                         [&record](const auto& x, const auto&) { record.need(x.id); });
      const Counts its = record.count();
      for (std::size_t kind = 0; kind < its.size(); ++kind) counts[kind] += its[kind];
      return steps;
    }
    pair.take_step(h, simulate::NoWatcher{});
  }
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

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) return 2;
    const study::Study study = study::load(argv[1], {}, {});
    const auto total = study::scenario_count(study);
    std::vector<models::AxialSetup> setups;
    for (std::size_t i = 0; i < kTimed; ++i)
      setups.push_back(study::axial_setup(study, bench::spread(i, total)));

    long steps = 0;
    Counts counts{};
    for (std::size_t i = 0; i < kCounted; ++i) steps += run_counted(setups[i], counts);
    const auto per_scenario = [](std::uint64_t n) { return static_cast<double>(n) / kCounted; };
    const auto [given, sums, differences, products, quotients, roots, compares, selects, logic] = counts;
    const auto adds = sums + differences;
    const bench::Peak peak = bench::measure_peak();

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
        "| kind | per scenario | per step | one core can do, 1e9/s (%d lanes) | takes at best, us |\n"
        "|---|---|---|---|---|\n",
        peak.lanes);
    const double steps_each = static_cast<double>(steps) / kCounted;
    for (const auto& [what, count, rate] : lines)
      std::printf("| %s | %.0f | %.1f | %.3g | %.3g |\n", what, count, count / steps_each, rate * 1e-9,
                  count / rate * 1e6);
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
        " the peak of sums and products.\n",
        kCounted, steps_each, flops, limit * 1e6, simulate::instruction_sets().front().c_str(), took * 1e6,
        took / limit, flops / took * 1e-9, 100.0 * flops / took / peak.add_multiply);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_limit: %s\n", error.what());
    return 1;
  }
}
