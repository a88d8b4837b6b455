#include "cluster/slurm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <sstream>
#include <system_error>

#include "core/error.hpp"
#include "study/notation/quantity.hpp"

namespace hilspace::cluster {
namespace {

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// A program's error output as one line.
std::string said(const Finished& finished) {
  std::string text(study::trimmed(finished.err.empty() ? finished.out : finished.err));
  std::ranges::replace(text, '\n', ' ');
  return text.empty() ? fmt::format("exit code {}", finished.code) : text;
}

}  // namespace

std::optional<std::uint64_t> parse_max_array_size(std::string_view text) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const auto equals = line.find('=');
    if (equals == std::string::npos) continue;
    const std::string_view view = line;
    if (study::trimmed(view.substr(0, equals)) == "MaxArraySize")
      return number(study::trimmed(view.substr(equals + 1)));
  }
  return std::nullopt;
}

std::vector<QueuedTask> parse_queue(std::string_view text) {
  std::vector<QueuedTask> queue;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (study::trimmed(line).empty()) continue;
    std::istringstream fields(line);
    QueuedTask its;
    std::string task;
    if (!std::getline(fields, its.job, '|') || !std::getline(fields, task, '|') ||
        !std::getline(fields, its.state, '|') || !number(its.job))
      throw RunError(fmt::format("squeue: '{}' is not a line JOB|TASK|STATE|REASON", line));
    std::getline(fields, its.reason, '|');
    its.task = number(task).value_or(0);  // "N/A" for a job that is not an array
    queue.push_back(std::move(its));
  }
  return queue;
}

std::string parse_job(std::string_view text) {
  const std::string_view job = study::trimmed(text.substr(0, text.find(';')));
  if (!number(job))
    throw RunError(
        fmt::format("sbatch: '{}' is not a job number; squeue shows whether the job was submitted", text));
  return std::string(job);
}

Finished Slurm::call(std::span<const std::string> words) const {
  Finished finished = run_(words);
  if (finished.code == Finished::kNoSuchProgram)
    throw RunError(
        fmt::format("{}: not installed on this computer; use a login node of the cluster, or use "
                    "--dry-run to write the scripts without submitting",
                    words.front()));
  return finished;
}

bool Slurm::is_there() const {
  const std::array<std::string, 2> words{"sbatch", "--version"};
  return run_(words).code == 0;
}

std::uint64_t Slurm::max_array_size() const {
  const std::array<std::string, 3> words{"scontrol", "show", "config"};
  const Finished finished = call(words);
  if (finished.code != 0) throw RunError("scontrol show config: " + said(finished));
  return parse_max_array_size(finished.out).value_or(kDefaultMaxArraySize);
}

std::vector<QueuedTask> Slurm::queue(std::span<const std::string> jobs) const {
  if (jobs.empty()) return {};
  const std::array<std::string, 5> words{"squeue", "--noheader", "--array", "--format=%F|%K|%T|%r",
                                         fmt::format("--jobs={}", fmt::join(jobs, ","))};
  const Finished finished = call(words);
  if (finished.code == 0) return parse_queue(finished.out);
  // Slurm forgets jobs some minutes after their end.
  if (finished.err.find("Invalid job id") != std::string::npos) return {};
  throw RunError("squeue: " + said(finished) + "; the state of the queue is unknown: try again later");
}

std::string Slurm::submit(std::span<const std::string> words) const {
  const Finished finished = call(words);
  if (finished.code != 0) throw RunError(said(finished) + "; this call of sbatch submitted nothing");
  return parse_job(finished.out);
}

}  // namespace hilspace::cluster
