#pragma once
// Main program of a peer.
//
// usage: PEER SCENARIOS.csv TOLERANCE STEP_US VARIANT [SECONDS] [THREADS]
//
// TOLERANCE and VARIANT are interpreted by the peer, STEP_US is the step, or the largest one. The measures of
// every scenario go to standard output as CSV, the time to standard error (timing.hpp).

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "measures.hpp"
#include "timing.hpp"

namespace peers {

struct Settings {
  double tolerance;
  double step;  // ms
  std::string variant;
};

inline Scenario scenario(const std::string& line) {
  std::istringstream in(line);
  std::array<double, 10> x{};
  for (double& value : x) {
    if (!(in >> value)) throw std::runtime_error("not a scenario: " + line);
    in.ignore(1, ',');
  }
  constexpr double kMicro = 1e-6, kMilli = 1e-3;
  return {1.0 / x[0],
          x[1] * kMilli / kMicro,
          x[2] * std::pow(kMicro, 1.5),
          x[3],
          {x[4] * kMilli, x[5], x[6] / kMicro, kMicro / x[6]},
          {x[7] * kMilli, x[8], x[9], 1.0 / x[9]}};
}

inline std::vector<Scenario> scenarios(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::vector<Scenario> all;
  while (std::getline(file, line)) all.push_back(scenario(line));
  return all;
}

/// `simulate(scenario, settings) -> Results`
template <class Simulate>
int program(int argc, char** argv, Simulate&& simulate) try {
  if (argc < 5)
    throw std::runtime_error("usage: PEER SCENARIOS.csv TOLERANCE STEP_US VARIANT [SECONDS] [THREADS]");
  const auto all = scenarios(argv[1]);
  const Settings settings{std::atof(argv[2]), 1e-3 * std::atof(argv[3]), argv[4]};
  std::vector<Results> results(all.size());
  bench::time_passes(all.size(), 1, argc > 5 ? std::atof(argv[5]) : 0.0, argc > 6 ? std::atoi(argv[6]) : 1,
                     [&](std::size_t begin, std::size_t end) {
                       for (std::size_t i = begin; i < end; ++i) results[i] = simulate(all[i], settings);
                     });
  std::puts(kMeasures);
  for (const Results& row : results)
    for (std::size_t i = 0; i < row.size(); ++i)
      std::printf("%.12g%c", row[i], i + 1 < row.size() ? ',' : '\n');
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
  return 1;
}

}  // namespace peers
