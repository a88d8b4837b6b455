// hilspace stability: study -> scenarios -> linear loop and simulation -> stability of each, and its boundary

#include <fmt/format.h>

#include <optional>
#include <string>

#include "analysis/stability/stability.hpp"
#include "analysis/stability/stability_table.hpp"
#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "results/records/table_file.hpp"
#include "stop.hpp"
#include "study_argument.hpp"
#include "text/stability_text.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

using study::Id;

Id parameter_named(const std::string& path) {
  const auto id = study::find_parameter(path);
  if (!id)
    throw InputError(fmt::format("--along {}: there is no such parameter; hilspace list parameters", path));
  return *id;
}

}  // namespace

int stability(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace stability STUDY [--set PATH=VALUE]... [--along PATH] [-o FILE.h5] [--csv] [--threads N]",
      "study file");
  line.example("hilspace stability study.toml --along actuator.total_delay");
  line.about(
      "Determines for every scenario whether the testbed's delay makes its contact unstable: by the linear "
      "loop, "
      "where "
      "the\ncontact is linear, and by the rebound ratio of the simulated impact. Then searches the value of "
      "one "
      "parameter\nat which it is neutrally stable: among the values of that parameter's own axis, or up to "
      "64 times "
      "less and more\nthan it is.");
  line.option<std::string>("along", "PATH",
                           "parameter along which neutral stability is searched; default: contact.damping, "
                           "if the study uses it, else the delay of an instrument");
  line.option<std::string>("output,o", "FILE.h5", "also write all results to a file");
  line.flag("csv", "print one line per scenario, in SI units, instead of the tables");
  add_thread_option(line);
  add_study_options(line);
  if (!line.parse(arguments)) return kDone;

  const study::Study study = load_study(line);
  const int threads = chosen_threads(line);
  std::optional<results::Place> output;
  if (line.has("output")) output = check_table_writable(line.get<std::string>("output"));
  const Id along =
      line.has("along") ? parameter_named(line.get<std::string>("along")) : analysis::default_along(study);
  const auto found = analysis::stability(study, {along, threads, &stop_requested()});
  if (!found) {
    tell("interrupted\n");
    return kInterrupted;
  }
  if (output) results::write_table(*output, study, analysis::table_of(study, *found));
  if (line.has("csv"))
    print_csv(study, *found);
  else
    print_stability(study, *found);
  return kDone;
}

}  // namespace hilspace::app
