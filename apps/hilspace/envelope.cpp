// hilspace envelope: study -> scenarios -> linear loop of each testbed, and simulation -> what it emulates stably

#include "analysis/envelope/envelope.hpp"

#include <optional>
#include <string>

#include "analysis/envelope/envelope_table.hpp"
#include "command_line.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "results/records/table_file.hpp"
#include "stop.hpp"
#include "study_argument.hpp"
#include "text/envelope_text.hpp"
#include "verbs.hpp"

namespace hilspace::app {

int envelope(std::span<const std::string> arguments) {
  CommandLine line("hilspace envelope STUDY [--set PATH=VALUE]... [-o FILE.h5] [--csv] [--threads N]",
                   "study file");
  line.example("hilspace envelope study.toml -o envelope.h5");
  line.about(
      "Determines which virtual stiffness and damping the testbed of a hybrid contact emulates stably, by "
      "the linear "
      "loop of\na permanent contact: for every scenario the range of damping at its virtual stiffness, and "
      "the largest "
      "stiffness. The\nrebound of the simulated impact is beside it. In six degrees of freedom the loop is "
      "that of a straight hit. -o writes the border of each testbed as "
      "well.");
  line.option<std::string>("output,o", "FILE.h5", "also write all results to a file");
  line.flag("csv", "print one line per scenario, in SI units, instead of the table");
  add_thread_option(line);
  add_study_options(line);
  if (!line.parse(arguments)) return kDone;

  const study::Study study = load_study(line);
  const int threads = chosen_threads(line);
  std::optional<results::Place> output;
  if (line.has("output")) output = check_table_writable(line.get<std::string>("output"));
  const auto found = analysis::envelope(study, threads, stop_requested());
  if (!found) {
    tell("interrupted\n");
    return kInterrupted;
  }
  if (output) results::write_table(*output, study, analysis::table_of(study, *found));
  if (line.has("csv"))
    print_csv(study, *found);
  else
    print_envelope(study, *found);
  return kDone;
}

}  // namespace hilspace::app
