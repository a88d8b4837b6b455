// Sampled designs in a study: what the points become, what is written back, lists in files.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "study/write_back.hpp"
#include "unit/study/example.hpp"

namespace hilspace::study {
namespace {

using sampling::DesignType;

constexpr std::string_view kMass =
    "[[parameter]]\npath = \"chaser.mass\"\nfrom = \"20 kg\"\nto = \"40000 g\"\n";
constexpr std::string_view kLaw = "[[parameter]]\npath = \"contact.law\"\nvalues = [\"hertz\", \"flores\"]\n";

/// A design that needs nothing but this program, of these parameters.
std::string design(std::string_view type, std::string_view numbers, std::string_view parameters) {
  return "[design]\ntype = \"" + std::string(type) + "\"\n" + std::string(numbers) + std::string(parameters);
}
const std::string kDesign = design("random", "samples = 20\n", std::string(kMass) + std::string(kLaw));

TEST(DesignInAStudy, BecomesOneAxisOfScenarios) {
  const Study study = read_with(kDesign);
  ASSERT_EQ(study.axes.size(), 1U);
  const Axis& axis = study.axes.front();
  EXPECT_EQ(axis.name, "scenario");
  EXPECT_EQ(axis.parameters, (std::vector{"chaser.mass"_id, "contact.law"_id}));
  EXPECT_EQ(scenario_count(study), 20U);
  ASSERT_TRUE(study.design);
  EXPECT_EQ(study.design->setup.type, DesignType::random);
  ASSERT_EQ(study.design->varied.size(), 2U);
  EXPECT_EQ(study.design->varied[0].distribution.to, 40.0);

  const auto points = sampling::points({.type = DesignType::random, .samples = 20}, 2);
  EXPECT_EQ(axis.values[0], sampling::values_at(study.design->varied[0].distribution, points[0]));
  for (std::size_t i = 0; i < 20; ++i)
    EXPECT_EQ(text_of(study, "contact.law"_id, parameter_values(study, i)["contact.law"_id]),
              points[1][i] < 0.5 ? "hertz" : "flores");
}

TEST(DesignInAStudy, TakesTheSeedOfTheStudy) {
  const auto values = [](std::uint64_t seed) {
    return read("seed = " + std::to_string(seed) + kExample + kDesign).axes.front().values;
  };
  EXPECT_NE(values(1), values(2));
  EXPECT_EQ(values(1), read_with(kDesign).axes.front().values);
}

TEST(DesignInAStudy, WinsOverTheTablesLikeAnAxis) {
  const Study study = read_with(kDesign);
  EXPECT_TRUE(std::isnan(study.base["chaser.mass"_id]));
}

TEST(DesignInAStudy, ResolvesToItselfBitForBit) {
  const std::array designs{
      kDesign,
      design("morris", "samples = 3\nlevels = 6\n", std::string(kMass) + std::string(kLaw)),
      design("one_at_a_time", "", kMass),
      design("list", "",
             "[[parameter]]\npath = \"chaser.mass\"\nvalues = [\"0.1 kg\", \"3 g\"]\n"
             "[[parameter]]\npath = \"contact.restitution\"\nvalues = [0.7, 0.3]\n"),
  };
  for (const auto& text : designs) {
    const Study study = read_with(text);
    const Study again = read(study.resolved);
    EXPECT_EQ(again.resolved, study.resolved);
    EXPECT_EQ(again.sha256, study.sha256);
    EXPECT_EQ(again.axes.front().values, study.axes.front().values);
    EXPECT_EQ(again.design->setup.type, study.design->setup.type);
    EXPECT_EQ(again.design->setup.samples, study.design->setup.samples);
    EXPECT_EQ(again.design->setup.levels, study.design->setup.levels);
  }
}

TEST(DesignInAStudy, IsCheckedAgainstTheDigestOfItsPoints) {
  const Study study = read_with(kDesign);
  EXPECT_EQ(refusal(study.resolved), "");
  // A seed that was changed in a resolved study gives other points than those it tells of.
  auto text = study.resolved;
  text.replace(text.find("seed = 1"), 8, "seed = 2");
  EXPECT_NE(refusal(text).find("points_sha256"), std::string::npos);
}

TEST(DesignInAStudy, GrowsBySet) {
  const Study small = read_with(kDesign), large = read_with(kDesign, {{"design.samples", "50"}});
  EXPECT_EQ(scenario_count(large), 50U);
  for (std::size_t p = 0; p < 2; ++p)
    EXPECT_TRUE(std::ranges::equal(small.axes[0].values[p], std::span(large.axes[0].values[p]).first(20)));
}

TEST(DesignInAStudy, IsLookedAtAsAWhole) {
  // A law that a point may have needs its own parameter, in whatever point.
  EXPECT_NE(refusal(kExample + design("random", "samples = 2\n",
                                      "[[parameter]]\npath = \"contact.law\"\nvalues = [\"hertz\", "
                                      "\"kelvin_voigt\"]\n"))
                .find("contact.damping: missing"),
            std::string::npos);
}

class ListInAFile : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& text) const { std::ofstream(folder_ / "points.csv") << text; }
  Study load_it() const {
    std::ofstream(folder_ / "study.toml") << kExample + design("list", "file = \"points.csv\"\n", "");
    return load((folder_ / "study.toml").string(), {}, kMetrics);
  }
  std::string why_not() const {
    try {
      load_it();
    } catch (const InputError& error) {
      std::string text = error.what();
      for (auto at = text.find(folder_.string()); at != std::string::npos; at = text.find(folder_.string()))
        text.erase(at, folder_.string().size() + 1);
      return text;
    }
    return "";
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      ("list_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(ListInAFile, HasUnitsInCellsOrInTheHeader) {
  write(
      "\xEF\xBB\xBF# measured\r\nchaser.mass, approach.velocity "
      "[cm/s],contact.law,\"contact.restitution\"\r\n"
      "30 kg,10,hertz,0.5\r\n\r\n\"40000 g\",20,flores,1e-1\r\n");
  const Study study = load_it();
  EXPECT_EQ(study.axes.front().parameters, (std::vector{"chaser.mass"_id, "approach.velocity"_id,
                                                        "contact.law"_id, "contact.restitution"_id}));
  EXPECT_EQ(study.axes.front().values[0], (std::vector{30.0, 40.0}));
  EXPECT_EQ(study.axes.front().values[1], (std::vector{0.1, 0.2}));
  EXPECT_EQ(text_of(study, "contact.law"_id, study.axes.front().values[2][1]), "flores");
  EXPECT_EQ(study.axes.front().values[3], (std::vector{0.5, 0.1}));
  EXPECT_EQ(study.design->setup.samples, 2U);
  // What is written back carries the points and needs no file.
  EXPECT_EQ(study.resolved.find("points.csv"), std::string::npos);
  EXPECT_EQ(read(study.resolved).axes.front().values, study.axes.front().values);
}

TEST_F(ListInAFile, SaysWhereItIsWrong) {
  write("chaser.mass,approach.velocity [cm/s]\n30,10\n30 kg\n-1 kg,x\n");
  EXPECT_EQ(why_not(),
            "points.csv:2:1: chaser.mass = \"30\": the unit is missing; write \"30 kg\"\n"
            "points.csv:3:1: has 1 cells, but the header has 2\n"
            "points.csv:4:1: chaser.mass = \"-1 kg\": must be > 0, for example \"30 kg\"\n"
            "points.csv:4:7: approach.velocity = \"x cm/s\": must be a number followed by its unit, for "
            "example \"0.1 m/s\"");
  write("chaser.mas,contact.restitution [1],chaser.mass,chaser.mass\n");
  EXPECT_EQ(
      why_not(),
      "points.csv:1:1: chaser.mas: unknown key; did you mean chaser.mass?\n"
      "points.csv:1:12: contact.restitution: has no unit; write contact.restitution\n"
      "points.csv:1:48: chaser.mass: already varied at points.csv:1:36; a design varies a parameter once");
  write("chaser.mass\n");
  EXPECT_NE(why_not().find("has no points below its header"), std::string::npos);
  write("");
  EXPECT_NE(why_not().find("is empty"), std::string::npos);
}

TEST_F(ListInAFile, SaysWhereItIsNoCsv) {
  using namespace std::string_literals;
  const auto said = [&](const std::string& text) {
    write(text);
    return why_not();
  };
  EXPECT_EQ(said("\xFF\xFE"s + "c\0h\0"s), "points.csv:1:1: is UTF-16; save the list as CSV in UTF-8");
  EXPECT_EQ(said("# Gr\xF6\xDF"
                 "e\nchaser.mass\n30 kg\n"),
            "points.csv:1:5: not UTF-8 text from here on; save the list as CSV in UTF-8");
  EXPECT_EQ(
      said("chaser.mass\n30\0 kg\n"s),
      "points.csv:2:3: has a control character, which text must not contain; save the list as CSV in UTF-8");
  EXPECT_EQ(said("chaser.mass [kg];approach.velocity [m/s]\n30;0,1\n"),
            "points.csv:1:17: has semicolons between its cells; write commas, and points in numbers");
  EXPECT_EQ(said("chaser.mass [kg]\tapproach.velocity [m/s]\n30\t0.1\n"),
            "points.csv:1:17: has tabs between its cells; write commas, and points in numbers");
  EXPECT_EQ(said("chaser.mass [kg],approach.velocity [m/s]\n30;0.1\n"),
            "points.csv:2:3: has semicolons between its cells; write commas, and points in numbers");
  EXPECT_EQ(said("chaser.mass (kg)\n30\n"),
            "points.csv:1:1: chaser.mass (kg): a unit stands in square brackets; write chaser.mass [kg]");
  EXPECT_EQ(said("chaser.mass,\n30 kg,\n"),
            "points.csv:1:13: an empty cell in the header; write a path, or remove its comma");
  EXPECT_EQ(said("chaser.mass\n30 kg,\n"),
            "points.csv:2:1: has 2 cells, but the header has 1; remove the comma at the end");
  EXPECT_EQ(
      said("chaser.mass [kg]\n30 g\n"),
      "points.csv:2:1: chaser.mass = \"30 g\": has a unit, and so has the header; take [kg] out there, or "
      "write the number alone");
  EXPECT_EQ(said("chaser.mass\n\"30 kg\n"),
            "points.csv:2:1: a quote that is not closed in its line; write the second one");
  std::filesystem::remove(folder_ / "points.csv");
  std::filesystem::create_directory(folder_ / "points.csv");
  EXPECT_NE(why_not().find("is a folder; name a file of comma-separated values"), std::string::npos);
}

TEST_F(ListInAFile, DoesNotRepeatItselfForEver) {
  std::string text = "chaser.mass\n";
  for (int i = 0; i < 1000; ++i) text += "30\n";
  write(text);
  const std::string said = why_not();
  EXPECT_EQ(std::ranges::count(said, '\n'), 20) << said;
  EXPECT_NE(said.find("the rest is not read"), std::string::npos);
}

}  // namespace
}  // namespace hilspace::study
