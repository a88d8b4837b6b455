// hilspace show: what is in a result file.

#include "show.hpp"

#include "common.hpp"
#include "verbs.hpp"

namespace hilspace::app {

int show(std::span<const std::string> arguments) {
  CommandLine line("show FILE.h5 [--csv]", "result file");
  line.add()("csv", "print every scenario (of a trace: every sample) as comma-separated values");
  if (!line.parse(arguments)) return kDone;

  check_readable(line.argument());
  const results::ResultFile result = results::read_result(line.argument());
  if (line.has("csv"))
    print_csv(line.argument(), result);
  else
    print_result(result);
  return kDone;
}

}  // namespace hilspace::app
