#pragma once
// The batch scripts of a submission: plain bash, to be read, and to be submitted by hand if need be.

#include <filesystem>
#include <string>
#include <vector>

#include "cluster/layout.hpp"
#include "cluster/submission.hpp"

namespace hilspace::cluster {

struct Scripts {
  ChunkFolder folder;
  std::filesystem::path output;  // whole
  std::string command;           // calls hilspace: bash words
  std::uint64_t chunks = 0;
  std::vector<Chunks> tasks{};
  int threads = 0;        // 0: as many as Slurm gives CPUs to a task
  int signal_before = 0;  // s before the time limit
};

/// Computes the chunks of one task, one after the other.
///
/// It may run at any time, again and twice: what is done is kept, and what somebody else is writing is left
/// to him. On SIGUSR1 (before the time limit) it stops its chunk, which leaves its parts, and requeues
/// itself. Exit code 1 when a chunk is not done at its end.
std::string array_script(const Scripts& scripts);

/// Puts the chunks together, or says which scenarios are missing.
std::string merge_script(const Scripts& scripts);

/// One word for bash.
std::string shell_word(const std::string& text);

}  // namespace hilspace::cluster
