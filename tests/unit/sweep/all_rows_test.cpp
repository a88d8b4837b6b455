#include "sweep/all_rows.hpp"

#include "simulate/simulate.hpp"
#include "sweeping.hpp"

namespace hilspace::sweep {
namespace {

TEST(AllRows, AreThoseOfEachScenarioByItself) {
  const study::Study study = study_of(small_study());
  for (const int threads : {0, 1, 2}) {
    std::vector<metrics::Row> rows(study::scenario_count(study), metrics::not_run());
    std::vector<std::atomic<int>> times(rows.size());
    ASSERT_TRUE(simulate_all(study, threads, simulate::kNeverStop, [&](std::uint64_t index, const auto& row) {
      rows[index] = row;
      ++times[index];
    }));
    for (std::uint64_t index = 0; index < rows.size(); ++index) {
      EXPECT_EQ(times[index], 1);
      EXPECT_TRUE(same(rows[index], simulate::simulate(study::axial_setup(study, index)))) << index;
    }
  }
}

TEST(AllRows, EndEarlyWhenAskedTo) {
  const study::Study study = study_of(small_study());
  std::atomic<bool> stop{true};
  EXPECT_FALSE(simulate_all(study, 1, stop, [](std::uint64_t, const auto&) { FAIL(); }));
}

}  // namespace
}  // namespace hilspace::sweep
