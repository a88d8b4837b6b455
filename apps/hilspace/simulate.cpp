// hilspace simulate: one scenario, its metrics on the terminal, its time histories in a file.

#include "simulate/rig.hpp"
#include "simulate/sixdof.hpp"

#include <fmt/core.h>

#include <cmath>
#include <optional>

#include "command_line.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "impacts.hpp"
#include "messages.hpp"
#include "results/results.hpp"
#include "stop.hpp"
#include "study_argument.hpp"
#include "sweep/scenario.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

void print_parameters(const study::Study& study, std::uint64_t index) {
  const auto values = study::parameter_values(study, index);
  for (std::size_t i = 0; i < study::kParameterCount; ++i) {
    const auto id = static_cast<study::Id>(i);
    if (std::isnan(values[id])) continue;
    const auto& parameter = study::parameters()[i];
    fmt::print("  {:<34} {} {}\n", parameter.path, study::text_of(study, id, values[id]),
               parameter.unit == "1" ? "" : parameter.unit);
  }
}

void print_metrics(const study::Study& study, const metrics::Row& row) {
  const auto catalogue = metrics::catalogue();
  for (std::size_t i = 0; i < catalogue.size(); ++i)
    if (results::is_stored(study, catalogue[i]))
      fmt::print("  {:<34} {:>14.7g} {}\n", catalogue[i].name, row.values[i],
                 catalogue[i].units == "1" ? "" : catalogue[i].units);
}

/// Time histories take memory; without a file nobody would see them, but for the list of impacts.
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

bool is_reported(const study::Study& study, const models::TraceGroup& group) {
  return group.name == "docking" ? study.docking : study.hil;
}

void print_impacts(const study::Study& study, const models::Trace& trace) {
  if (study.model != models::ModelKind::sixdof) return;
  fmt::print("\n");
  for (const auto& group : trace.groups) {
    if (!is_reported(study, group)) continue;
    std::vector<ImpactColumn> columns;
    for (const auto& impact : group.impacts) columns.push_back({impact.name, impact.units, impact.values});
    print_impacts(group.name, columns);
  }
}

/// "1,234", or "1,234 and 987" where the models have times of their own.
std::string samples(const study::Study& study, const models::Trace& trace) {
  std::string text;
  std::size_t last = 0;
  for (const auto& group : trace.groups) {
    if (!is_reported(study, group)) continue;
    const std::size_t count = group.time.size();
    if (text.empty() || count != last) text += (text.empty() ? "" : " and ") + grouped(count);
    last = count;
  }
  return text;
}

}  // namespace

int simulate(std::span<const std::string> arguments) {
  CommandLine line("hilspace simulate STUDY [--set PATH=VALUE]... [--index I] [-o TRACE.h5]", "study file");
  line.option<std::string>("output,o", "TRACE.h5", "write the time histories");
  add_index_option(line);
  add_study_options(line);
  if (!line.parse(arguments)) return kDone;

  const study::Study study = load_study(line);
  const std::uint64_t scenario = scenario_index(line, study);
  std::optional<results::Place> place;
  if (line.has("output")) place = check_trace_writable(line.get<std::string>("output"));

  const auto [row, trace] = simulated(study, scenario, place.has_value());
  if (stop_requested()) {
    tell("interrupted\n");
    return kInterrupted;
  }
  fmt::print("{}, scenario {}: {}\n\n", printable(study.title), scenario,
             kOutcomes[static_cast<std::size_t>(row.outcome)].name);
  print_parameters(study, scenario);
  fmt::print("\n");
  print_metrics(study, row);
  print_impacts(study, trace);
  if (place) {
    results::write_trace(*place, study, scenario, trace, row);
    fmt::print("{}{}: {} samples of {} channels per model\n", models::is_on_one_axis(study.model) ? "\n" : "",
               place->file().string(), samples(study, trace), trace.groups.front().channels.size());
  }
  return kDone;
}

}  // namespace hilspace::app
