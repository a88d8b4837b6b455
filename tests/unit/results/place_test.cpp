#include "results/place.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

#include "core/error.hpp"
#include "messages.hpp"
#include "results/atomic_file.hpp"
#include "sample.hpp"

namespace hilspace::results {
namespace {

namespace fs = std::filesystem;

void write(const Place& place, const std::string& text) {
  AtomicFile file(place);
  file.write(0, text.data(), text.size());
  file.commit();
}

TEST(Place, WhatAppearsMeanwhileIsKept) {
  const sample::Directory directory;
  const Place place(directory / "r.h5");
  AtomicFile file(place);
  sample::set_bytes(directory / "r.h5", "somebody else's");
  const std::string text = run_error([&] { file.commit(); });
  EXPECT_TRUE(has(text, "somebody wrote it meanwhile")) << text;
  EXPECT_EQ(sample::bytes(directory / "r.h5"), "somebody else's");
}

TEST(Place, WhatStoodThereIsReplacedAndNothingElse) {
  const sample::Directory directory;
  const auto file = directory / "r.h5";
  sample::set_bytes(file, "old");
  write(Place(file), "new");
  EXPECT_EQ(sample::bytes(file), "new");

  for (const bool in_place : {true, false}) {
    const Place seen(file);
    if (!in_place) fs::remove(file);
    sample::set_bytes(file, "changed since");
    EXPECT_TRUE(seen.is_taken());
    EXPECT_NE(run_error([&] { write(seen, "newer"); }), "");
    EXPECT_EQ(sample::bytes(file), "changed since");
  }
  const Place seen(file);
  fs::remove(file);
  EXPECT_FALSE(seen.is_taken()) << "gone is free";
  write(seen, "newer");
  EXPECT_EQ(sample::bytes(file), "newer");
  EXPECT_EQ(directory.names().size(), 1u) << "no temporary stays";
}

TEST(Place, NeitherWayOfRenamingReplaces) {
  for (const auto way : {rename_to_free_name, link_to_free_name}) {
    const sample::Directory directory;
    sample::set_bytes(directory / "a", "mine");
    EXPECT_EQ(way(directory / "a", directory / "b"), 0);
    EXPECT_EQ(sample::bytes(directory / "b"), "mine");
    EXPECT_FALSE(fs::exists(directory / "a"));
    sample::set_bytes(directory / "a", "more");
    EXPECT_EQ(way(directory / "a", directory / "b"), EEXIST);
    EXPECT_EQ(sample::bytes(directory / "b"), "mine");
    EXPECT_EQ(way(directory / "none", directory / "c"), ENOENT);
  }
}

// An answer that NFS lost: the link is there, and the call says so.
TEST(Place, ALinkThatWasMadeIsADoneRename) {
  const sample::Directory directory;
  sample::set_bytes(directory / "a", "mine");
  fs::create_hard_link(directory / "a", directory / "b");
  EXPECT_EQ(link_to_free_name(directory / "a", directory / "b"), 0);
  EXPECT_FALSE(fs::exists(directory / "a"));
}

TEST(Place, LinksAreFollowedToTheirEnd) {
  const sample::Directory directory;
  fs::create_directory(directory / "far");
  fs::create_symlink("far/second", directory / "first");
  fs::create_symlink("../third", directory / "far" / "second");
  EXPECT_TRUE(fs::weakly_canonical(behind_links(directory / "first")) ==
              fs::weakly_canonical(directory / "third"));
  EXPECT_EQ(behind_links(directory / "plain"), directory / "plain");
  fs::create_symlink("loop", directory / "loop");
  EXPECT_THROW(behind_links(directory / "loop"), InputError);
}

// The names of temporaries can be guessed: whoever puts a link there must not have its target written.
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
  write(Place(directory / "r.h5"), "mine");
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
