// hilspace show: displays the contents of a result file.

#include "text/show.hpp"

#include <fmt/core.h>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "trace_argument.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

void show_file(const CommandLine& line) {
  const auto [file, group] = split_trace_name(line.argument());
  check_readable(file);
  if (!group.empty()) {
    if (!line.has("csv")) throw InputError(fmt::format("{}: a group is printed with --csv", line.argument()));
    return app::print_group_csv(file, group, line.has("units"));
  }
  results::ResultReader reader(file);
  if (line.has("json"))
    app::print_json(file, reader);
  else if (line.has("csv"))
    app::print_csv(file, reader, line.has("units"));
  else
    app::print_result(file, reader);
}

}  // namespace

int show(std::span<const std::string> arguments) {
  CommandLine line("hilspace show FILE.h5 [--csv [--units] | --json] or show FILE.h5:GROUP --csv",
                   "result file");
  line.about(
      "Shows what is in a result file: what was varied, how it went, every metric; or prints its numbers as "
      "CSV.");
  line.example("hilspace show study.h5 --csv --units");
  line.flag("csv",
            "print every scenario (of a trace: every sample) as comma-separated values; GROUP: those of one "
            "group of time histories or impacts, such as docking, hil/impacts or traces/17/hil");
  line.flag("units", "with --csv: units in the heading, as in \"chaser.mass [kg]\"");
  line.flag("json",
            "print what it shows as JSON instead: attributes, axes, and how every variable is spread");
  if (!line.parse(arguments)) return kDone;
  if (line.has("csv") && line.has("json")) throw InputError("--csv and --json: use one of them");

  reading([&] { show_file(line); });
  return kDone;
}

}  // namespace hilspace::app
