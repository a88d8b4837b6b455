#include "sweep/execution/batch.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "simulate/predicted_steps.hpp"
#include "simulate/simulate.hpp"
#include "study/error_samples.hpp"
#include "unit/sweep/sweeping.hpp"

namespace hilspace::sweep {
namespace {

const std::atomic<bool> kGoOn{false};

// In whatever order scenarios are simulated, rows are where their index says, with the error of those that
// have finer runs.
TEST(Batch, RowsAreThoseOfTheirScenarios) {
  const auto study = study_of(small_study());
  results::Block block(results::stored_columns(study), {7, 83});
  BatchSimulator simulator(study);
  metrics::NumericalError error, expected;
  for (const results::Range range : {results::Range{7, 50}, {50, 51}, {51, 83}}) {
    error.include(simulator.simulate(range, block, kGoOn).value());
    for (std::uint64_t i = range.begin; i < range.end; ++i) {
      const models::AxialSetup setup = study::axial_setup(study, i);
      const metrics::Row row = simulate::simulate(setup);
      EXPECT_TRUE(same(block.row(i), row)) << i;
      if (!study::is_error_sample(study, i)) continue;
      const std::array finer{simulate::simulate(simulate::finer(setup, 0)),
                             simulate::simulate(simulate::finer(setup, 1))};
      expected.include(row, finer);
    }
  }
  EXPECT_GT(expected.scenarios, 4u);
  EXPECT_EQ(error.scenarios, expected.scenarios);
  for (std::size_t i = 0; i < error.values.size() && metrics::catalogue()[i].axial; ++i)
    EXPECT_EQ(error.values[i], expected.values[i]) << i;
}

// Of a grid that is too large to be compared whole, those near an edge are, too.
TEST(Batch, RunsSuspectsAgain) {
  std::string text = kStudy + "[force_sensor]\nbandwidth = \"5 kHz\"\nresolution = \"20 N\"\n";
  text.replace(text.find("count = 30"), 10, "count = 1200");
  const auto study = study_of(text);
  ASSERT_EQ(study::suspect_share(study, 0), 0.5 * 4096.0 / 12000.0);
  results::Block block(results::stored_columns(study), {0, 400});
  const auto error = BatchSimulator(study).simulate({0, 400}, block, kGoOn).value();
  metrics::NumericalError expected;
  std::size_t suspects = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const models::AxialSetup setup = study::axial_setup(study, i);
    const metrics::Row row = simulate::simulate(setup);
    const bool is_sample = study::is_error_sample(study, i);
    if (!is_sample && !(row.edge_chance < study::suspect_share(study, i))) continue;
    const auto errors = metrics::errors_of(row, std::array{simulate::simulate(simulate::finer(setup, 0)),
                                                           simulate::simulate(simulate::finer(setup, 1))});
    is_sample ? expected.include(errors) : expected.include_suspect(errors);
    suspects += !is_sample;
  }
  EXPECT_GT(suspects, 10u);
  EXPECT_LT(suspects, 100u);
  EXPECT_EQ(error.scenarios, expected.scenarios);
  for (std::size_t i = 0; i < error.values.size() && metrics::catalogue()[i].axial; ++i) {
    EXPECT_EQ(error.values[i], expected.values[i]) << i;
    EXPECT_EQ(error.percentile_95(i), expected.percentile_95(i)) << i;
  }
}

/// Where collocation has solved a scenario, its check gives the error of each of its numbers, and no sample is run.
TEST(Batch, ErrorsOfCheckedScenariosCoverThemAll) {
  std::string text = small_study() + "[force_sensor]\nbandwidth = \"5 kHz\"\n[output]\nerrors = true\n";
  text.insert(text.find("step ="), "solver = \"auto\"\nerror_share = 1e-6\n");
  const auto study = study_of(text);
  results::Block block(results::stored_columns(study), {0, 90});
  const auto error = BatchSimulator(study).simulate({0, 90}, block, kGoOn).value();
  EXPECT_EQ(error.scenarios, 90u);

  std::vector<models::AxialSetup> setups;
  for (std::uint64_t i = 0; i < 90; ++i) setups.push_back(study::axial_setup(study, i));
  std::vector<metrics::Row> rows(setups.size()), checks(setups.size());
  ASSERT_TRUE(simulate::simulate_lanes_checked(setups, rows, checks));
  std::size_t checked = 0, columns = 0;
  metrics::NumericalError expected;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_TRUE(same(block.row(i), rows[i])) << i;
    const bool has_check = checks[i].outcome != Outcome::not_run;
    checked += has_check;
    const std::array finer{simulate::simulate(simulate::finer(setups[i], 0)),
                           simulate::simulate(simulate::finer(setups[i], 1))};
    const auto errors =
        has_check ? metrics::errors_of(rows[i], checks[i]) : metrics::errors_of(rows[i], finer);
    expected.include(errors);
    for (std::size_t c = 0; c < block.columns().size(); ++c) {
      const results::Column& column = block.columns()[c];
      if (column.content != results::Column::Content::error) continue;
      EXPECT_TRUE(column.name.ends_with(".numerical_error"));
      EXPECT_EQ(std::bit_cast<std::uint64_t>(block.numbers(c)[i]),
                std::bit_cast<std::uint64_t>(errors[column.metric]));
      ++columns;
    }
  }
  EXPECT_GT(checked, 60u);
  EXPECT_EQ(columns % 90, 0u);
  EXPECT_GT(columns, 90u * 40u);
  for (std::size_t i = 0; i < metrics::kMetricCount && metrics::catalogue()[i].axial; ++i)
    EXPECT_EQ(error.values[i], expected.values[i]) << i;
}

