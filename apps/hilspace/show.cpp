// hilspace show: displays the contents of a result file.

#include "show.hpp"

#include <fmt/core.h>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "trace_argument.hpp"
#include "verbs.hpp"

namespace hilspace::app {

int show(std::span<const std::string> arguments) {
  CommandLine line("hilspace show FILE.h5 [--csv [--units]] or show FILE.h5:GROUP --csv", "result file");
  line.flag("csv",
            "print every scenario (of a trace: every sample) as comma-separated values; GROUP: those of one "
            "group of time histories or impacts, such as docking, hil/impacts or traces/17/hil");
  line.flag("units", "with --csv: units in the heading, as in \"chaser.mass [kg]\"");
  if (!line.parse(arguments)) return kDone;

  const auto [file, group] = split_trace_name(line.argument());
  check_readable(file);
  if (!group.empty()) {
    if (!line.has("csv")) throw InputError(fmt::format("{}: a group is printed with --csv", line.argument()));
    print_group_csv(file, group, line.has("units"));
    return kDone;
  }
  results::ResultReader reader(file);
  if (line.has("csv"))
    print_csv(file, reader, line.has("units"));
  else
    print_result(file, reader);
  return kDone;
}

}  // namespace hilspace::app
