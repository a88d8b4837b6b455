#include "cluster/slurm.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace hilspace::cluster {
namespace {

TEST(Slurm, MaxArraySizeIsRead) {
  EXPECT_EQ(parse_max_array_size("Configuration data as of 2026\nMaxArrayFoo  = 7\n"
                                 "MaxArraySize            = 1001\nMaxJobCount = 10000\n"),
            1001u);
  EXPECT_FALSE(parse_max_array_size("MaxJobCount = 10000\n"));
  EXPECT_FALSE(parse_max_array_size("MaxArraySize = (null)\n"));
}

TEST(Slurm, QueueIsRead) {
  const auto queue =
      parse_queue("12|3|PENDING|JobArrayTaskLimit\n12|1|RUNNING|None\n13|N/A|PENDING|Dependency\n\n");
  ASSERT_EQ(queue.size(), 3u);
  EXPECT_EQ(queue[0].job, "12");
  EXPECT_EQ(queue[0].task, 3u);
  EXPECT_TRUE(queue[0].is_pending());
  EXPECT_FALSE(queue[1].is_pending());
  EXPECT_EQ(queue[2].task, 0u);
  EXPECT_EQ(queue[2].reason, "Dependency");
  EXPECT_TRUE(parse_queue("").empty());
  EXPECT_THROW(parse_queue("slurm_load_jobs error\n"), RunError);
}

TEST(Slurm, JobIsRead) {
  EXPECT_EQ(parse_job("123\n"), "123");
  EXPECT_EQ(parse_job("123;far\n"), "123");
  EXPECT_THROW(parse_job("Submitted batch job 123\n"), RunError);
  EXPECT_THROW(parse_job(""), RunError);
}

TEST(Slurm, JobsThatAreForgottenAreNotQueued) {
  const std::vector<std::string> jobs{"12", "13"};
  const auto answering = [](Finished answer) { return Slurm([answer](auto) { return answer; }); };
  EXPECT_TRUE(answering({1, "", "slurm_load_jobs error: Invalid job id specified\n"}).queue(jobs).empty());
  // A failed query must not be mistaken for an empty queue.
  EXPECT_THROW(answering({1, "", "slurm_load_jobs error: Unable to contact slurm controller\n"}).queue(jobs),
               RunError);
  EXPECT_THROW(answering({Finished::kNoSuchProgram, "", ""}).queue(jobs), RunError);
}

TEST(Slurm, WhatSbatchSaysIsToldOn) {
  const std::vector<std::string> words{"sbatch"};
  try {
    Slurm([](auto) {
      return Finished{1, "", "sbatch: error: invalid partition specified: gpu\n"};
    }).submit(words);
    FAIL() << "was taken for a success";
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("invalid partition specified: gpu"), std::string::npos);
  }
}

}  // namespace
}  // namespace hilspace::cluster