/// Without a request nobody pays for it, and rows are the same.
TEST(Batch, WithoutErrorsNothingIsChecked) {
  std::string text = small_study() + "[force_sensor]\nbandwidth = \"5 kHz\"\n";
  text.insert(text.find("step ="), "solver = \"auto\"\nerror_share = 0\n");
  const auto study = study_of(text);
  results::Block block(results::stored_columns(study), {0, 90});
  EXPECT_EQ(BatchSimulator(study).simulate({0, 90}, block, kGoOn).value().scenarios, 0u);
  for (std::uint64_t i = 0; i < 90; i += 7)
    EXPECT_TRUE(same(block.row(i), simulate::simulate(study::axial_setup(study, i)))) << i;
}

TEST(Batch, StopsWhenAsked) {
  const auto study = study_of(small_study());
  results::Block block(results::stored_columns(study), {0, 90});
  const std::atomic<bool> stop{true};
  EXPECT_FALSE(BatchSimulator(study).simulate({0, 90}, block, stop).has_value());
}

double steps_of(const std::string& settings, double* predicted) {
  const auto study = study_of(settings);
  const auto setup = models::resolved(study::axial_setup(study, 0));
  *predicted = simulate::predicted_steps(setup);
  // Two samples for each step.
  return 0.5 * static_cast<double>(simulate::simulate_traced(setup).trace.groups[0].time.size());
}

// A prediction is for ordering, not for accuracy.
TEST(Cost, FollowsTheStepsThatAreTaken) {
  for (const char* actuator : {"total_delay = \"1 ms\"", "resolution = \"1 um\"", "resolution = \"0.1 um\""})
    for (const char* step : {"50 us", "200 us"})
      for (const char* sensor :
           {"", "[force_sensor]\nresolution = \"1 N\"\n",
            "[force_sensor]\nchain = [\"sample_hold\"]\nsample_hold.rate = \"10 kHz\"\n"}) {
        const std::string settings = test::kAxialStudy + "[numerics]\nstep = \"" + step + "\"\n[actuator]\n" +
                                     actuator + "\n" + sensor;
        double predicted = 0.0;
        const double steps = steps_of(settings, &predicted);
        EXPECT_GT(predicted, 0.4 * steps) << settings;
        EXPECT_LT(predicted, 2.5 * steps) << settings;
      }
}

}  // namespace
}  // namespace hilspace::sweep
