// hilspace merge: the shards of a run -> its result file

#include "sweep/merge.hpp"

#include <limits>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "stop.hpp"
#include "text/summary.hpp"
#include "verbs.hpp"

namespace hilspace::app {

int merge(std::span<const std::string> arguments) {
  const std::string usage = "hilspace merge PART... -o FILE.h5 [--virtual] [--fresh] [--quiet]";
  CommandLine line(usage, "part", 1, std::numeric_limits<std::size_t>::max());
  line.about("Puts the shards of a run together into its result, which has the bits of an undivided run.");
  line.example("hilspace merge study-1-of-2.h5 study-2-of-2.h5 -o study.h5");
  line.option<std::string>("output,o", "FILE.h5", "result file");
  line.flag("virtual",
            "leave the data in the parts, which must then keep their location relative to the file");
  line.flag("fresh", "replace the result of another study, or of another revision of the program");
  line.flag("quiet", "no summary");
  if (!line.parse(arguments)) return kDone;
  if (!line.has("output")) throw InputError("no -o FILE.h5 given\nusage: " + usage);
  const auto output = check_writable(line.get<std::string>("output")).file();
  for (const auto& part : line.arguments()) check_readable(part);
  check_not_foreign(output);

  const sweep::Merged merged =
      sweep::merge({.parts = {line.arguments().begin(), line.arguments().end()},
                    .output = output,
                    .numbers = line.has("virtual") ? results::Numbers::in_parts : results::Numbers::copied,
                    .fresh = line.has("fresh"),
                    .stop = &stop_requested()});
  if (merged.report.completion == sweep::Completion::interrupted) {
    tell("interrupted; the same command starts over\n");
    return kInterrupted;
  }
  if (!line.has("quiet")) print_summary(merged.study, merged.report, output);
  return kDone;
}

}  // namespace hilspace::app
