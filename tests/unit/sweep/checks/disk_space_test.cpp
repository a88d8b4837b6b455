#include "sweep/checks/disk_space.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/error.hpp"
#include "sweep/sweep.hpp"
#include "unit/sweep/sweeping.hpp"

namespace hilspace::sweep {
namespace {

TEST_F(Sweep, TakesNoMoreSpaceThanItSays) {
  const auto study = study_of(kStudy);
  run(study, {.output = folder_ / "r.h5"});
  const auto size = static_cast<double>(fs::file_size(folder_ / "r.h5"));
  EXPECT_GT(size, result_size(study, kScenarios));
  EXPECT_LT(size, result_size(study, kScenarios) + 1.5e5)
      << "beside the numbers there are only the study, fixed parameters and the like";
  const double numbers = result_size(study, kScenarios) - result_size(study, 0);
  EXPECT_GT(space_needed(study, kScenarios, kScenarios), result_size(study, kScenarios) + numbers);
  EXPECT_EQ(space_needed(study, kScenarios, 0), result_size(study, kScenarios));
}

TEST_F(Sweep, IsRefusedAtOnceWhereItDoesNotFit) {
  auto huge = study_of(kStudy);
  for (auto& axis : huge.axes) axis.values[0].resize(std::size_t{1} << 20, axis.values[0].front());
  ASSERT_GE(study::scenario_count(huge), std::uint64_t{1} << 40);
  EXPECT_THROW(run(huge, {.output = folder_ / "r.h5"}), RunError);
  EXPECT_TRUE(names_in(folder_).empty());
}

const std::string kTraces = "[output]\ntraces = [0, 3]\n";

TEST_F(Sweep, CountsTimeHistoriesInItsSpace) {
  const auto without = study_of(small_study());
  const auto with = study_of(small_study() + kTraces + "sample_interval = \"100 ns\"\n");
  const auto count = study::scenario_count(with);
  // Contacts of 20 mm/s last 6 ms: 60 000 samples of 2 models with 8 numbers of 8 bytes.
  const double trace = 6e4 * 2 * 8 * 8;
  EXPECT_GT(space_needed(with, count, count), space_needed(without, count, count) + 1.5 * trace);
  EXPECT_GT(static_cast<double>(memory(with, 2) - memory(without, 2)), 0.8 * trace);
  run(with, {.output = folder_ / "r.h5"});
  EXPECT_GT(static_cast<double>(fs::file_size(folder_ / "r.h5")), result_size(with, count));
}

TEST_F(Sweep, RefusesTimeHistoriesThatFillTheMemory) {
  const auto study = study_of(small_study() + kTraces + "sample_interval = \"1 fs\"\n");
  try {
    run(study, {.output = folder_ / "r.h5"});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_TRUE(has(error.what(), "output.sample_interval: 1e-15 s makes ")) << error.what();
    EXPECT_TRUE(has(error.what(), "for a million")) << error.what();
  }
  EXPECT_TRUE(names_in(folder_).empty());
}

TEST_F(Sweep, TellsOfTimeHistoriesOneByOne) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> told;
  run(study_of(small_study() + kTraces),
      {.output = folder_ / "r.h5", .progress = [&](const Progress& progress) {
         if (progress.traces.count > 0) told.emplace_back(progress.traces.number, progress.traces.count);
       }});
  EXPECT_EQ(told, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{1, 2}, {2, 2}}));
}

}  // namespace
}  // namespace hilspace::sweep
