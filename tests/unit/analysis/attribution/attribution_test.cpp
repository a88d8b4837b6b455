// Attribution: removed stages, remaining errors, and the stage found to be the main cause.

#include "analysis/attribution/attribution.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analysis/attribution/attribution_table.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_study.hpp"
#include "support/bits.hpp"
#include "support/read_study.hpp"

namespace hilspace::analysis {
namespace {

using test::bits;
using test::read_study;

const std::string kInstruments = test::kAxialStudy + R"(
[actuator]
total_delay = "0.4 ms"
resolution = "1 um"
[force_sensor]
bandwidth = "10 kHz"
[numerics]
step = "20 us"
)";

std::vector<Removal> attributed(const study::Study& study) {
  const auto found = attribute(study, 0, simulate::kNeverStop);
  return found.value();
}

std::vector<std::string> stages(const std::vector<Removal>& removals) {
  std::vector<std::string> names;
  for (const auto& removal : removals) names.push_back(removal.stage);
  return names;
}

Removal leaving(double value) {
  Removal removal{};
  removal.row.values.fill(value);
  return removal;
}

TEST(Attribution, RemovesEachKindOfStageOfEachInstrument) {
  EXPECT_EQ(
      stages(attributed(read_study(kInstruments))),
      (std::vector<std::string>{"", "actuator.low_pass", "actuator.quantizer", "force_sensor.low_pass"}));
}

TEST(Attribution, OfIdealInstrumentsIsTheScenarioAlone) {
  EXPECT_EQ(stages(attributed(read_study(test::kAxialStudy))), std::vector<std::string>{""});
}

TEST(Attribution, LeavesWhatTheStudyWithoutTheStageGives) {
  const auto without = read_study(test::without(kInstruments, "total_delay = \"0.4 ms\"\n"));
  const auto expected = simulate::simulate(study::axial_setup(without, 0), simulate::kNeverStop);
  const auto left = attributed(read_study(kInstruments))[1].row;
  for (std::size_t i = 0; i < metrics::kMetricCount; ++i)
    EXPECT_EQ(bits(left.values[i]), bits(expected.values[i])) << metrics::catalogue()[i].name;
}

TEST(Attribution, NamesTheStageThatLeavesLeast) {
  const std::vector removals{leaving(-3.0), leaving(-2.0), leaving(0.5), leaving(1.0)};
  EXPECT_EQ(main_cause(removals, 0), 2U);
}

TEST(Attribution, NamesNoneWhereEachRemovalMakesTheErrorLarger) {
  EXPECT_EQ(main_cause(std::vector{leaving(1.0), leaving(1.0), leaving(-2.0)}, 0), 0U);
}

TEST(Attribution, PassesOverWhatIsUndefined) {
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(main_cause(std::vector{leaving(1.0), leaving(undefined), leaving(0.9)}, 0), 2U);
  EXPECT_EQ(main_cause(std::vector{leaving(undefined), leaving(0.0)}, 0), 0U);
}

TEST(Attribution, StopsWhenToldTo) {
  const std::atomic<bool> stop{true};
  EXPECT_FALSE(attribute(read_study(kInstruments), 0, stop));
}

TEST(Attribution, IsATableByStage) {
  const auto removals = attributed(read_study(kInstruments));
  const std::vector<std::size_t> metrics{3, 0};
  const auto table = attribution_table(7, removals, metrics);
  EXPECT_EQ(table.coordinates.at(0).texts,
            (std::vector<std::string>{"nothing", "actuator.low_pass", "actuator.quantizer",
                                      "force_sensor.low_pass"}));
  EXPECT_EQ(table.variables.at(0).name, metrics::catalogue()[3].name);
  EXPECT_EQ(bits(table.variables.at(0).values.at(1)), bits(removals[1].row.values[3]));
  EXPECT_EQ(bits(table.variables.at(1).values.at(1)), bits(removals[1].error.values[3]));
  EXPECT_EQ(table.variables.back().values, std::vector<double>{7.0});
}

}  // namespace
}  // namespace hilspace::analysis
