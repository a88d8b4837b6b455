#include <gtest/gtest.h>

#include <cmath>

#include "unit/study/example.hpp"

namespace hilspace::study {
namespace {

Axis only_axis(const std::string& keys) {
  const Study study = read_with("[[axis]]\n" + keys + "\n");
  EXPECT_EQ(study.axes.size(), 1U);
  return study.axes.front();
}

std::vector<double> values(const std::string& key, const std::string& value) {
  return only_axis("\"" + key + "\" = " + value).values.front();
}

TEST(Axis, TakesQuantitiesNumbersAndNames) {
  EXPECT_EQ(values("chaser.mass", "[\"30 kg\", \"500 g\"]"), (std::vector{30.0, 0.5}));
  EXPECT_EQ(values("contact.restitution", "[0.5, 1]"), (std::vector{0.5, 1.0}));
  const Study study = read_with("[[axis]]\n\"contact.target_material\" = [\"steel\", \"peek\"]\n");
  EXPECT_EQ(text_of(study, "contact.target_material"_id, study.axes[0].values[0][1]), "peek");
}

TEST(Axis, KeysInQuotesAndTablesAreTheSame) {
  const auto quoted = only_axis("\"actuator.total_delay\" = [\"1 ms\"]\n\"actuator.damping\" = [0.6]");
  const auto dotted = only_axis("actuator.total_delay = [\"1 ms\"]\nactuator.damping = [0.6]");
  EXPECT_EQ(quoted.parameters, dotted.parameters);
  EXPECT_EQ(quoted.values, dotted.values);
}

TEST(Axis, KeysKeepTheOrderOfTheFile) {
  const auto axis = only_axis("\"target.mass\" = [\"1 kg\"]\n\"chaser.mass\" = [\"2 kg\"]");
  EXPECT_EQ(axis.parameters, (std::vector{"target.mass"_id, "chaser.mass"_id}));
}

TEST(Axis, IsNamedByItsKeyItsNameOrItsNumber) {
  const Study study = read_with(R"(
[[axis]]
"actuator.resolution" = ["1 um"]
[[axis]]
"chaser.mass" = ["1 kg"]
"target.mass" = ["1 kg"]
[[axis]]
name = "speed"
"approach.velocity" = ["0.1 m/s"]
)");
  EXPECT_EQ(study.axes[0].name, "actuator.resolution");
  EXPECT_EQ(study.axes[1].name, "axis2");
  EXPECT_EQ(study.axes[2].name, "speed");
}

TEST(Axis, WinsOverTheValueInTheTable) {
  const Study study = read_with("[[axis]]\n\"chaser.mass\" = [\"40 kg\", \"50 kg\"]\n");
  EXPECT_EQ(parameter_values(study, 1)["chaser.mass"_id], 50.0);
  EXPECT_TRUE(std::isnan(study.base["chaser.mass"_id]));
}

TEST(Axis, GivesWhatIsRequired) {
  const auto text = without(kExample, "restitution = 0.8\n") + "[[axis]]\n\"contact.restitution\" = [0.5]\n";
  EXPECT_EQ(refusal(text), "");
}

TEST(Range, PointsEqualTheTypedValues) {
  EXPECT_EQ(values("actuator.total_delay", R"({ from = "0.05 ms", to = "0.4 ms", step = "0.05 ms" })"),
            values("actuator.total_delay", R"(["0.05 ms", "0.1 ms", "0.15 ms", "0.2 ms", "0.25 ms",
                                               "0.3 ms", "0.35 ms", "0.4 ms"])"));
  EXPECT_EQ(values("approach.velocity", R"({ from = "10 mm/s", to = "150 mm/s", count = 15 })"),
            values("approach.velocity", R"(["10 mm/s", "20 mm/s", "30 mm/s", "40 mm/s", "50 mm/s",
                   "60 mm/s", "70 mm/s", "80 mm/s", "90 mm/s", "100 mm/s", "110 mm/s", "120 mm/s",
                   "130 mm/s", "140 mm/s", "150 mm/s"])"));
  EXPECT_EQ(values("contact.restitution", "{ from = 0.1, to = 0.9, step = 0.1 }"),
            values("contact.restitution", "[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]"));
  EXPECT_EQ(values("actuator.bandwidth", R"({ from = "10 Hz", to = "1 MHz", count = 6, spacing = "log" })"),
            values("actuator.bandwidth", R"(["10 Hz", "100 Hz", "1 kHz", "10 kHz", "100 kHz", "1 MHz"])"));
}

TEST(Range, PointsEqualTheTypedValuesInUnitsThatAreNoPowerOfTen) {
  EXPECT_EQ(
      values("actuator.natural_frequency", R"({ from = "5 deg/s", to = "45 deg/s", step = "5 deg/s" })"),
      values("actuator.natural_frequency", R"(["5 deg/s", "10 deg/s", "15 deg/s", "20 deg/s",
                                               "25 deg/s", "30 deg/s", "35 deg/s", "40 deg/s", "45 deg/s"])"));
}

TEST(Range, MixesUnits) {
  EXPECT_EQ(values("actuator.total_delay", R"({ from = "0.2 ms", to = "0.0012 s", step = "200 us" })"),
            values("actuator.total_delay", R"(["0.2 ms", "0.4 ms", "0.6 ms", "0.8 ms", "1 ms", "1.2 ms"])"));
}

TEST(Range, EndsAtTheLastStepThatIsNotBeyond) {
  EXPECT_EQ(values("chaser.mass", R"({ from = "1 kg", to = "2 kg", step = "0.3 kg" })"),
            values("chaser.mass", R"(["1 kg", "1.3 kg", "1.6 kg", "1.9 kg"])"));
  EXPECT_EQ(values("contact.restitution", "{ from = 0.1, to = 1, step = 0.9 }"), (std::vector{0.1, 1.0}));
}

TEST(Range, ReachesItsEndInSpiteOfRounding) {  // (0.7 - 0.1)/0.1 is less than 6 in doubles
  const auto points = values("contact.restitution", "{ from = 0.1, to = 0.7, step = 0.1 }");
  EXPECT_EQ(points, (std::vector{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}));
}

TEST(Range, HitsBothEndsExactlyAndMayFall) {
  const auto linear = values("chaser.mass", R"({ from = "0.7 kg", to = "0.1 kg", count = 4 })");
  EXPECT_EQ(linear, (std::vector{0.7, 0.5, 0.3, 0.1}));
  const auto log =
      values("chaser.mass", R"({ from = "0.3 kg", to = "7.7 kg", count = 50, spacing = "log" })");
  EXPECT_EQ(log.front(), 0.3);
  EXPECT_EQ(log.back(), 7.7);
  for (std::size_t i = 1; i + 1 < log.size(); ++i)
    EXPECT_NEAR(log[i] * log[i], log[i - 1] * log[i + 1], 1e-13 * log[i] * log[i]);
}

TEST(Range, IsLinearUnlessSaidOtherwise) {
  EXPECT_EQ(values("chaser.mass", R"({ from = "1 kg", to = "9 kg", count = 3, spacing = "linear" })"),
            values("chaser.mass", R"({ from = "1 kg", to = "9 kg", count = 3 })"));
}

TEST(Axes, TogetherAreNoLargerThanTwoToTheForty) {
  const auto axis = [](const std::string& key, int count) {
    return "[[axis]]\n\"" + key + "\" = { from = \"1 kg\", to = \"2 kg\", count = " + std::to_string(count) +
           " }\n";
  };
  const auto masses = axis("chaser.mass", 1 << 20) + axis("target.mass", 1 << 20);
  EXPECT_EQ(scenario_count(read_with(masses)), std::uint64_t{1} << 40);
  EXPECT_NE(refusal(kExample + masses + "[[axis]]\n\"contact.restitution\" = [0.5, 0.6]\n"), "");
}

}  // namespace
}  // namespace hilspace::study
