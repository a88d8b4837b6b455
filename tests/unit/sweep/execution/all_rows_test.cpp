#include "sweep/execution/all_rows.hpp"

#include "simulate/simulate.hpp"
#include "unit/sweep/sweeping.hpp"

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

TEST(AllRows, AreThoseThatAreOrdered) {
  const study::Study study = study_of(small_study());
  const std::vector<Order> orders{{17}, {3, 1}, {17, 0}, {3}};
  std::vector<metrics::Row> rows(orders.size(), metrics::not_run());
  ASSERT_TRUE(simulate_orders(study, orders, 2, simulate::kNeverStop,
                              [&](std::size_t place, const auto& row) { rows[place] = row; }));
  for (std::size_t place = 0; place < orders.size(); ++place) {
    const auto setup = study::axial_setup(study, orders[place].index);
    const bool as_it_is = orders[place].refinement == Order::kAsItIs;
    EXPECT_TRUE(same(rows[place],
                     simulate::simulate(as_it_is ? setup : simulate::finer(setup, orders[place].refinement))))
        << place;
  }
  const std::atomic<bool> stop{true};
  EXPECT_FALSE(simulate_orders(study, orders, 1, stop, [](std::size_t, const auto&) { FAIL(); }));
}

TEST(AllRows, EndEarlyWhenAskedTo) {
  const study::Study study = study_of(small_study());
  std::atomic<bool> stop{true};
  EXPECT_FALSE(simulate_all(study, 1, stop, [](std::uint64_t, const auto&) { FAIL(); }));
}

}  // namespace
}  // namespace hilspace::sweep
