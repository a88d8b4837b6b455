#pragma once
// Layout: which task of a job array computes which chunks.

#include <cstdint>
#include <span>
#include <vector>

namespace hilspace::cluster {

/// Chunks of one task, in the order in which it computes them.
using Chunks = std::vector<std::uint64_t>;

/// Shares chunks out among at most `tasks` tasks (at least 1), as evenly as can be; none is empty. In turns:
/// neighbouring chunks cost alike, so every task gets some of the dear ones.
std::vector<Chunks> tasks_of(std::span<const std::uint64_t> chunks, std::uint64_t tasks);

/// How many tasks an array may have. They are numbered from 1 here, and no number reaches MaxArraySize.
inline std::uint64_t most_tasks(std::uint64_t max_array_size) {
  return max_array_size > 2 ? max_array_size - 1 : 1;
}

}  // namespace hilspace::cluster
