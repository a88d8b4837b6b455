#include <gtest/gtest.h>

#include "unit/study/example.hpp"

namespace hilspace::study {
namespace {

TEST(Override, IsLikeWritingItIntoTheFile) {
  const auto set = [](const std::string& path, const std::string& value) {
    return read(kExample, {{path, value}}).resolved;
  };
  EXPECT_EQ(set("actuator.total_delay", "1 ms"), read_with("[actuator]\ntotal_delay = \"1 ms\"\n").resolved);
  EXPECT_EQ(set("actuator.total_delay", "\"1 ms\""), set("actuator.total_delay", "1 ms"));
  EXPECT_EQ(set("numerics.error_share", "0.5"), read_with("[numerics]\nerror_share = 0.5\n").resolved);
  EXPECT_EQ(set("output.metrics", "[\"velocity.error\"]"),
            read_with("[output]\nmetrics = [\"velocity.error\"]\n").resolved);
  EXPECT_EQ(set("output.traces", "[0]"), read_with("[output]\ntraces = [0]\n").resolved);
}

TEST(Override, Replaces) {
  EXPECT_EQ(read(kExample, {{"chaser.mass", "31 kg"}}).base["chaser.mass"_id], 31.0);
  EXPECT_EQ(read(kExample, {{"title", "Another one"}}).title, "Another one");
  EXPECT_EQ(read(kExample, {{"models", "[\"hil\"]"}}).docking, false);
  EXPECT_EQ(read(kExample, {{"seed", "7"}}).seed, 7U);
}

TEST(Override, TheLastOneWins) {
  EXPECT_EQ(read(kExample, {{"chaser.mass", "31 kg"}, {"chaser.mass", "32 kg"}}).base["chaser.mass"_id],
            32.0);
}

TEST(Override, MendsWhatIsWrongInTheFile) {
  const auto bad = without(kExample, "restitution = 0.8\n");
  EXPECT_NE(refusal(bad), "");
  EXPECT_EQ(refusal(bad, {{"contact.restitution", "0.8"}}), "");
}

TEST(Override, ReachesOwnMaterials) {
  const std::string brass = "[materials.brass]\nyoungs_modulus = \"100 GPa\"\npoisson_ratio = 0.3\n";
  const Study study = read_with(brass, {{"materials.brass.youngs_modulus", "110 GPa"}});
  EXPECT_EQ(study.materials.back().name, "brass");
  EXPECT_EQ(study.materials.back().material.youngs_modulus, 110e9);
}

TEST(Override, CanGiveEverything) {
  std::vector<Override> all{
      {"chaser.mass", "30 kg"},
      {"target.mass", "75 kg"},
      {"approach.velocity", "0.1 m/s"},
      {"contact.law", "flores"},
      {"contact.restitution", "0.8"},
      {"contact.chaser_material", "polyimide"},
      {"contact.radius", "25 mm"},
      {"contact.target_material", "aluminium"},
      {"title", "Example"},
  };
  EXPECT_EQ(read("", all).resolved, read(kExample).resolved);
}

TEST(Override, SmugglesNoOtherKeysIn) {
  EXPECT_EQ(read(kExample, {{"title", "1\nseed = 7"}}).title, "1\nseed = 7");
  EXPECT_EQ(read(kExample, {{"title", "\"a\"\nseed = 7"}}).seed, 1U);
}

TEST(Override, IsUtf8LikeTheFile) {
  EXPECT_EQ(read(kExample, {{"title", "caf\u00e9"}}).title, "caf\u00e9");
  EXPECT_EQ(refusal(kExample, {{"title", "caf\xe9"}}), "--set title=caf\xe9: not UTF-8 text");
}

TEST(Override, FindingsComeInTheOrderGivenAfterThoseOfTheFile) {
  EXPECT_EQ(
      refusal(kExample + "[output]\ncolour = 1\n", {{"target.mass", "1 m"}, {"chaser.mass", "2 m"}}),
      "study.toml:16:1: output.colour: unknown key; known in output: metrics, precision, errors, traces, "
      "sample_interval\n"
      "--set target.mass=1 m: target.mass = \"1 m\": m is not a unit of mass, for example \"75 kg\"\n"
      "--set chaser.mass=2 m: chaser.mass = \"2 m\": m is not a unit of mass, for example \"30 kg\"");
}

TEST(Override, OfAnEndlessPathIsRefused) {
  std::string path = "a";
  for (int i = 0; i < 100'000; ++i) path += ".a";
  EXPECT_NE(refusal(kExample, {{path, "1"}}), "");
  EXPECT_NE(refusal(kExample, {{"seed", "{" + path + " = 1}"}}), "");
}

}  // namespace
}  // namespace hilspace::study
