// hilspace submit: study file -> chunks -> a job array of a Slurm cluster, and a job that merges them

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "cluster/scripts.hpp"
#include "cluster/submission.hpp"
#include "cluster/submit.hpp"
#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "study_argument.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

/// Command that calls this program in jobs; from an Apptainer image through Apptainer.
std::string own_command() {
  if (const char* image = std::getenv("APPTAINER_CONTAINER"))
    return "apptainer exec " + cluster::shell_word(image) + " hilspace";
  return cluster::shell_word(std::filesystem::read_symlink("/proc/self/exe").string());
}

int number(const CommandLine& line, const std::string& name, int least) {
  const int value = line.get<int>(name);
  if (value < least) throw InputError(fmt::format("--{} {}: must be {} or more", name, value, least));
  return value;
}

void print(const cluster::Submitted& submitted, const std::string& output, bool dry_run) {
  if (submitted.already_complete) {
    fmt::print("{} is already complete; --fresh recomputes it\n", output);
    return;
  }
  if (submitted.left > 0)
    fmt::print("{} chunk{} in {} task{}", grouped(submitted.left), submitted.left == 1 ? "" : "s",
               grouped(submitted.tasks), submitted.tasks == 1 ? "" : "s");
  if (submitted.done > 0)
    fmt::print("{}{} chunk{} already done", submitted.left > 0 ? ", " : "", grouped(submitted.done),
               submitted.done == 1 ? "" : "s");
  fmt::print("\n");
  if (dry_run) {
    fmt::print("nothing was submitted; the scripts are in {}; these commands would submit them:\n",
               cluster::ChunkFolder(output).path().string());
    for (const auto& call : submitted.calls) {
      std::string text;
      for (const auto& word : call) text += (text.empty() ? "" : " ") + cluster::shell_word(word);
      fmt::print("  {}\n", text);
    }
    return;
  }
  if (!submitted.array_job.empty()) fmt::print("job {}: the chunks\n", submitted.array_job);
  fmt::print(
      "job {}: their merge\nhilspace status {} shows the progress; repeat this command to recover from "
      "failures\n",
      submitted.merge_job, output);
}

}  // namespace

int submit(std::span<const std::string> arguments) {
  const std::string usage =
      "hilspace submit STUDY -o FILE.h5 --chunks N [--tasks M] [--set PATH=VALUE]... [--threads N] "
      "[--signal-before SECONDS] [--command WORDS] [--fresh] [--dry-run] [-- SBATCH OPTIONS...]";
  CommandLine line(usage, "study file");
  line.example("hilspace submit study.toml -o study.h5 --chunks 100 -- --partition=long");
  line.about(
      "Divides the study into chunks, which the tasks of a Slurm job array compute, and submits that array "
      "and "
      "a\n"
      "job that merges the chunks. Repeating it submits the missing chunks. Options after -- are passed to "
      "sbatch.");
  line.option<std::string>("output,o", "FILE.h5", "result file; chunks go to FILE.h5.chunks");
  line.option<int>("chunks", "N", "number of chunks");
  line.option<int>("tasks", "M", "maximum number of tasks in the array; default: the cluster's maximum");
  line.option<int>("threads", "N", "threads and CPUs of a task; default: the CPUs that Slurm gives it");
  line.option<int>("signal-before", "SECONDS", "stop this long before the time limit and requeue", 60);
  line.option<std::string>("command", "WORDS",
                           "command that calls hilspace in the jobs; default: this program");
  line.flag("fresh", "start over: deletes existing chunks and result immediately");
  line.flag("dry-run", "write the scripts and show what would be submitted");
  add_study_options(line);
  const auto dashes = std::ranges::find(arguments, "--");
  if (!line.parse({arguments.begin(), dashes})) return kDone;
  if (!line.has("output")) throw InputError("no -o FILE.h5 given\nusage: " + usage);
  if (!line.has("chunks")) throw InputError("no --chunks N given\nusage: " + usage);

  const study::Study study = load_study(line);
  cluster::Request request;
  const auto output = check_writable(line.get<std::string>("output")).file().string();
  request.output = output;
  request.chunks = static_cast<std::uint64_t>(number(line, "chunks", 1));
  if (line.has("tasks")) request.tasks = static_cast<std::uint64_t>(number(line, "tasks", 1));
  if (line.has("threads")) request.threads = number(line, "threads", 1);
  request.signal_before = number(line, "signal-before", 1);
  request.command = line.has("command") ? line.get<std::string>("command") : own_command();
  if (dashes != arguments.end()) request.options.assign(dashes + 1, arguments.end());
  request.fresh = line.has("fresh");
  if (request.fresh && line.has("dry-run"))
    throw InputError("--dry-run excludes --fresh, which deletes existing files");
  request.dry_run = line.has("dry-run");
  print(cluster::submit(study, request, cluster::Slurm()), output, request.dry_run);
  return kDone;
}

}  // namespace hilspace::app
