#include "cluster/layout.hpp"

#include <algorithm>

namespace hilspace::cluster {

std::vector<Chunks> tasks_of(std::span<const std::uint64_t> chunks, std::uint64_t tasks) {
  std::vector<Chunks> shares(std::min<std::uint64_t>(std::max<std::uint64_t>(tasks, 1), chunks.size()));
  for (std::size_t k = 0; k < chunks.size(); ++k) shares[k % shares.size()].push_back(chunks[k]);
  return shares;
}

}  // namespace hilspace::cluster
