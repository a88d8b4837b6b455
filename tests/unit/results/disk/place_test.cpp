#include "results/disk/place.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

#include "core/error.hpp"
#include "results/disk/atomic_file.hpp"
#include "unit/results/messages.hpp"
#include "unit/results/sample.hpp"

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
  EXPECT_TRUE(has(text, "another process wrote it meanwhile")) << text;
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

// A reply lost by NFS: the link exists, and the call reports that.
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

}  // namespace
}  // namespace hilspace::results
