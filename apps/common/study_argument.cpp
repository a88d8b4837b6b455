#include "study_argument.hpp"

#include <fmt/core.h>

#include <string>
#include <utility>

#include "core/error.hpp"
#include "messages.hpp"
#include "results/format/column.hpp"
#include "study/nearest_scenario.hpp"

namespace hilspace::app {
namespace {

/// The values of all --set or --at options.
std::vector<study::Override> assignments(const CommandLine& line, const std::string& option) {
  std::vector<study::Override> all;
  if (!line.has(option)) return all;
  for (const auto& text : line.get<std::vector<std::string>>(option)) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw InputError(
          fmt::format("--{0} {1}: write --{0} PATH=VALUE, for example --{0} actuator.total_delay='0.5 ms'",
                      option, text));
    all.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return all;
}

}  // namespace

void add_study_options(CommandLine& line) {
  line.list("set", "PATH=VALUE",
            "set a key of the study, for example --set actuator.total_delay='0.5 ms'; repeatable");
}

std::string study_name(const CommandLine& line) {
  return line.argument() == "-" ? std::string(study::kStandardInput) : line.argument();
}

study::Study load_study(const CommandLine& line, std::vector<study::Override> overrides) {
  for (auto& setting : assignments(line, "set")) overrides.push_back(std::move(setting));
  return study::load(line.argument(), overrides, results::known_metrics());
}

void add_scenario_options(CommandLine& line) {
  line.option<std::int64_t>("index", "I", "scenario, counted from 0; default 0");
  line.list("at", "KEY=VALUE",
            "instead: the scenario that has this value, or the nearest, for example --at "
            "actuator.total_delay='0.5 ms'; repeatable, and the first one where nothing is said");
}

std::uint64_t chosen_scenario(const CommandLine& line, const study::Study& study) {
  if (line.has("at")) {
    if (line.has("index")) throw InputError("--index and --at: both name the scenario; use one of them");
    const auto found = study::nearest_scenario(study, assignments(line, "at"));
    for (const auto& note : found.notes) tell(note + "\n");
    return found.index;
  }
  const auto index = line.has("index") ? line.get<std::int64_t>("index") : 0;
  const std::uint64_t count = study::scenario_count(study);
  if (index < 0 || static_cast<std::uint64_t>(index) >= count)
    throw InputError(fmt::format("--index {}: the study has {} scenario{}, counted from 0", index,
                                 grouped(count), count == 1 ? "" : "s"));
  return static_cast<std::uint64_t>(index);
}

void add_thread_option(CommandLine& line) {
  line.option<int>("threads", "N", "threads; 0: all available", 0);
}

int chosen_threads(const CommandLine& line) {
  const int threads = line.get<int>("threads");
  if (threads < 0) throw InputError(fmt::format("--threads {}: must be 0 (all available) or more", threads));
  return threads;
}

}  // namespace hilspace::app
