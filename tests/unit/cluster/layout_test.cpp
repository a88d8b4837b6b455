#include "cluster/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace hilspace::cluster {
namespace {

TEST(Layout, EveryChunkIsInOneTask) {
  for (const std::uint64_t count : {1u, 2u, 12u, 1000u, 10'000u}) {
    Chunks chunks(count);
    std::iota(chunks.begin(), chunks.end(), std::uint64_t{1});
    for (const std::uint64_t most : {1u, 4u, 7u, 1000u, 20'000u}) {
      const auto tasks = tasks_of(chunks, most);
      EXPECT_EQ(tasks.size(), std::min(most, count));
      Chunks found;
      for (const auto& task : tasks) {
        EXPECT_GE(task.size(), count / tasks.size());
        EXPECT_LE(task.size(), count / tasks.size() + 1);
        EXPECT_TRUE(std::ranges::is_sorted(task));
        found.insert(found.end(), task.begin(), task.end());
      }
      std::ranges::sort(found);
      EXPECT_EQ(found, chunks);
    }
  }
  EXPECT_TRUE(tasks_of({}, 4).empty());
}

TEST(Layout, TakesChunksInTurns) {
  const Chunks left{3, 7, 11, 12, 40};
  EXPECT_EQ(tasks_of(left, 2), (std::vector<Chunks>{{3, 11, 40}, {7, 12}}));
}

// Tasks are numbered from 1, and the largest number is below MaxArraySize.
TEST(Layout, RespectsMaxArraySize) {
  EXPECT_EQ(most_tasks(1001), 1000u);
  EXPECT_EQ(most_tasks(2), 1u);
  EXPECT_EQ(most_tasks(0), 1u);
}

}  // namespace
}  // namespace hilspace::cluster
