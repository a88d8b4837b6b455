#include "study_argument.hpp"

#include <fmt/core.h>

#include <string>

#include "core/error.hpp"
#include "messages.hpp"
#include "results/format/column.hpp"

namespace hilspace::app {

void add_study_options(CommandLine& line) {
  line.list("set", "PATH=VALUE",
            "set a key of the study, for example --set actuator.total_delay='0.5 ms'; repeatable");
}

study::Study load_study(const CommandLine& line, std::vector<study::Override> overrides) {
  if (line.has("set")) {
    for (const auto& text : line.get<std::vector<std::string>>("set")) {
      const auto equals = text.find('=');
      if (equals == std::string::npos || equals == 0)
        throw InputError(
            fmt::format("--set {}: write --set PATH=VALUE, for example "
                        "--set actuator.total_delay='0.5 ms'",
                        text));
      overrides.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
  }
  return study::load(line.argument(), overrides, results::known_metrics());
}

void add_index_option(CommandLine& line) {
  line.option<std::int64_t>("index", "I", "scenario, counted from 0; default 0");
}

std::uint64_t scenario_index(const CommandLine& line, const study::Study& study) {
  const auto index = line.has("index") ? line.get<std::int64_t>("index") : 0;
  const std::uint64_t count = study::scenario_count(study);
  if (index < 0 || static_cast<std::uint64_t>(index) >= count)
    throw InputError(fmt::format("--index {}: the study has {} scenario{}, counted from 0", index,
                                 grouped(count), count == 1 ? "" : "s"));
  return static_cast<std::uint64_t>(index);
}

}  // namespace hilspace::app
