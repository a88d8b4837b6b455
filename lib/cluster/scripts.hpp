#pragma once
// Scripts: the batch scripts of a submission, in plain bash, readable and suitable for manual submission.

#include <filesystem>
#include <string>
#include <vector>

#include "cluster/layout.hpp"
#include "cluster/submission.hpp"

namespace hilspace::cluster {

struct Scripts {
  ChunkFolder folder;
  std::filesystem::path output;  // absolute path
  std::string command;           // that calls hilspace: bash words
  std::uint64_t chunks = 0;
  std::vector<Chunks> tasks{};
  int threads = 0;        // 0: the number of CPUs that Slurm gives a task
  int signal_before = 0;  // s before the time limit
};

/// Batch script for the chunks of one task, one after the other.
///
/// It may run at any time, repeatedly and concurrently: finished chunks are kept, and chunks being written by
/// another process are left to it. On SIGUSR1 (before the time limit) it stops its chunk, which keeps its
/// parts, and requeues itself. Exit code 1 when a chunk is unfinished at its end.
std::string array_script(const Scripts& scripts);

/// Batch script that merges the chunks, or lists the missing scenarios.
std::string merge_script(const Scripts& scripts);

/// Quotes a word for bash.
std::string shell_word(const std::string& text);

}  // namespace hilspace::cluster
