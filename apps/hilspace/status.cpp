// hilspace status: progress of a submitted study, or of a run on this computer

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "cluster/status.hpp"
#include "cluster/submission.hpp"
#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "json.hpp"
#include "messages.hpp"
#include "results/results.hpp"
#include "stop.hpp"
#include "sweep/output/part_store.hpp"
#include "sweep/ownership/run_lock.hpp"
#include "text/progress.hpp"
#include "text_table.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace fs = std::filesystem;
namespace {

using cluster::ChunkState;

void print_csv(const cluster::Status& status) {
  fmt::print("chunk,state,scenarios,recorded,task,seconds,why\n");
  for (const auto& chunk : status.chunks) {
    std::string why = chunk.why;
    std::ranges::replace(why, '"', '\'');
    fmt::print("{},{},{},{},{},{},\"{}\"\n", chunk.number, name_of(chunk.state), chunk.scenarios,
               chunk.recorded, chunk.task, chunk.seconds > 0.0 ? fmt::format("{}", chunk.seconds) : "nan",
               why);
  }
}

void print_json(const cluster::Status& status, const std::string& output) {
  Json chunks = Json::array();
  for (const auto& chunk : status.chunks) {
    Json its = Json::object();
    its.add("chunk", chunk.number).add("state", name_of(chunk.state)).add("scenarios", chunk.scenarios);
    its.add("recorded", chunk.recorded).add("task", chunk.task).add("why", chunk.why);
    chunks.push(std::move(its.add("seconds", chunk.seconds > 0.0 ? Json(chunk.seconds) : Json())));
  }
  Json all = Json::object().add("file", output).add("state", name_of(status.merge));
  all.add("scenarios", status.submission.scenarios).add("array_job", status.submission.array_job);
  all.add("merge_job", status.submission.merge_job).add("knows_queue", status.knows_queue);
  all.add("seconds_left", status.left ? Json(status.left->seconds) : Json());
  fmt::print("{}\n", all.add("chunks", std::move(chunks)).text());
}

std::string jobs_text(const cluster::Submission& submission) {
  if (submission.array_job.empty() && submission.merge_job.empty()) return "not submitted (--dry-run)";
  return fmt::format("submitted {} as job {}", submission.submitted,
                     submission.array_job.empty() ? submission.merge_job
                                                  : submission.array_job + ", merge " + submission.merge_job);
}

/// Chunks of a state, with their remarks; only the first ones if there are many.
void print_some(const cluster::Status& status, ChunkState state) {
  constexpr std::uint64_t kShown = 10;
  std::uint64_t count = 0;
  for (const auto& chunk : status.chunks) {
    if (chunk.state != state) continue;
    if (++count <= kShown) fmt::print("  chunk {} {}: {}\n", chunk.number, name_of(state), chunk.why);
  }
  if (count > kShown) fmt::print("  and {} more; --csv lists them all\n", grouped(count - kShown));
}

void print(const cluster::Status& status, const std::string& output) {
  std::array<std::uint64_t, cluster::kStateNames.size()> chunks{}, scenarios{};
  std::uint64_t recorded = 0;
  for (const auto& chunk : status.chunks) {
    const auto k = static_cast<std::size_t>(chunk.state);
    ++chunks[k];
    scenarios[k] += chunk.scenarios;
    recorded += chunk.recorded;
  }
  fmt::print("{}: {}\n\n", output, jobs_text(status.submission));
  TextTable table("lrr");
  table.add({"", "chunks", "scenarios"});
  for (std::size_t k = 0; k < chunks.size(); ++k)
    table.add({std::string(cluster::kStateNames[k]), grouped(chunks[k]), grouped(scenarios[k])});
  table.add({"total", grouped(status.submission.chunks), grouped(status.submission.scenarios)});
  table.print();
  print_some(status, ChunkState::running);
  print_some(status, ChunkState::failed);
  fmt::print("merge {}{}\n", name_of(status.merge), status.merge_why.empty() ? "" : ": " + status.merge_why);
  fmt::print("{} of {} are computed\n", grouped(recorded), counted(status.submission.scenarios, "scenario"));
  if (status.left && status.left->seconds > 0.0)
    fmt::print("about {} left, with {} running task{} (estimated from {} chunk{} that {} done)\n",
               duration_text(status.left->seconds), status.left->tasks, status.left->tasks == 1 ? "" : "s",
               status.left->chunks, status.left->chunks == 1 ? "" : "s",
               status.left->chunks == 1 ? "is" : "are");
  const auto count = [&](ChunkState state) { return chunks[static_cast<std::size_t>(state)]; };
  if (!status.knows_queue)
    fmt::print("Slurm is not available here: queued chunks are shown as missing or failed\n");
  else if (status.merge != ChunkState::done && count(ChunkState::running) + count(ChunkState::queued) == 0 &&
           status.merge != ChunkState::queued && status.merge != ChunkState::running)
    fmt::print("nothing is queued; the same hilspace submit continues from here\n");
}

/// The output's file, read and verified. Throws RunError where it is damaged or foreign.
void print_finished(const fs::path& output) {
  if (results::is_part(output)) {
    const results::PartInfo part = results::inspect_part(output);
    fmt::print("{}: done, scenarios {} to {} of {}; to be merged with the other shards\n", output.string(),
               grouped(part.range.begin), grouped(part.range.end - 1), grouped(part.scenarios));
    return;
  }
  results::ResultReader reader(output);
  ProgressBar progress(false);
  reader.verify([&](std::uint64_t done, std::uint64_t total) {
    progress.read(done, total);
    return !stop_requested();
  });
  progress.finish();
  if (stop_requested()) return;
  const results::ResultFile& its = reader.contents();
  const char* const other = its.is_trace ? "time histories" : its.is_campaign ? "a campaign" : "an analysis";
  if (its.is_trace || its.is_campaign || its.is_table)
    fmt::print("{}: done, {} of \"{}\"\n", output.string(), other, printable(its.title));
  else
    fmt::print("{}: done, all scenarios of \"{}\"\n", output.string(), printable(its.title));
}

/// State of a run as JSON: done, running, interrupted, or a shard to be merged.
void print_run_json(const fs::path& output) {
  const fs::path parts = sweep::PartStore::folder_of(output);
  Json all = Json::object().add("file", output.string());
  if (!fs::exists(parts)) {
    if (!fs::exists(output))
      throw InputError(
          fmt::format("{}: is not there, nor are its chunks or parts; nothing was begun", output.string()));
    if (results::is_part(output)) {
      const results::PartInfo part = results::inspect_part(output);
      all.add("state", "shard").add("begin", part.range.begin).add("end", part.range.end);
      all.add("scenarios", part.scenarios);
    } else {
      results::ResultReader reader(output);
      reader.verify([](std::uint64_t, std::uint64_t) { return !stop_requested(); });
      if (stop_requested()) return;
      all.add("state", "done").add("title", reader.contents().title);
    }
  } else {
    const auto holder = sweep::RunLock::holder(parts);
    const bool runs = holder && holder->alive;
    all.add("state", runs ? "running" : "interrupted").add("recorded", sweep::PartStore::recorded(output));
    if (runs)
      all.add("process", holder->writer.process).add("host", holder->writer.host).add("since", holder->since);
  }
  fmt::print("{}\n", all.text());
}

/// A run without a cluster: its result, or its parts and their writer.
void print_run(const fs::path& output) {
  const fs::path parts = sweep::PartStore::folder_of(output);
  if (!fs::exists(parts)) {
    if (!fs::exists(output))
      throw InputError(
          fmt::format("{}: does not exist, nor do its chunks or parts; no run was started", output.string()));
    return print_finished(output);
  }
  const auto holder = sweep::RunLock::holder(parts);
  const auto recorded = sweep::PartStore::recorded(output);
  fmt::print("{}: {} {} in {}\n", output.string(), counted(recorded, "scenario"),
             recorded == 1 ? "is" : "are", parts.string());
  if (holder && holder->alive)
    fmt::print("running: process {} on {}, since {}\n", holder->writer.process, holder->writer.host,
               holder->since);
  else if (fs::exists(output))
    fmt::print("a result exists and nobody is writing; the same run shows whether it is complete\n");
  else
    fmt::print("interrupted; the same command continues from there\n");
}

}  // namespace

int status(std::span<const std::string> arguments) {
  CommandLine line("hilspace status FILE.h5 [--csv | --json]", "result file");
  line.example("hilspace status study.h5");
  line.about("Shows the progress of a submitted study, or of a run on this computer.");
  line.flag("csv", "print one line per chunk instead");
  line.flag("json", "print all of it as JSON instead");
  if (!line.parse(arguments)) return kDone;
  const fs::path output = results::behind_links(line.argument());
  const auto found = cluster::status(output, cluster::Slurm());
  if (line.has("json"))
    found ? print_json(*found, line.argument()) : reading([&] { print_run_json(output); });
  else if (found && line.has("csv"))
    print_csv(*found);
  else if (found)
    print(*found, line.argument());
  else if (line.has("csv"))
    throw InputError(line.argument() + ": was not submitted, so it has no chunks to list");
  else
    reading([&] { print_run(output); });
  return stop_requested() ? kInterrupted : kDone;
}

}  // namespace hilspace::app
