// hilspace simulate: simulates one scenario, prints its metrics and writes its time histories.

#include "simulate/four_mass.hpp"
#include "simulate/rig.hpp"
#include "simulate/sixdof.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "command_line.hpp"
#include "contact_log.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "replay_folder.hpp"
#include "results/results.hpp"
#include "script.hpp"
#include "stop.hpp"
#include "study_argument.hpp"
#include "sweep/checks/trace_sizes.hpp"
#include "sweep/execution/scenario.hpp"
#include "text/scenario_text.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

/// Time histories take memory; without an output file only the list of impacts is needed.
simulate::Traced simulated(const study::Study& study, std::uint64_t index, bool traced, bool contacts) {
  const auto& stop = stop_requested();
  const bool wanted = traced || study.model == models::ModelKind::sixdof;
  return std::visit(
      [&](const auto& setup) {
        if constexpr (std::is_same_v<std::decay_t<decltype(setup)>, models::SixDofSetup>)
          if (contacts) return simulate::simulate_traced(setup, study.output.sample_interval, stop, true);
        return wanted ? simulate::simulate_traced(setup, study.output.sample_interval, stop)
                      : simulate::Traced{simulate::simulate(setup, stop), {}};
      },
      sweep::scenario(study, index));
}

results::Place check_contacts(const CommandLine& line, const study::Study& study,
                              const std::optional<results::Place>& trace) {
  if (study.model != models::ModelKind::sixdof || !mechanism::is_of_features(study.mechanism))
    throw InputError(
        "--contacts: needs a mechanism of features; elsewhere there is one contact, which -o records");
  std::vector<std::filesystem::path> in_use;
  if (trace) in_use.push_back(trace->file());
  return check_text_writable(line.get<std::string>("contacts"), kContactsHeading, "--contacts", in_use);
}

void check_replay(const CommandLine& line, const study::Study& study) {
  if (line.has("output")) throw InputError("--vtk and -o: use one of them; the folder holds trace.h5 too");
  if (study.model != models::ModelKind::sixdof)
    throw InputError("--vtk: needs a study with model = \"sixdof\"; on one axis there is nothing to see");
}

/// A replay shows motion: not of bodies that overlap at their start, say.
void check_moves(const models::Trace& trace, Outcome outcome) {
  for (const auto& group : trace.groups)
    if (group.time.size() > 1) return;
  const NamedOutcome& its = kOutcomes[static_cast<std::size_t>(outcome)];
  throw InputError(
      fmt::format("--vtk: the scenario ends where it starts ({}: {}): there is nothing to show, "
                  "and nothing was written",
                  its.name, its.meaning));
}

bool interrupted() {
  if (stop_requested()) tell("interrupted\n");
  return stop_requested();
}

}  // namespace

int simulate(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace simulate STUDY [--set PATH=VALUE]... [--index I | --at KEY=VALUE...] [-o TRACE.h5] [--vtk "
      "FOLDER] [--contacts LOG.csv]",
      "study file");
  line.about("Simulates one scenario and prints its parameters and metrics; -o keeps its time histories.");
  line.example("hilspace simulate study.toml --at \"actuator.total_delay=1 ms\" -o trace.h5");
  line.option<std::string>("output,o", "TRACE.h5", "write the time histories");
  line.option<std::string>(
      "vtk", "FOLDER",
      "write a replay for ParaView instead, in a folder with the time histories: target, "
      "chaser over time, forces");
  line.option<std::string>(
      "contacts", "LOG.csv",
      "write a table of single contacts: time, features, point, normal, depth, force, at every "
      "step");
  add_scenario_options(line);
  add_study_options(line);
  if (!line.parse(arguments)) return kDone;

  const study::Study study = load_study(line);
  const std::uint64_t scenario = chosen_scenario(line, study);
  std::optional<results::Place> place;
  std::optional<ReplayFolder> folder;
  if (line.has("vtk")) {
    check_replay(line, study);
    place = check_trace_writable(folder.emplace(line.get<std::string>("vtk")).trace());
  } else if (line.has("output")) {
    place = check_trace_writable(line.get<std::string>("output"));
  }
  if (place || !models::is_on_one_axis(study.model)) sweep::check_trace(study, scenario);

  std::optional<results::Place> log;
  if (line.has("contacts")) log = check_contacts(line, study, place);

  const auto [row, trace] = simulated(study, scenario, place.has_value(), log.has_value());
  if (interrupted()) return kInterrupted;
  print_scenario(study, scenario, row, trace);
  if (log) fmt::print("\n{}: {} contacts\n", log->file().string(), write_contacts(*log, study, trace));
  if (folder) check_moves(trace, row.outcome);
  if (place) {
    results::write_trace(*place, study, scenario, trace, row);
    fmt::print("{}{}: {} samples of {} channels per model\n", models::is_on_one_axis(study.model) ? "\n" : "",
               place->file().string(), sample_counts(study, trace), trace.groups.front().channels.size());
  }
  if (folder && interrupted()) return kInterrupted;
  if (folder) become_script("vtk", "python3 and python3-h5py", std::vector{place->file().string()});
  return kDone;
}

}  // namespace hilspace::app
