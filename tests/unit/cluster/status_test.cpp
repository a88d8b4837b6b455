#include "cluster/status.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "support/directory.hpp"
#include "sweep/output/part_store.hpp"
#include "sweep/ownership/run_lock.hpp"

namespace hilspace::cluster {
namespace {

namespace fs = std::filesystem;

TEST(Status, StateComesOfFacts) {
  EXPECT_EQ(state_of({}), ChunkState::missing);
  EXPECT_EQ(state_of({.is_begun = true}), ChunkState::failed);
  EXPECT_EQ(state_of({.is_queued = true}), ChunkState::queued);
  EXPECT_EQ(state_of({.is_queued = true, .is_begun = true}), ChunkState::queued) << "requeued";
  EXPECT_EQ(state_of({.is_locked = true, .is_queued = true, .is_begun = true}), ChunkState::running);
  EXPECT_EQ(state_of({.is_there = true, .is_locked = true, .is_queued = true, .is_begun = true}),
            ChunkState::done);
}

TEST(Status, EstimateIsWorkLeftOverTasks) {
  std::vector<Chunk> chunks{
      {1, ChunkState::done, 100, 100, 1, "", 10.0}, {2, ChunkState::done, 100, 100, 1, "", 30.0},
      {3, ChunkState::running, 100, 50, 1},         {4, ChunkState::queued, 100, 0, 2},
      {5, ChunkState::failed, 100, 0, 2},           {6, ChunkState::done, 100, 100, 2}};
  // 0.2 s per scenario, 150 of them for two tasks
  const auto left = estimate(chunks, 2);
  ASSERT_TRUE(left);
  EXPECT_DOUBLE_EQ(left->seconds, 15.0);
  EXPECT_EQ(left->chunks, 2u);
  EXPECT_FALSE(estimate(chunks, 0)) << "nobody is at work";
  chunks[0].seconds = chunks[1].seconds = 0.0;
  EXPECT_FALSE(estimate(chunks, 2)) << "nothing is known of how long it takes";
}

TEST(Status, IsReadFromTheFolderAndTheQueue) {
  const test::Directory directory;
  const fs::path output = directory / "r.h5";
  const Slurm nobody([](auto) { return Finished{Finished::kNoSuchProgram, "", ""}; });
  EXPECT_FALSE(status(output, nobody));

  const ChunkFolder folder(output);
  fs::create_directories(folder.logs());
  folder.write(Submission{{"sha", "0.1.0", "abc"}, 50, 5, {{1, 3, 5}, {2, 4}}, {}, "then", "7", "8"});
  std::ofstream(folder.chunk(1)) << "done";
  std::ofstream(folder.chunk_log(2)) << "first\ndisk full\n";
  fs::create_directories(sweep::PartStore::folder_of(folder.chunk(2)));
  std::ofstream(sweep::PartStore::folder_of(folder.chunk(2)) / "0000000000010-0000000000017.part.h5")
      << "7 of them";
  const sweep::RunLock lock(sweep::PartStore::folder_of(folder.chunk(3)));
  std::ofstream(folder.task_times(1)) << "1 1500\n1 500\n";
  const Slurm slurm([](std::span<const std::string> words) {
    return Finished{0, words[0] == "squeue" ? "7|1|RUNNING|None\n8|N/A|PENDING|Dependency\n" : "", ""};
  });

  const Status found = status(output, slurm).value();
  const auto state = [&](std::size_t number) { return found.chunks[number - 1].state; };
  EXPECT_EQ(state(1), ChunkState::done);
  EXPECT_EQ(found.chunks[0].seconds, 2.0) << "over its sessions";
  EXPECT_EQ(state(2), ChunkState::failed);
  EXPECT_EQ(found.chunks[1].why, "disk full");
  EXPECT_EQ(found.chunks[1].recorded, 7u);
  EXPECT_EQ(state(3), ChunkState::running);
  EXPECT_EQ(state(4), ChunkState::missing) << "its task ended";
  EXPECT_EQ(state(5), ChunkState::queued) << "its task is at chunk 3";
  EXPECT_EQ(found.merge, ChunkState::queued);
  EXPECT_EQ(found.merge_why, "Dependency");
  EXPECT_EQ(found.left->tasks, 1u);
  EXPECT_DOUBLE_EQ(found.left->seconds, 20 * 2.0 / 10);

  // Without Slurm the files are the only source.
  const Status alone = status(output, nobody).value();
  EXPECT_FALSE(alone.knows_queue);
  EXPECT_EQ(alone.chunks[2].state, ChunkState::running);
  EXPECT_EQ(alone.chunks[4].state, ChunkState::missing);
  EXPECT_EQ(alone.merge, ChunkState::missing);
  std::ofstream(folder.merge_log()) << "scenarios 10 to 19 are missing\n";
  EXPECT_EQ(status(output, nobody)->merge, ChunkState::failed);
  std::ofstream(output) << "whole";
  EXPECT_EQ(status(output, nobody)->merge, ChunkState::done);
}

}  // namespace
}  // namespace hilspace::cluster
