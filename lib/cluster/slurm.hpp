#pragma once
// Slurm: the queries and actions of submit and status, through its commands sbatch, squeue and scontrol.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/process.hpp"

namespace hilspace::cluster {

/// A job, or a task of an array, that has not ended.
struct QueuedTask {
  std::string job;
  std::uint64_t task = 0;  // number in its array; 0: no array
  std::string state;       // "PENDING", "RUNNING", "COMPLETING", ...
  std::string reason;      // why it is pending: "Resources", "Priority", "Dependency", ...

  bool is_pending() const { return state == "PENDING"; }
};

/// Parses `scontrol show config`; empty if the value is absent.
std::optional<std::uint64_t> parse_max_array_size(std::string_view text);
/// Parses lines JOB|TASK|STATE|REASON. Throws RunError.
std::vector<QueuedTask> parse_queue(std::string_view text);
/// Parses `sbatch --parsable`: "123" or "123;cluster". Throws RunError.
std::string parse_job(std::string_view text);

class Slurm {
 public:
  static constexpr std::uint64_t kDefaultMaxArraySize = 1001;

  explicit Slurm(Run run = run_process) : run_(std::move(run)) {}

  bool is_there() const;
  /// Throws RunError when the query fails.
  std::uint64_t max_array_size() const;
  /// Those of the given jobs that have not ended. Throws RunError when that cannot be determined.
  std::vector<QueuedTask> queue(std::span<const std::string> jobs) const;
  /// Calls sbatch and returns the job's number. Throws RunError with the message of sbatch.
  std::string submit(std::span<const std::string> words) const;

 private:
  Finished call(std::span<const std::string> words) const;

  Run run_;
};

}  // namespace hilspace::cluster
