// Scenarios in six degrees of freedom: time of one core and work of each model's run.
//
// usage: bench_sixdof STUDY [SCENARIOS]     so many of them, spread evenly over the study; default: all
//
// Prints the number of scenarios, and for the docking model by itself and for both models the mean time of a scenario,
// ms, the largest one, steps, coast steps, and right-hand sides of a scenario.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "simulate/sixdof.hpp"
#include "study/study.hpp"
#include "timing.hpp"

namespace {

using namespace hilspace;

void measure(const study::Study& study, std::size_t count, bool hil) {
  constexpr double kSeconds = 0.1;  // for each scenario, or one run: a clock ticks in microseconds
  const auto total = study::scenario_count(study);
  double sum = 0.0, longest = 0.0;
  simulate::SixDofWork all;
  for (std::size_t i = 0; i < count; ++i) {
    models::SixDofSetup setup = study::sixdof_setup(study, count < total ? bench::spread(i, total) : i);
    setup.hil = hil;
    std::array<simulate::SixDofWork, 2> work{};
    double spent = 0.0;
    int runs = 0;
    for (const double begin = bench::cpu_seconds();
         spent < kSeconds / static_cast<double>(count) || runs == 0; ++runs) {
      simulate::simulate(setup, simulate::kNeverStop, &work);
      spent = bench::cpu_seconds() - begin;
    }
    sum += spent / runs;
    longest = std::max(longest, spent / runs);
    for (const auto& its : work) {
      all.steps += its.steps;
      all.coast_steps += its.coast_steps;
      all.derivatives += its.derivatives;
    }
  }
  const auto each = [count](unsigned long n) { return static_cast<double>(n) / static_cast<double>(count); };
  std::printf("%s %zu %.4f %.4f %.1f %.1f %.1f\n", hil ? "both" : "docking", count,
              1e3 * sum / static_cast<double>(count), 1e3 * longest, each(all.steps), each(all.coast_steps),
              each(all.derivatives));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 2) return 2;
    const study::Study study = study::load(argv[1], {}, {});
    const std::size_t total = study::scenario_count(study);
    const std::size_t count =
        argc > 2 ? std::min<std::size_t>(std::strtoul(argv[2], nullptr, 10), total) : total;
    measure(study, count, false);
    if (study::sixdof_setup(study, 0).hil) measure(study, count, true);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_sixdof: %s\n", error.what());
    return 1;
  }
}
