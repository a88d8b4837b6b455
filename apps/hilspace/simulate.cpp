// hilspace simulate: simulates one scenario, prints its metrics and writes its time histories.

#include "simulate/four_mass.hpp"
#include "simulate/rig.hpp"
#include "simulate/sixdof.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "results/results.hpp"
#include "script.hpp"
#include "stop.hpp"
#include "study_argument.hpp"
#include "sweep/checks/trace_sizes.hpp"
#include "sweep/work/scenario.hpp"
#include "text/scenario_text.hpp"
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

/// The trace that a replay is made of, in its folder.
std::string replay_trace(const CommandLine& line, const study::Study& study) {
  if (line.has("output")) throw InputError("--vtk and -o: use one of them; the folder holds trace.h5 too");
  if (study.model != models::ModelKind::sixdof)
    throw InputError("--vtk: needs a study with model = \"sixdof\"; on one axis there is nothing to see");
  const std::filesystem::path folder = line.get<std::string>("vtk");
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError(fmt::format("--vtk: {}: {}", folder.string(), error.message()));
  return (folder / "trace.h5").string();
}

}  // namespace

int simulate(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace simulate STUDY [--set PATH=VALUE]... [--index I | --at KEY=VALUE...] [-o TRACE.h5] [--vtk "
      "FOLDER]",
      "study file");
  line.about("Simulates one scenario and prints its parameters and metrics; -o keeps its time histories.");
  line.example("hilspace simulate study.toml --at \"actuator.total_delay=1 ms\" -o trace.h5");
  line.option<std::string>("output,o", "TRACE.h5", "write the time histories");
  line.option<std::string>(
      "vtk", "FOLDER",
      "write a replay for ParaView instead, in a folder with the time histories: target, "
      "chaser over time, forces");
  add_scenario_options(line);
  add_study_options(line);
  if (!line.parse(arguments)) return kDone;

  const study::Study study = load_study(line);
  const std::uint64_t scenario = chosen_scenario(line, study);
  std::optional<results::Place> place;
  if (line.has("vtk"))
    place = check_trace_writable(replay_trace(line, study));
  else if (line.has("output"))
    place = check_trace_writable(line.get<std::string>("output"));
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
  if (line.has("vtk")) become_script("vtk", "python3 and python3-h5py", std::vector{place->file().string()});
  return kDone;
}

}  // namespace hilspace::app
