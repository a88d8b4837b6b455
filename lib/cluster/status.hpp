#pragma once
// Status: how far a submitted study is, by what lies in its folder and what Slurm has in its queue.

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
  queued,   // its task waits, or is at other chunks
  failed,   // it was begun and its task has ended
  missing,  // never begun, and in no task that is queued
};
inline constexpr std::array<std::string_view, 5> kStateNames{"done", "running", "queued", "failed",
                                                             "missing"};
inline std::string_view name_of(ChunkState state) { return kStateNames[static_cast<std::size_t>(state)]; }

/// What is known of a chunk.
struct Facts {
  bool is_there = false;   // its file
  bool is_locked = false;  // by a run that lives
  bool is_queued = false;  // its task
  bool is_begun = false;   // it left parts or a log
};
ChunkState state_of(const Facts& facts);

struct Chunk {
  std::uint64_t number = 0;
  ChunkState state = ChunkState::missing;
  std::uint64_t scenarios = 0;
  std::uint64_t recorded = 0;  // of these, that need not be computed again
  std::uint64_t task = 0;      // of the latest array; 0: none
  std::string why{};           // it failed, or who runs it
  double seconds = 0.0;        // that tasks spent on it; 0: not known
};

/// s that are left, of what runs or is queued.
struct Estimate {
  double seconds = 0.0;
  std::uint64_t tasks = 0;   // at work, side by side
  std::uint64_t chunks = 0;  // done ones it rests on
};
/// Nothing when no chunk is done whose time is known, or no task is at work.
std::optional<Estimate> estimate(const std::vector<Chunk>& chunks, std::uint64_t tasks_at_work);

struct Status {
  Submission submission;
  bool knows_queue = false;  // Slurm could be asked
  std::vector<Chunk> chunks{};
  ChunkState merge = ChunkState::missing;
  std::string merge_why{};
  std::optional<Estimate> left{};
};

/// Of an output that was submitted; nothing when it was not. Throws RunError.
std::optional<Status> status(const std::filesystem::path& output, const Slurm& slurm);

}  // namespace hilspace::cluster
