#include "cluster/process.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hilspace::cluster {
namespace {

Finished run(const std::vector<std::string>& words) { return run_process(words); }

TEST(Process, IsHeardToTheEnd) {
  const Finished finished = run({"sh", "-c", "seq 100000; seq 100000 >&2; exit 7"});
  EXPECT_EQ(finished.code, 7);
  EXPECT_EQ(finished.out.size(), 588'895u);
  EXPECT_EQ(finished.out, finished.err);
}

TEST(Process, WordsAreNotReadByAShell) {
  EXPECT_EQ(run({"printf", "%s|", "a b", "$HOME", ";'\""}).out, "a b|$HOME|;'\"|");
}

TEST(Process, SaysHowItEnded) {
  EXPECT_EQ(run({"sh", "-c", "kill -9 $$"}).code, 128 + 9);
  EXPECT_EQ(run({"hilspace-no-such-program"}).code, Finished::kNoSuchProgram);
}

}  // namespace
}  // namespace hilspace::cluster
