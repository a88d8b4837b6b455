// hilspace run: study file -> scenarios -> simulate (docking | HIL) -> metrics -> result file

#include <fmt/core.h>

#include <filesystem>
#include <initializer_list>
#include <optional>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "stop.hpp"
#include "study_argument.hpp"
#include "sweep/sweep.hpp"
#include "text/progress.hpp"
#include "text/summary.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

std::string default_output(const std::string& study_file, const std::optional<sweep::Shard>& shard) {
  if (study_file == "-")
    throw InputError("-o FILE.h5: is missing; a study from standard input has no name to take for it");
  const std::string stem = std::filesystem::path(study_file).stem().string();
  return shard ? fmt::format("{}-{}-of-{}.h5", stem, shard->index, shard->count) : stem + ".h5";
}

}  // namespace

int run(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace run STUDY [-o FILE.h5] [--set PATH=VALUE]... [--threads N] [--shard I/N] "
      "[--extend] [--fresh] [--quiet]",
      "study file");
  line.about(
      "Runs all scenarios of a study into a result file; interrupted, the same command goes on where it "
      "was.");
  line.example("hilspace run study.toml -o study.h5");
  line.option<std::string>("output,o", "FILE.h5",
                           "result file; default: the study's stem + .h5, of a shard + -I-of-N.h5");
  add_thread_option(line);
  line.option<std::string>(
      "shard", "I/N",
      "run only the I-th of N shares of the scenarios, and write a file to be merged with the others");
  line.flag("extend",
            "the output is the result of this study with fewer samples: compute only the new scenarios");
  line.flag("fresh", "start over, discarding the output or an interrupted run");
  line.flag("quiet", "no progress and no summary");
  add_study_options(line);
  if (!line.parse(arguments)) return kDone;

  const study::Study study = load_study(line);
  std::optional<sweep::Shard> shard;
  if (line.has("shard")) shard = sweep::parse_shard(line.get<std::string>("shard"));
  const std::filesystem::path given =
      line.has("output") ? line.get<std::string>("output") : default_output(line.argument(), shard);

  for (const auto* other : {"shard", "fresh"})
    if (line.has("extend") && line.has(other))
      throw InputError(fmt::format("--extend excludes --{}; remove one of them", other));

  const int threads = chosen_threads(line);

  const std::filesystem::path output = check_writable(given.string()).file();
  check_not_foreign(output);

  ProgressBar progress(line.has("quiet"));
  const sweep::Report report = sweep::run(study, {.output = output,
                                                  .shard = shard,
                                                  .threads = threads,
                                                  .fresh = line.has("fresh"),
                                                  .extend = line.has("extend"),
                                                  .progress = progress.callback(),
                                                  .stop = &stop_requested()});
  progress.finish();

  if (report.completion == sweep::Completion::interrupted) {
    tell("interrupted; the same command continues from here\n");
    return kInterrupted;
  }
  if (!line.has("quiet")) print_summary(study, report, output);
  return kDone;
}

}  // namespace hilspace::app
