#include "cluster/submit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "cluster/layout.hpp"
#include "cluster/sbatch_options.hpp"
#include "cluster/scripts.hpp"
#include "cluster/submission.hpp"
#include "core/count_text.hpp"
#include "core/error.hpp"
#include "results/disk/files.hpp"
#include "results/disk/provenance.hpp"
#include "results/format/identity.hpp"
#include "sweep/output/output_file.hpp"
#include "sweep/output/part_store.hpp"
#include "sweep/ownership/run_lock.hpp"
#include "sweep/ownership/shard.hpp"

namespace hilspace::cluster {
namespace fs = std::filesystem;
namespace {

/// Names end up in scripts that bash and sbatch read line by line.
void check_names(const Request& request) {
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  const auto check = [&](const char* what, const std::string& text, bool is_path) {
    const bool has_control = std::ranges::any_of(text, is_control);
    if (!has_control && (!is_path || text.find('\\') == std::string::npos)) return;
    std::string shown = text;
    std::ranges::replace_if(shown, is_control, '?');
    throw InputError(fmt::format("{} '{}': contains {}, which is not allowed in a batch script; {}", what,
                                 shown,
                                 has_control ? "a line break or another control character" : "a backslash",
                                 is_path ? "use another name or folder" : "remove it"));
  };
  check("-o", ChunkFolder(request.output).path().string(), true);
  check("--command", request.command, false);
  for (const auto& option : request.options) check("sbatch option", option, false);
}

void check(const study::Study& study, const Request& request) {
  if (request.chunks < 1 || request.chunks > ChunkFolder::kMost)
    throw InputError(
        fmt::format("--chunks {}: must be 1 to {}; a few hundred are enough, and each should take minutes",
                    request.chunks, ChunkFolder::kMost));
  if (const std::uint64_t count = study::scenario_count(study); request.chunks > count)
    throw InputError(fmt::format("--chunks {}: the study has {}, so at most {}", request.chunks,
                                 counted(count, "scenario"), counted(count, "chunk")));
  if (request.dry_run && request.fresh)
    throw InputError(
        "--dry-run changes nothing, but --fresh deletes existing results: remove one of the two");
  check_names(request);
  check_sbatch_options(request.options);
}

void refuse_if_queued(const Submission& before, const Request& request, const Slurm& slurm) {
  std::vector<std::string> jobs;
  for (const auto& job : {before.array_job, before.merge_job})
    if (!job.empty()) jobs.push_back(job);
  std::set<std::string> queued;
  try {
    for (const auto& task : slurm.queue(jobs)) queued.insert(task.job);
  } catch (const RunError&) {
    if (!request.dry_run) throw;
  }
  if (!queued.empty())
    throw RunError(
        fmt::format("{}: is queued or running already: job{} {}; see hilspace status {}; scancel {} ends it",
                    request.output.string(), queued.size() > 1 ? "s" : "", fmt::join(queued, ", "),
                    request.output.string(), fmt::join(queued, " ")));
}

void refuse_if_foreign(const Submission& before, const study::Study& study, const Request& request) {
  const std::string folder = ChunkFolder(request.output).path().string();
  const std::string mend = "--fresh starts over, another -o keeps them";
  if (before.identity != results::identity(study))
    throw InputError(fmt::format("{}: holds chunks of another study or program revision; {}", folder, mend));
  if (before.chunks != request.chunks)
    throw InputError(
        fmt::format("{}: the study was divided into {} chunks, not {}; --chunks {} continues, {}", folder,
                    before.chunks, request.chunks, before.chunks, mend));
}

/// Deletes existing chunks, unless another process is writing them.
void start_over(const ChunkFolder& folder, const fs::path& output) {
  for (const auto& parts : results::files::list(folder.path())) {
    if (!parts.string().ends_with(".h5.parts")) continue;
    const auto holder = sweep::RunLock::holder(parts);
    if (holder && holder->alive)
      throw RunError(fmt::format("{}: process {} on {} is writing to it; end it before using --fresh",
                                 parts.string(), holder->writer.process, holder->writer.host));
  }
  results::files::remove(output);  // first: it may be a virtual file that refers to the chunks
  folder.clear();
}

std::vector<std::uint64_t> missing(const ChunkFolder& folder, std::uint64_t chunks) {
  std::vector<std::uint64_t> left;
  for (std::uint64_t number = 1; number <= chunks; ++number)
    if (!folder.is_done(number)) left.push_back(number);
  return left;
}

/// A dry run is permitted without Slurm.
std::uint64_t max_array_size(const Request& request, const Slurm& slurm) {
  try {
    return slurm.max_array_size();
  } catch (const RunError&) {
    if (!request.dry_run) throw;
    return Slurm::kDefaultMaxArraySize;
  }
}

std::uint64_t task_limit(const Request& request, const Slurm& slurm) {
  const std::uint64_t most = most_tasks(max_array_size(request, slurm));
  if (!request.tasks) return most;
  if (*request.tasks < 1 || *request.tasks > most)
    throw InputError(fmt::format(
        "--tasks {}: this cluster permits 1 to {} tasks in an array (MaxArraySize); a task can compute "
        "several chunks",
        *request.tasks, most));
  return *request.tasks;
}

std::vector<std::string> call(const Request& request, const std::string& dependency, const fs::path& script) {
  std::vector<std::string> words{"sbatch", "--parsable"};
  if (!dependency.empty()) words.push_back("--dependency=afterany:" + dependency);
  words.insert(words.end(), request.options.begin(), request.options.end());
  words.push_back(script.string());
  return words;
}

void write(const ChunkFolder& folder, const study::Study& study, const Request& request,
           const std::vector<Chunks>& tasks) {
  const Scripts scripts{folder,
                        fs::absolute(request.output).lexically_normal(),
                        request.command,
                        request.chunks,
                        tasks,
                        request.threads,
                        request.signal_before};
  results::files::make_folder(folder.logs());
  folder.write(folder.study(), study.resolved);
  folder.write(folder.array_script(), array_script(scripts));
  folder.write(folder.merge_script(), merge_script(scripts));
}

}  // namespace

Submitted submit(const study::Study& study, const Request& request, const Slurm& slurm) {
  check(study, request);
  Submitted submitted;
  if (!request.dry_run && !slurm.is_there())
    throw RunError(
        "sbatch: Slurm is not installed on this computer; submit on a login node of the cluster, or use "
        "--dry-run, "
        "to write the scripts without submitting");
  if (sweep::OutputFile(study, request.output).is_complete(request.fresh)) {
    submitted.already_complete = true;
    return submitted;
  }
  const std::uint64_t most = task_limit(request, slurm);

  const ChunkFolder folder(request.output);
  const sweep::RunLock lock(folder.path());  // against concurrent submissions
  std::optional<Submission> before;
  try {
    before = folder.submission();
  } catch (const RunError&) {
    if (!request.fresh) throw;
  }
  if (!before && !request.fresh && !sweep::PartStore::files_in(folder.path()).empty())
    throw InputError(
        fmt::format("{}: holds chunks of an unknown study; --fresh starts over, another -o "
                    "keeps them",
                    folder.path().string()));
  if (before) {
    refuse_if_queued(*before, request, slurm);
    if (!request.fresh) refuse_if_foreign(*before, study, request);
  }
  if (request.fresh) start_over(folder, request.output);

  const auto left = missing(folder, request.chunks);
  const auto tasks = tasks_of(left, most);
  write(folder, study, request, tasks);
  Submission submission{results::identity(study), study::scenario_count(study),
                        request.chunks,           tasks,
                        request.options,          results::utc_now()};
  if (request.dry_run && before) {  // may be queued on a cluster
    submission.array_job = before->array_job;
    submission.merge_job = before->merge_job;
  }
  folder.write(submission);
  submitted.done = request.chunks - left.size();
  submitted.left = left.size();
  submitted.tasks = tasks.size();

  // Each job number is stored immediately, so that no queued job is lost.
  const auto send = [&](const std::string& dependency, const fs::path& script, std::string& job) {
    submitted.calls.push_back(call(request, dependency, script));
    if (request.dry_run) return;
    job = slurm.submit(submitted.calls.back());
    folder.write(submission);
  };
  if (!left.empty()) send("", folder.array_script(), submission.array_job);
  const std::string after = left.empty() ? "" : request.dry_run ? "JOB" : submission.array_job;
  send(after, folder.merge_script(), submission.merge_job);
  if (request.dry_run) return submitted;
  submitted.array_job = submission.array_job;
  submitted.merge_job = submission.merge_job;
  return submitted;
}

}  // namespace hilspace::cluster
