// The simulated disk of the worlds: what it keeps and what it loses.

#include "support/simulated_disk.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <set>

namespace hilspace::test {
namespace {

void write(SimulatedDisk& disk, const char* name, const std::string& text, bool syncs) {
  const int file = disk.open(name, O_RDWR | O_CREAT);
  disk.write(file, text.data(), text.size(), 0);
  if (syncs) disk.sync(file);
  disk.close(file);
}

void sync_folder(SimulatedDisk& disk, const char* name) {
  const int folder = disk.open(name, O_RDONLY | O_DIRECTORY);
  EXPECT_EQ(disk.sync(folder), 0);
  disk.close(folder);
}

std::string text(SimulatedDisk& disk, const char* name) {
  const int file = disk.open(name, O_RDONLY);
  if (file < 0) return "none";
  std::string found(5000, '\0');
  found.resize(static_cast<std::size_t>(disk.read(file, found.data(), found.size(), 0)));
  disk.close(file);
  return found;
}

const std::string kOld(2000, 'o'), kNew(3000, 'n');

TEST(SimulatedDisk, KeepsWhatIsSynced) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SimulatedDisk disk(seed);
    disk.begin({});
    write(disk, "/a", kOld, true);
    sync_folder(disk, "/");
    disk.cut_power();
    disk.begin({});
    ASSERT_EQ(text(disk, "/a"), kOld);
  }
}

TEST(SimulatedDisk, LosesWhatIsNot) {
  std::set<std::string> found;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SimulatedDisk disk(seed);
    disk.begin({});
    write(disk, "/a", kOld, true);
    sync_folder(disk, "/");
    write(disk, "/b", kNew, false);
    disk.rename("/b", "/a", results::Disk::Taken::replaced);
    ASSERT_EQ(text(disk, "/a"), kNew);
    disk.cut_power();
    disk.begin({});
    found.insert(text(disk, "/a"));
  }
  EXPECT_TRUE(found.contains(kOld) && found.contains("")) << "the name before the text";
  EXPECT_GT(found.size(), 5u) << "and all there is between";
}

TEST(SimulatedDisk, KeepsTheNamesOfSyncedFoldersOnly) {
  std::set<std::string> found;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SimulatedDisk disk(seed);
    disk.begin({});
    write(disk, "/a", kOld, true);
    sync_folder(disk, "/");
    write(disk, "/b", kNew, true);
    disk.rename("/b", "/a", results::Disk::Taken::replaced);
    disk.cut_power();
    disk.begin({});
    found.insert(text(disk, "/a"));
  }
  EXPECT_EQ(found, (std::set<std::string>{kOld, kNew}));
}

TEST(SimulatedDisk, DropsWhatAFailedSyncWasAbout) {
  bool is_lost = false;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SimulatedDisk disk(seed);
    disk.begin({});
    write(disk, "/a", kOld, true);
    sync_folder(disk, "/");
    disk.begin({.fail_at = 3, .error = EIO});
    const int file = disk.open("/a", O_RDWR);
    disk.write(file, kNew.data(), kNew.size(), 0);
    EXPECT_EQ(disk.sync(file), -1);
    EXPECT_EQ(disk.sync(file), 0) << "it says so once";
    disk.cut_power();
    disk.begin({});
    is_lost = is_lost || text(disk, "/a") == kOld;
  }
  EXPECT_TRUE(is_lost);
}

TEST(SimulatedDisk, TheDeadDoNothing) {
  SimulatedDisk disk(1);
  disk.begin({});
  write(disk, "/a", kOld, true);
  disk.begin({.die_at = 2});
  const int file = disk.open("/a", O_RDWR);
  EXPECT_EQ(disk.resize(file, 0), -1);
  EXPECT_EQ(disk.unlink("/a"), -1);
  EXPECT_TRUE(disk.is_dead());
  disk.begin({});
  EXPECT_EQ(text(disk, "/a"), kOld);
}

}  // namespace
}  // namespace hilspace::test
