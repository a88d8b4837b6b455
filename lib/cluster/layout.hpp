#pragma once
// Layout: assignment of chunks to the tasks of a job array.

#include <cstdint>
#include <span>
#include <vector>

namespace hilspace::cluster {

/// Chunks of one task, in order of computation.
using Chunks = std::vector<std::uint64_t>;

/// Distributes chunks over at most `tasks` tasks (at least 1), as evenly as possible; none is empty. Round
/// robin: neighbouring chunks cost about the same, so every task gets some of the expensive ones.
std::vector<Chunks> tasks_of(std::span<const std::uint64_t> chunks, std::uint64_t tasks);

/// Maximum number of tasks in an array. They are numbered from 1 here, and task numbers must stay below
/// MaxArraySize.
inline std::uint64_t most_tasks(std::uint64_t max_array_size) {
  return max_array_size > 2 ? max_array_size - 1 : 1;
}

}  // namespace hilspace::cluster
