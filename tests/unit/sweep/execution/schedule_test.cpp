#include "sweep/execution/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace hilspace::sweep {
namespace {

using results::Range;

/// Takes all batches, reporting the time of each at once. Checks that they follow each other without a gap.
std::vector<Schedule::Batch> all_of(Schedule& schedule, const std::vector<Range>& missing,
                                    double seconds_each) {
  std::vector<Schedule::Batch> batches;
  std::size_t gap = 0;
  std::uint64_t at = missing.empty() ? 0 : missing[0].begin;
  for (Schedule::Batch batch = schedule.next(); batch.range.size() > 0; batch = schedule.next()) {
    if (at == missing[gap].end) at = missing[++gap].begin;
    EXPECT_EQ(batch.range.begin, at);
    EXPECT_LE(batch.block.begin, batch.range.begin);
    EXPECT_LE(batch.range.end, batch.block.end);
    EXPECT_LE(batch.block.end, missing[gap].end);
    at = batch.range.end;
    schedule.learn(batch.range.size(), seconds_each * static_cast<double>(batch.range.size()));
    batches.push_back(batch);
  }
  EXPECT_TRUE(missing.empty() || (gap + 1 == missing.size() && at == missing.back().end));
  EXPECT_EQ(schedule.next().block.size(), 0u);
  return batches;
}

TEST(Schedule, SharesOutEverythingOnce) {
  for (const int threads : {1, 2, 64})
    for (const double seconds : {1e-9, 1e-5, 1e-3, 1.0, 100.0})
      for (const std::vector<Range>& missing :
           {std::vector<Range>{}, {{0, 1}}, {{5, 12}, {13, 14}, {100, 3000}}, {{0, 100'000}}}) {
        Schedule schedule(missing, threads);
        all_of(schedule, missing, seconds);
      }
}

TEST(Schedule, BatchesFillLanesAndBlocksAreBounded) {
  const std::vector<Range> missing{{0, 1'000'000}};
  Schedule schedule(missing, 2);
  const auto batches = all_of(schedule, missing, 12e-6);
  EXPECT_LT(batches.size(), 1'000'000u / Schedule::kLargestBatch + 200);
  for (std::size_t i = 200; i < batches.size(); ++i) EXPECT_GE(batches[i].range.size(), 200u) << i;
  std::uint64_t largest = 0;
  for (const auto& batch : batches) {
    largest = std::max(largest, batch.block.size());
    EXPECT_LE(batch.range.size(), Schedule::kLargestBatch);
  }
  EXPECT_EQ(largest, Schedule::kLargestBlock);
}

TEST(Schedule, DearScenariosComeInSmallBlocks) {
  const std::vector<Range> missing{{0, 10'000}};
  Schedule schedule(missing, 2);
  for (const auto& batch : all_of(schedule, missing, 0.01))
    if (batch.block.begin > 0) {
      EXPECT_LE(batch.block.size(), 200u) << "a second of work";
      EXPECT_LE(batch.range.size(), 6u);
    }
}

// As for docking runs, whose duration is unknown, except that it is long.
TEST(Schedule, DearScenariosAreSpreadEvenlyFromTheFirstOn) {
  for (const double seconds : {0.005, 0.1, 0.5}) {
    Schedule schedule({{0, 160}}, 2, 0.1);
    std::array<double, 2> busy_until{};
    for (;;) {
      double& now = *std::ranges::min_element(busy_until);
      const Schedule::Batch batch = schedule.next();
      if (batch.range.size() == 0) break;
      const double spent = seconds * static_cast<double>(batch.range.size());
      now += spent;
      EXPECT_LE(spent, std::max(seconds, 0.06) + 1e-9) << "of " << seconds << " s each";
      EXPECT_LE(seconds * static_cast<double>(batch.block.size()), std::max(8.0 * seconds, 2.0) + 1e-9);
      schedule.learn(batch.range.size(), spent);
    }
    EXPECT_LE(std::abs(busy_until[0] - busy_until[1]), std::max(seconds, 0.06)) << seconds;
  }
}

TEST(Schedule, TheLastBatchesAreSmall) {
  const std::vector<Range> missing{{0, 20'000}};
  Schedule schedule(missing, 4);
  const auto batches = all_of(schedule, missing, 0.005);
  EXPECT_EQ(batches.back().range.size(), 1u);
  EXPECT_GE(batches[batches.size() / 2].range.size(), 8u);
}

TEST(Schedule, BlocksGrowStepByStep) {
  const std::vector<Range> missing{{0, 300'000}};
  Schedule schedule(missing, 2);
  Range last{0, 128};
  for (const auto& batch : all_of(schedule, missing, 1e-6)) {
    if (batch.block == last) continue;
    EXPECT_LE(batch.block.size(), 8 * last.size());
    last = batch.block;
  }
}

}  // namespace
}  // namespace hilspace::sweep
