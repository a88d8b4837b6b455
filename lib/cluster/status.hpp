#pragma once
// Status: progress of a submitted study, from the files in its folder and Slurm's queue.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/slurm.hpp"
#include "cluster/submission.hpp"

namespace hilspace::cluster {

enum class ChunkState {
  done,
  running,  // its lock is held
  queued,   // its task is pending, or working on other chunks
  failed,   // it was started and its task has ended
  missing,  // never started, and in no queued task
};
inline constexpr std::array<std::string_view, 5> kStateNames{"done", "running", "queued", "failed",
                                                             "missing"};
inline std::string_view name_of(ChunkState state) { return kStateNames[static_cast<std::size_t>(state)]; }

/// State of a chunk.
struct Facts {
  bool is_there = false;   // its file exists
  bool is_locked = false;  // by a living run
  bool is_queued = false;  // its task is in the queue
  bool is_begun = false;   // it has parts or a log
};
ChunkState state_of(const Facts& facts);

struct Chunk {
  std::uint64_t number = 0;
  ChunkState state = ChunkState::missing;
  std::uint64_t scenarios = 0;
  std::uint64_t recorded = 0;  // those already computed
  std::uint64_t task = 0;      // in the latest array; 0: none
  std::string why{};           // cause of the failure, or the run's owner
  double seconds = 0.0;        // spent on it by tasks; 0: unknown
};

/// Estimated remaining time, s, of running and queued chunks.
struct RemainingTime {
  double seconds = 0.0;
  std::uint64_t tasks = 0;   // running concurrently
  std::uint64_t chunks = 0;  // finished chunks on which the estimate is based
};
/// Empty when no finished chunk has a known duration, or no task is running.
std::optional<RemainingTime> estimate(const std::vector<Chunk>& chunks, std::uint64_t tasks_at_work);

struct Status {
  Submission submission;
  bool knows_queue = false;  // Slurm could be queried
  std::vector<Chunk> chunks{};
  ChunkState merge = ChunkState::missing;
  std::string merge_why{};
  std::optional<RemainingTime> left{};
};

/// State of a submitted output; empty if it was not submitted. Throws RunError.
std::optional<Status> status(const std::filesystem::path& output, const Slurm& slurm);

}  // namespace hilspace::cluster
