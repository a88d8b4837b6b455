#include "cluster/status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "core/error.hpp"
#include "results/disk/files.hpp"
#include "sweep/output/part_store.hpp"
#include "sweep/ownership/run_lock.hpp"
#include "sweep/ownership/shard.hpp"

namespace hilspace::cluster {
namespace fs = std::filesystem;
namespace files = results::files;
namespace {

std::string last_line(const fs::path& file) {
  if (!files::exists(file)) return {};
  std::istringstream lines(files::read_text(file));
  std::string last;
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) last = line;
  return last;
}

/// A resubmitted array uses the same log names as the previous one.
bool is_newer(const fs::path& file, const fs::path& than) {
  struct stat a {
  }, b{};
  const auto look = [](const fs::path& name, struct stat& found) {
    return results::disk().look(name, found, results::Disk::Links::followed) == 0;
  };
  return look(file, a) && look(than, b) &&
         std::tie(a.st_mtim.tv_sec, a.st_mtim.tv_nsec) >= std::tie(b.st_mtim.tv_sec, b.st_mtim.tv_nsec);
}

/// Seconds that tasks recorded for each chunk, over all sessions.
std::map<std::uint64_t, double> times(const ChunkFolder& folder) {
  std::map<std::uint64_t, double> seconds;
  if (!files::exists(folder.logs())) return seconds;
  for (const auto& log : files::list(folder.logs())) {
    if (log.extension() != ".times") continue;
    std::istringstream file(files::read_text(log));
    std::uint64_t chunk = 0;
    for (double milliseconds = 0.0; file >> chunk >> milliseconds;) seconds[chunk] += 1e-3 * milliseconds;
  }
  return seconds;
}

/// State of a submission's jobs in the queue.
struct Queue {
  std::set<std::uint64_t> tasks;    // queued or running
  std::set<std::uint64_t> at_work;  // those that are running
  std::optional<QueuedTask> merge;
};

Queue queue_of(const Submission& submission, const Slurm& slurm) {
  std::vector<std::string> jobs;
  for (const auto& job : {submission.array_job, submission.merge_job})
    if (!job.empty()) jobs.push_back(job);
  Queue queue;
  for (const auto& its : slurm.queue(jobs)) {
    if (its.job == submission.merge_job) {
      queue.merge = its;
    } else {
      queue.tasks.insert(its.task);
      if (!its.is_pending()) queue.at_work.insert(its.task);
    }
  }
  return queue;
}

Chunk chunk_of(const ChunkFolder& folder, const Submission& submission, std::uint64_t number,
               std::uint64_t task, const Queue& queue) {
  Chunk chunk;
  chunk.number = number;
  chunk.task = task;
  chunk.scenarios = sweep::range_of({number, submission.chunks}, submission.scenarios).size();
  // A run that is ending releases its lock before the file is checked, so check the file last.
  const fs::path file = folder.chunk(number);
  const auto holder = sweep::RunLock::holder(sweep::PartStore::folder_of(file));
  const std::uint64_t in_parts = sweep::PartStore::recorded(file);
  Facts facts;
  facts.is_locked = holder && holder->alive;
  facts.is_queued = task != 0 && queue.tasks.contains(task);
  const fs::path its_log = folder.chunk_log(number), task_log = folder.task_log(task);
  const bool task_is_begun = task != 0 && is_newer(task_log, folder.record());
  facts.is_begun = holder || in_parts > 0 || files::exists(its_log) || task_is_begun;
  facts.is_there = folder.is_done(number);
  chunk.state = state_of(facts);
  chunk.recorded = facts.is_there ? chunk.scenarios : in_parts;
  if (chunk.state == ChunkState::running)
    chunk.why = fmt::format("process {} on {}", holder->writer.process, holder->writer.host);
  if (chunk.state == ChunkState::failed) {
    chunk.why = last_line(its_log);
    if (chunk.why.empty() && task_is_begun) chunk.why = "its task ended: " + last_line(task_log);
    if (chunk.why.empty()) chunk.why = "it ended without a message";
  }
  return chunk;
}

void judge_merge(Status& status, const fs::path& output, const ChunkFolder& folder, const Queue& queue) {
  status.merge_why = last_line(folder.merge_log());
  if (queue.merge) {
    status.merge = queue.merge->is_pending() ? ChunkState::queued : ChunkState::running;
    status.merge_why = queue.merge->is_pending() ? queue.merge->reason : "";
  } else if (files::exists(output)) {
    status.merge = ChunkState::done;
    status.merge_why.clear();
  } else if (!status.merge_why.empty()) {
    status.merge = ChunkState::failed;
  }
}

}  // namespace

ChunkState state_of(const Facts& facts) {
  if (facts.is_there) return ChunkState::done;
  if (facts.is_locked) return ChunkState::running;
  if (facts.is_queued) return ChunkState::queued;
  return facts.is_begun ? ChunkState::failed : ChunkState::missing;
}

std::optional<RemainingTime> estimate(const std::vector<Chunk>& chunks, std::uint64_t tasks_at_work) {
  RemainingTime estimate;
  double seconds = 0.0, scenarios = 0.0, left = 0.0;
  for (const auto& chunk : chunks) {
    if (chunk.state == ChunkState::done && chunk.seconds > 0.0) {
      ++estimate.chunks;
      seconds += chunk.seconds;
      scenarios += static_cast<double>(chunk.scenarios);
    }
    if (chunk.state == ChunkState::running || chunk.state == ChunkState::queued)
      left += static_cast<double>(chunk.scenarios - std::min(chunk.scenarios, chunk.recorded));
  }
  if (estimate.chunks == 0 || tasks_at_work == 0) return std::nullopt;
  estimate.tasks = tasks_at_work;
  estimate.seconds = left * seconds / scenarios / static_cast<double>(tasks_at_work);
  return estimate;
}

std::optional<Status> status(const fs::path& output, const Slurm& slurm) {
  const ChunkFolder folder(output);
  const auto submission = folder.submission();
  if (!submission) return std::nullopt;
  Status status{*submission};
  Queue queue;
  try {
    queue = queue_of(*submission, slurm);
    status.knows_queue = true;
  } catch (const RunError&) {  // report from the files alone
  }
  std::vector<std::uint64_t> task_of(submission->chunks + 1, 0);
  for (std::size_t task = 0; task < submission->tasks.size(); ++task)
    for (const std::uint64_t chunk : submission->tasks[task]) task_of[chunk] = task + 1;
  const auto spent = times(folder);
  std::set<std::uint64_t> at_work = queue.at_work;
  for (std::uint64_t number = 1; number <= submission->chunks; ++number) {
    status.chunks.push_back(chunk_of(folder, *submission, number, task_of[number], queue));
    Chunk& chunk = status.chunks.back();
    if (const auto its = spent.find(number); its != spent.end()) chunk.seconds = its->second;
    if (chunk.state == ChunkState::running && !status.knows_queue) at_work.insert(number);
  }
  status.left = estimate(status.chunks, at_work.size());
  judge_merge(status, output, folder, queue);
  return status;
}

}  // namespace hilspace::cluster
