// hilspace simulate: simulates one scenario, prints its metrics and writes its time histories.

#include "simulate/four_mass.hpp"
#include "simulate/rig.hpp"
#include "simulate/sixdof.hpp"

#include <fmt/core.h>

#include <optional>

#include "command_line.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "results/results.hpp"
#include "scenario_text.hpp"
#include "stop.hpp"
#include "study_argument.hpp"
#include "sweep/checks/trace_sizes.hpp"
#include "sweep/work/scenario.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

/// Time histories take memory; without an output file only the list of impacts is needed.
simulate::Traced simulated(const study::Study& study, std::uint64_t index, bool traced) {
  const auto& stop = stop_requested();
  const bool wanted = traced || study.model == models::ModelKind::sixdof;
  return std::visit(
      [&](const auto& setup) {
        return wanted ? simulate::simulate_traced(setup, study.output.sample_interval, stop)
                      : simulate::Traced{simulate::simulate(setup, stop), {}};
      },
      sweep::scenario(study, index));
}

}  // namespace

int simulate(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace simulate STUDY [--set PATH=VALUE]... [--index I | --at KEY=VALUE...] [-o TRACE.h5]",
      "study file");
  line.about("Simulates one scenario and prints its parameters and metrics; -o keeps its time histories.");
  line.example("hilspace simulate study.toml --at \"actuator.total_delay=1 ms\" -o trace.h5");
  line.option<std::string>("output,o", "TRACE.h5", "write the time histories");
  add_scenario_options(line);
  add_study_options(line);
  if (!line.parse(arguments)) return kDone;

  const study::Study study = load_study(line);
  const std::uint64_t scenario = chosen_scenario(line, study);
  std::optional<results::Place> place;
  if (line.has("output")) place = check_trace_writable(line.get<std::string>("output"));
  if (place || !models::is_on_one_axis(study.model)) sweep::check_trace(study, scenario);

  const auto [row, trace] = simulated(study, scenario, place.has_value());
  if (stop_requested()) {
    tell("interrupted\n");
    return kInterrupted;
  }
  print_scenario(study, scenario, row, trace);
  if (place) {
    results::write_trace(*place, study, scenario, trace, row);
    fmt::print("{}{}: {} samples of {} channels per model\n", models::is_on_one_axis(study.model) ? "\n" : "",
               place->file().string(), sample_counts(study, trace), trace.groups.front().channels.size());
  }
  return kDone;
}

}  // namespace hilspace::app
