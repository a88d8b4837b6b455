// hilspace itself, for the bench: the peers' inputs and the reference results. Uses the same library entry
// points as the program.
//
// usage: bench_hilspace scenarios|lanes|rk4|collocation|reference STUDY COUNT [SECONDS] [THREADS]
//
// COUNT scenarios, spread evenly over the study's indices, as CSV on standard output:
//   scenarios   the parameters of each, as plain numbers in SI
//   lanes       its metrics as `hilspace run` gives them, in passes for at least SECONDS
//   rk4, collocation, reference   its metrics as that solver gives them
// For collocation standard error says first how many of them it solves.
// The time of the passes goes to standard error, as for the peers (timing.hpp).

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/outcome.hpp"
#include "metrics/catalogue.hpp"
#include "simulate/simulate.hpp"
#include "study/study.hpp"
#include "timing.hpp"

namespace {

using namespace hilspace;
using Setups = std::vector<models::AxialSetup>;

Setups sample(const study::Study& study, std::size_t count) {
  Setups setups;
  const auto total = study::scenario_count(study);
  for (std::size_t i = 0; i < count; ++i)
    setups.push_back(study::axial_setup(study, bench::spread(i, total)));
  return setups;
}

/// A low-pass followed by a quantizer.
void print_instrument(const instruments::ChainSetup& chain) {
  const auto stages = chain.all();
  const auto& low_pass = std::get<instruments::LowPassSetup>(stages[0]);
  const auto& quantizer = std::get<instruments::QuantizerSetup>(stages[1]);
  std::printf(",%.17g,%.17g,%.17g", low_pass.natural_frequency, low_pass.damping, quantizer.resolution);
}

void print_scenarios(const Setups& setups) {
  std::puts(
      "mass,velocity,stiffness,damping_number,actuator_frequency,actuator_damping,actuator_resolution,"
      "sensor_frequency,sensor_damping,sensor_resolution");
  for (const auto& setup : setups) {
    std::printf("%.17g,%.17g,%.17g,%.17g", models::reduced_mass(setup), setup.approach_velocity,
                setup.contact.stiffness, setup.contact.damping_number);
    print_instrument(setup.actuator);
    print_instrument(setup.force_sensor);
    std::puts("");
  }
}

void print_metrics(const std::vector<metrics::Row>& rows) {
  const auto catalogue = metrics::catalogue();
  for (std::size_t i = 0; i < catalogue.size(); ++i)
    std::printf("%s%s", i > 0 ? "," : "", std::string(catalogue[i].name).c_str());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < catalogue.size(); ++i)
      std::printf("%s%.17g", i > 0 ? "," : "\n", row.values[i]);
  std::puts("");
}

/// Each thread takes as many scenarios at once as the lanes need to stay filled.
constexpr std::size_t kBlock = 256;

/// The solver of that name; nothing for "lanes", which leaves the study's.
std::optional<models::Solver> solver_named(const std::string& what) {
  const auto found = std::ranges::find(models::kSolvers, what, &models::NamedSolver::name);
  if (found == models::kSolvers.end()) return std::nullopt;
  return static_cast<models::Solver>(found - models::kSolvers.begin());
}

/// A scenario that collocation has solved has a check.
void say_how_many(const Setups& setups) {
  std::vector<metrics::Row> rows(setups.size()), checks(setups.size());
  simulate::simulate_lanes_checked(setups, rows, checks);
  const auto solved = std::ranges::count_if(
      checks, [](const metrics::Row& check) { return check.outcome != Outcome::not_run; });
  std::fprintf(stderr, "%td of %zu solved by collocation\n", solved, setups.size());
}

void run(Setups setups, const std::string& what, double seconds, int threads) {
  std::vector<metrics::Row> rows(setups.size());
  const auto solver = solver_named(what);
  if (solver)
    for (auto& setup : setups) setup.solver = *solver;
  if (solver && models::collocates(*solver)) say_how_many(setups);
  if (solver == models::Solver::reference) {
    bench::time_passes(setups.size(), 1, seconds, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) rows[i] = simulate::simulate(setups[i]);
    });
  } else {
    bench::time_passes(setups.size(), kBlock, seconds, threads, [&](std::size_t begin, std::size_t end) {
      simulate::simulate_lanes({&setups[begin], end - begin}, {&rows[begin], end - begin});
    });
  }
  print_metrics(rows);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 4) return 2;
    const std::string what = argv[1];
    const study::Study study = study::load(argv[2], {}, {});
    const Setups setups = sample(study, static_cast<std::size_t>(std::atol(argv[3])));
    if (what == "scenarios")
      print_scenarios(setups);
    else
      run(setups, what, argc > 4 ? std::atof(argv[4]) : 0.0,
          argc > 5 ? std::atoi(argv[5]) : 1);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_hilspace: %s\n", error.what());
    return 1;
  }
}
