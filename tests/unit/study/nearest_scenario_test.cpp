// A scenario by its values is the one that has them; by others, the nearest on every axis.

#include "study/nearest_scenario.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.hpp"
#include "study/scenario.hpp"
#include "support/message.hpp"
#include "unit/study/example.hpp"

namespace hilspace::study {
namespace {

const Study& varied_grid() {
  static const Study study = read_with(R"(
[[axis]]
"actuator.total_delay" = ["0 ms", "1 ms", "2 ms"]
[[axis]]
name = "masses"
"chaser.mass" = ["35 kg", "50 kg", "50 kg"]
"target.mass" = ["70 kg", "20 kg", "80 kg"]
[[axis]]
"contact.law" = ["hertz", "flores"]
[[axis]]
"actuator.resolution" = ["0.1 um", "1 um", "10 um"]
)");
  return study;
}

std::uint64_t nearest_index(const std::vector<Override>& wanted) {
  return nearest_scenario(varied_grid(), wanted).index;
}

std::string refusal_of(const std::vector<Override>& wanted) {
  return test::message_of([&] { nearest_scenario(varied_grid(), wanted); });
}

TEST(NearestScenario, IsEveryScenarioByItsOwnValues) {
  for (std::uint64_t index = 0; index < scenario_count(varied_grid()); ++index) {
    const auto values = parameter_values(varied_grid(), index);
    std::vector<Override> wanted;
    for (const auto& axis : varied_grid().axes)
      for (const Id id : axis.parameters)
        wanted.push_back({std::string(parameter(id).path), text_with_unit(varied_grid(), id, values[id])});
    const auto found = nearest_scenario(varied_grid(), wanted);
    EXPECT_EQ(found.index, index);
    EXPECT_TRUE(found.notes.empty());
  }
}

TEST(NearestScenario, IsTheFirstOnAxesThatNothingIsAskedOf) {
  EXPECT_EQ(nearest_index({}), 0U);
  EXPECT_EQ(nearest_index({{"actuator.total_delay", "1 ms"}}), 18U);
  EXPECT_EQ(nearest_index({{"contact.law", "flores"}}), 3U);
}

TEST(NearestScenario, TakesTheNearestValueAndSaysSo) {
  const auto found =
      nearest_scenario(varied_grid(), std::vector<Override>{{"actuator.total_delay", "1.4 ms"}});
  EXPECT_EQ(found.index, 18U);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(found.notes[0], "actuator.total_delay: 1 ms taken for 1.4 ms, the nearest there is");
}

TEST(NearestScenario, IsSaidWithTheDigitsThatTellItFromTheOthers) {
  Study study = varied_grid();
  const auto axis = std::ranges::find_if(
      study.axes, [](const Axis& its) { return its.parameters.front() == "actuator.total_delay"_id; });
  const auto note = [&](const std::string& asked) {
    return nearest_scenario(study, std::vector<Override>{{"actuator.total_delay", asked}}).notes.at(0);
  };
  axis->values[0] = {2e-3 / 7.0, 5e-3 / 7.0, 1.5e-3};
  EXPECT_EQ(note("0.33 ms"), "actuator.total_delay: 0.2857 ms taken for 0.33 ms, the nearest there is");
  EXPECT_EQ(note("1.4 ms"), "actuator.total_delay: 1.5 ms taken for 1.4 ms, the nearest there is");
  axis->values[0] = {2e-3 / 7.0, 2e-3 / 7.0 + 1e-9, 1.5e-3};  // 0.285714 and 0.285715 ms: five digits
  EXPECT_EQ(note("0.25 ms"), "actuator.total_delay: 0.28571 ms taken for 0.25 ms, the nearest there is");
}

TEST(NearestScenario, TakesUnitsAndBareNumbersInSi) {
  EXPECT_EQ(nearest_index({{"actuator.total_delay", "2000 us"}}), 36U);
  EXPECT_EQ(nearest_index({{"actuator.total_delay", "0.002"}}), 36U);
}

TEST(NearestScenario, IsNearestInTheLogarithmWhereTheAxisIsOne) {
  EXPECT_EQ(nearest_index({{"actuator.resolution", "4 um"}}), 2U);  // 1 um is nearer in metres
  EXPECT_EQ(nearest_index({{"actuator.resolution", "2 um"}}), 1U);
}

TEST(NearestScenario, WeighsTheParametersOfAnAxisTogether) {
  EXPECT_EQ(nearest_index({{"chaser.mass", "50 kg"}}), 6U);  // the first that has it
  EXPECT_EQ(nearest_index({{"chaser.mass", "50 kg"}, {"target.mass", "75 kg"}}), 12U);
  EXPECT_EQ(nearest_index({{"target.mass", "75 kg"}, {"chaser.mass", "36 kg"}}), 0U);
}

TEST(NearestScenario, RefusesWhatIsNotThere) {
  EXPECT_NE(refusal_of({{"actuator.total_dely", "1 ms"}}).find("did you mean \"actuator.total_delay\"?"),
            std::string::npos);
  EXPECT_NE(refusal_of({{"approach.velocity", "1 m/s"}}).find("does not vary it"), std::string::npos);
  EXPECT_NE(refusal_of({{"actuator.total_delay", "1 kg"}}).find("kg is not a unit of time"),
            std::string::npos);
  EXPECT_NE(refusal_of({{"actuator.total_delay", "nan"}}).find("for example"), std::string::npos);
  EXPECT_NE(refusal_of({{"contact.law", "florez"}}).find("did you mean \"flores\"?"), std::string::npos);
  EXPECT_NE(refusal_of({{"contact.law", "gonthier"}}).find("does not have it"), std::string::npos);
  EXPECT_NE(refusal_of({{"chaser.mass", "35 kg"}, {"chaser.mass", "50 kg"}}).find("twice"),
            std::string::npos);
}

}  // namespace
}  // namespace hilspace::study
