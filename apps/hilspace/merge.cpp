// hilspace merge: the shards of a run -> its result file

#include "sweep/merge.hpp"

#include <limits>

#include "common.hpp"
#include "core/error.hpp"
#include "stop.hpp"
#include "summary.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace po = boost::program_options;

int merge(std::span<const std::string> arguments) {
  const std::string usage = "merge PART... -o FILE.h5 [--virtual] [--fresh] [--quiet]";
  CommandLine line(usage, "part", 1, std::numeric_limits<std::size_t>::max());
  line.add()("output,o", po::value<std::string>()->value_name("FILE.h5"), "result file");
  line.add()("virtual",
             "leave the numbers in the parts, which then must stay where they are, seen from the file");
  line.add()("fresh", "replace the result of another study, or of another revision of the program");
  line.add()("quiet", "no summary");
  if (!line.parse(arguments)) return kDone;
  if (!line.has("output")) throw InputError("no -o FILE.h5 given\nusage: hilspace " + usage);
  const auto output = check_writable(line.get<std::string>("output")).file();
  for (const auto& part : line.arguments()) check_readable(part);

  const sweep::Merged merged =
      sweep::merge({.parts = {line.arguments().begin(), line.arguments().end()},
                    .output = output,
                    .numbers = line.has("virtual") ? results::Numbers::in_parts : results::Numbers::copied,
                    .fresh = line.has("fresh"),
                    .stop = &stop_requested()});
  if (merged.report.ending == sweep::Ending::interrupted) {
    tell("interrupted; the same command starts again\n");
    return kInterrupted;
  }
  if (!line.has("quiet")) print_summary(merged.study, merged.report, output);
  return kDone;
}

}  // namespace hilspace::app
