// Attribution: removed stages, remaining errors, and the stage found to be the main cause.

#include "analysis/attribution/attribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

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

const std::string kBodies = R"(
[chaser]
mass = "126 kg"
inertia = ["26 kg m2", "27 kg m2", "28 kg m2"]
center_to_port = "0 m"
[target]
mass = "126 kg"
inertia = ["26 kg m2", "27 kg m2", "28 kg m2"]
center_to_port = "0 m"
[approach]
velocity = "20 mm/s"
[contact]
law = "kelvin_voigt"
stiffness = "1 kN/m"
damping = "40 N s/m"
)";
const std::string kInSpace =
    "model = \"sixdof\"\nimpacts = \"first\"\nmechanism = \"plane\"\n" + kBodies + "radius = \"25 mm\"\n";
/// Tables of a hybrid contact.
const std::string kVirtual = R"(
[virtual]
source = "measured"
measurement_delay = "16 ms"
rate = "500 Hz"
)",
                  kCompliance = R"(
[compliance]
springs = [{ stiffness = "700 N/m", direction = [1, 0, 0] }, { stiffness = "900 N/m", direction = [0, 1, 0] },
           { stiffness = "900 N/m", direction = [0, 0, 1] }]
damping = "5 N s/m"
)",
                  kHybrid = kVirtual + kCompliance;

void expect_removals(const std::string& text,
                     const std::vector<std::pair<std::string, std::string>>& removed) {
  const auto removals = attributed(read_study(text));
  for (const auto& [name, lines] : removed) {
    const auto found = std::ranges::find(removals, name, &Removal::stage);
    ASSERT_NE(found, removals.end()) << name;
    const auto expected = attributed(read_study(test::without(text, lines))).front().row;
    EXPECT_EQ(expected.outcome, Outcome::ok);
    for (std::size_t i = 0; i < metrics::kMetricCount; ++i)
      EXPECT_EQ(bits(found->row.values[i]), bits(expected.values[i]))
          << name << " " << metrics::catalogue()[i].name;
  }
}

/// Of a hybrid contact each part, as the study without it says; "corrected" counts what is left.
TEST(Attribution, RemovesThePartsOfAHybridContact) {
  std::string axial = kBodies;
  for (const char* line :
       {"inertia = [\"26 kg m2\", \"27 kg m2\", \"28 kg m2\"]\n", "center_to_port = \"0 m\"\n"})
    for (int i = 0; i < 2; ++i) axial = test::without(axial, line);
  const std::vector<std::pair<std::string, std::string>> removed{
      {"virtual.measurement_delay", "measurement_delay = \"16 ms\"\n"},
      {"virtual.rate", "rate = \"500 Hz\"\n"},
      {"compliance", kCompliance},
      {"virtual", kVirtual}};
  const std::string delay = "chain = [\"transport_delay\"]\ntransport_delay.delay = \"16 ms\"\n";
  auto of_axial = removed, of_space = removed;
  of_axial.emplace_back("actuator.transport_delay", "[actuator]\n" + delay);
  of_space.emplace_back("robot.transport_delay", "[robot]\n" + delay);
  expect_removals(axial + kHybrid + "[actuator]\n" + delay, of_axial);
  expect_removals(kInSpace + kHybrid + "[robot]\n" + delay, of_space);
}

/// In six degrees of freedom, too.
TEST(Attribution, RemovesTheCompensator) {
  const std::string delay = "chain = [\"transport_delay\"]\ntransport_delay.delay = \"16 ms\"\n",
                    lead = "[compensator]\nposition = \"lead\"\n";
  const std::string text = kInSpace + "[robot]\n" + delay + lead;
  EXPECT_EQ(stages(attributed(read_study(text))),
            (std::vector<std::string>{"", "robot.transport_delay", "compensator"}));
  expect_removals(text, {{"compensator", lead}});
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
