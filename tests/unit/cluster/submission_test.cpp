#include "cluster/submission.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.hpp"
#include "support/directory.hpp"

namespace hilspace::cluster {
namespace {

const Submission kSubmission{
    {"sha", "0.1.0", "abc"}, 6000, 12, {{1, 5, 9}, {2}}, {"--time=5", "--comment=a \"b\""},
    "2026-01-02T03:04:05Z",  "7",  "8"};

TEST(Submission, IsReadAsItIsWritten) {
  const Submission read = parse_submission(text_of(kSubmission), "submission.toml");
  EXPECT_EQ(read.identity, kSubmission.identity);
  EXPECT_EQ(read.scenarios, 6000u);
  EXPECT_EQ(read.chunks, 12u);
  EXPECT_EQ(read.tasks, kSubmission.tasks);
  EXPECT_EQ(read.options, kSubmission.options);
  EXPECT_EQ(read.submitted, kSubmission.submitted);
  EXPECT_EQ(read.array_job, "7");
  EXPECT_EQ(read.merge_job, "8");
}

TEST(Submission, DamageIsNamed) {
  const std::string text = text_of(kSubmission);
  for (const auto& [from, to] :
       {std::pair{"chunks = 12", "chunks = 0"}, std::pair{"chunks = 12", "chunks = 4"},
        std::pair{"array_job", "job"}, std::pair{"[2]", "['2']"}, std::pair{"[2]", "2"},
        std::pair{"tasks = [", "tasks = "}}) {
    std::string damaged = text;
    damaged.replace(damaged.find(from), std::string(from).size(), to);
    EXPECT_THROW(parse_submission(damaged, "submission.toml"), RunError) << to;
  }
}

TEST(ChunkFolder, DeletesItsOwnOnly) {
  const test::Directory directory;
  const ChunkFolder folder(directory / "r.h5");
  EXPECT_EQ(folder.chunk(7), directory / "r.h5.chunks/00007.h5");
  for (const char* name : {"00001.h5.parts", "logs"})
    std::filesystem::create_directories(folder.path() / name);
  for (const char* name : {"00001.h5", "00002.h5", "notes.h5", "0001", "logs/00001.log"})
    std::ofstream(folder.path() / name) << "x";
  EXPECT_TRUE(folder.is_done(2));
  EXPECT_FALSE(folder.submission());
  folder.clear();
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    left.push_back(entry.path().filename().string());
  std::ranges::sort(left);
  EXPECT_EQ(left, (std::vector<std::string>{"0001", "notes.h5"}));
}

}  // namespace
}  // namespace hilspace::cluster
