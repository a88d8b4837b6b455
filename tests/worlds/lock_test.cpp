// A lock that survives a power cut has its text: without it, no later process could take it over.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "support/simulated_disk.hpp"
#include "sweep/ownership/run_lock.hpp"

namespace hilspace::sweep {
namespace {

/// Lock files in the folder without a text, after a power cut while a run held the lock.
std::size_t torn_locks(std::uint64_t seed) {
  test::SimulatedDisk disk(seed);
  const results::DiskInstead instead(disk);
  disk.begin({});
  {
    const RunLock lock("/parts", this_writer());
    disk.cut_power();
  }
  disk.begin({});
  std::size_t torn = 0;
  for (const auto& name : disk.all("/parts")) {
    if (name.ends_with('/')) continue;  // a folder
    struct stat found {};
    EXPECT_EQ(disk.look(name, found, results::Disk::Links::kept), 0);
    torn += found.st_size == 0;
  }
  return torn;
}

TEST(RunLock, KeepsItsTextThroughAPowerCut) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) EXPECT_EQ(torn_locks(seed), 0u) << "seed " << seed;
}

}  // namespace
}  // namespace hilspace::sweep
