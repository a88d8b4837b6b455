#include "results/disk/atomic_file.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "core/error.hpp"
#include "unit/results/messages.hpp"
#include "unit/results/sample.hpp"

namespace hilspace::results {
namespace {

namespace fs = std::filesystem;

TEST(AtomicFile, WhereNothingCanBeWrittenThatIsSaid) {
  const sample::Directory directory;
  const auto file = directory / "none";
  const auto text = run_error([&] { write_part(file / "a.part", sample::study(), sample::block({0, 1})); });
  EXPECT_TRUE(has(text, "No such file or directory") && has(text, "choose a place")) << text;
}

TEST(AtomicFile, UncommittedFilesLeaveNothing) {
  const sample::Directory directory;
  { AtomicFile(directory / "a").write(0, "half", 4); }
  EXPECT_TRUE(directory.names().empty());
}

TEST(AtomicFile, PermissionsAreThoseOfAnyNewFile) {
  const sample::Directory directory;
  AtomicFile file(directory / "a");
  file.commit();
  sample::set_bytes(directory / "b", "");
  EXPECT_EQ(fs::status(directory / "a").permissions(), fs::status(directory / "b").permissions());
}

TEST(AtomicFile, LeftoversOfKilledProcessesAreRemovedAndNoOthers) {
  const sample::Directory directory;
  const pid_t killed = ::fork();
  if (killed == 0) {
    auto* abandoned = new AtomicFile(directory / "r.h5");
    abandoned->write(0, "half", 4);
    ::raise(SIGKILL);
  }
  ::waitpid(killed, nullptr, 0);
  sample::set_bytes(directory / "r.h5.important.tmp", "mine");
  const AtomicFile running(directory / "r.h5");
  ASSERT_EQ(directory.names().size(), 3u);
  remove_leftovers(directory / "r.h5");
  const auto names = directory.names();
  ASSERT_EQ(names.size(), 2u);
  EXPECT_TRUE(fs::exists(directory / "r.h5.important.tmp"));
}

TEST(AtomicFile, ThoseOfOtherHostsAreRemovedWhereNobodyWrites) {
  const sample::Directory directory;
  sample::set_bytes(directory / "r.h5.a.host.of.123.1.tmp", "half");
  for (const auto* mine :
       {"r.h5.important.tmp", "r.h5.2.tmp", "r.h5.copy.1x.2.tmp", "r.h5", "r2.h5.host.1.1.tmp"})
    sample::set_bytes(directory / mine, "mine");
  remove_leftovers(directory / "r.h5");
  EXPECT_EQ(directory.names().size(), 6u);
  remove_leftovers(directory / "r.h5", Writers::none);
  EXPECT_EQ(directory.names().size(), 5u);
  EXPECT_FALSE(fs::exists(directory / "r.h5.a.host.of.123.1.tmp"));
}

// Temporary names can be guessed: a link planted there must not have its target overwritten.
TEST(AtomicFile, PlantedLinksAreNotFollowed) {
  const sample::Directory directory;
  sample::set_bytes(directory / "victim", "precious");
  std::string name;
  {
    const AtomicFile first(directory / "r.h5");
    name = directory.names().front();
  }
  const std::string stem = name.substr(0, name.rfind('.', name.size() - 5) + 1);
  const int count = std::stoi(name.substr(stem.size()));
  for (int next = 1; next <= 50; ++next)
    fs::create_symlink("victim", directory / (stem + std::to_string(count + next) + ".tmp"));
  AtomicFile mine(directory / "r.h5");
  mine.write(0, "mine", 4);
  mine.commit();
  EXPECT_EQ(sample::bytes(directory / "r.h5"), "mine");
  EXPECT_EQ(sample::bytes(directory / "victim"), "precious");
  remove_leftovers(directory / "r.h5", Writers::none);
  EXPECT_EQ(sample::bytes(directory / "victim"), "precious");
  EXPECT_EQ(directory.names().size(), 52u) << "links are nobody's temporaries";
}

TEST(AtomicFile, GrowsBesideItsTargetWhereTheFolderIsOnAnotherDisk) {
  const sample::Directory directory;
  if (disk().are_on_one_disk(directory.path(), "/proc")) GTEST_SKIP() << "no other disk here";
  AtomicFile file(directory / "r.h5", "/proc");
  file.write(0, "mine", 4);
  file.commit();
  EXPECT_EQ(sample::bytes(directory / "r.h5"), "mine");
}

TEST(AtomicFile, IsLookedAtBeforeItAppears) {
  const sample::Directory directory;
  AtomicFile file(directory / "r.h5");
  file.write(0, "mine", 4);
  std::string seen;
  const auto look = [&](const fs::path& temporary) {
    seen = sample::bytes(temporary);
    throw RunError("not what it should be");
  };
  EXPECT_THROW(file.commit(AtomicFile::Next::read, look), RunError);
  EXPECT_EQ(seen, "mine");
  EXPECT_FALSE(fs::exists(directory / "r.h5"));
}

}  // namespace
}  // namespace hilspace::results
