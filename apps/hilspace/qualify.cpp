// hilspace qualify: rig study -> scenarios -> simulate -> which of them the rig can perform, and why not

#include <optional>

#include "analysis/qualification/qualification.hpp"
#include "analysis/qualification/qualification_table.hpp"
#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "stop.hpp"
#include "study_argument.hpp"
#include "text/qualification_text.hpp"
#include "verbs.hpp"

namespace hilspace::app {

int qualify(std::span<const std::string> arguments) {
  CommandLine line("hilspace qualify STUDY [--set PATH=VALUE]... [--csv] [-o FILE.h5] [--threads N]",
                   "study file");
  line.about(
      "Simulates each scenario of a study of the rig, and says which of them the rig can bear and what "
      "binds.");
  line.example("hilspace qualify study.toml -o qualified.h5");
  line.flag("csv", "print one line per scenario, in SI units, instead of the table and its summary");
  line.option<std::string>("output,o", "FILE.h5", "also write the table to a file");
  add_thread_option(line);
  add_study_options(line);
  if (!line.parse(arguments)) return kDone;

  const study::Study study = load_study(line);
  if (study.model != models::ModelKind::rig)
    throw InputError(study_name(line) +
                     ": model: qualification requires a study of the rig; write "
                     "model = \"rig\"");
  if (!study.hil)
    throw InputError(study_name(line) +
                     ": models: the HIL model is required; add \"hil\", or omit "
                     "models");
  const int threads = chosen_threads(line);

  std::optional<results::Place> output;
  if (line.has("output")) output = check_table_writable(line.get<std::string>("output"));

  const auto scenarios = analysis::qualify(study, threads, stop_requested());
  if (!scenarios) {
    tell("interrupted\n");
    return kInterrupted;
  }
  if (output) results::write_table(*output, study, analysis::qualification_table(study, *scenarios));
  if (line.has("csv"))
    print_csv(study, *scenarios);
  else
    print_all(study, *scenarios);
  return kDone;
}

}  // namespace hilspace::app
