#include "rig/arming/armed_loop.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.hpp"
#include "models/published_rig.hpp"
#include "rig/files/section_file.hpp"
#include "support/directory.hpp"

namespace hilspace::rig {
namespace {

using instruments::Section;

const std::vector<Section> kPublished{models::kAmplifier[0], models::kPiezo[0], models::kPiezo[1]};

models::RigSetup published() {
  models::RigSetup scenario;
  scenario.computer.controller = models::kPid;
  scenario.computer.prefilter = models::kPrefilterPublished;
  scenario.plant.actuator = kPublished;
  return scenario;
}

std::vector<Section> times(std::span<const Section> sections, double factor) {
  std::vector<Section> found(sections.begin(), sections.end());
  for (double& c : found[0].numerator) c *= factor;
  return found;
}

TEST(ArmedLoop, HasTheGainMarginByWhichItsGainMayGrow) {
  models::RigSetup scenario = published();
  const LoopMargin margin = loop_margin(scenario);
  EXPECT_TRUE(margin.stable);
  EXPECT_GT(margin.margins.gain, 1.2);
  EXPECT_LT(margin.margins.gain, 1.4);
  const auto half = times(models::kPid, 0.5);
  scenario.computer.controller = half;
  EXPECT_NEAR(loop_margin(scenario).margins.gain, 2.0 * margin.margins.gain, 1e-3);
  const auto more = times(models::kPid, 1.1 * margin.margins.gain);
  scenario.computer.controller = more;
  EXPECT_FALSE(loop_margin(scenario).stable);
}

TEST(ArmedLoop, IsRefusedBelowTheBoundAndWhereItIsUnstable) {
  RigFile rig;
  models::RigSetup scenario = published();
  EXPECT_NO_THROW(require_margin(rig, loop_margin(scenario)));
  rig.gain_margin_min = 2.0;
  EXPECT_THROW(require_margin(rig, loop_margin(scenario)), RunError);
  const auto reversed = times(models::kPid, -1.0);  // a sign error: positive feedback
  scenario.computer.controller = reversed;
  rig.gain_margin_min = 1.0;
  EXPECT_THROW(require_margin(rig, loop_margin(scenario)), RunError);
}

TEST(ArmedLoop, IsThatOfTheFilesTheRigFileNames) {
  const test::Directory folder;
  write_sections(folder / "controller.csv", times(models::kPid, 0.5));
  write_sections(folder / "prefilter.csv", {});
  write_sections(folder / "plant.csv", times(kPublished, 0.9));
  std::ofstream(folder / "rig.toml")
      << "[rig]\ncontroller = \"controller.csv\"\nprefilter = \"prefilter.csv\"\n"
      << "plant = \"plant.csv\"\n[loop]\nreference_max = \"250 um\"\n";
  const RigFile rig = load_rig((folder / "rig.toml").string());
  const models::RigSetup before = published(), scenario = as_the_rig_has_it(rig, before);
  EXPECT_EQ(std::vector(scenario.computer.controller.begin(), scenario.computer.controller.end()),
            times(models::kPid, 0.5));
  EXPECT_TRUE(scenario.computer.prefilter.empty());
  EXPECT_EQ(std::vector(scenario.plant.actuator.begin(), scenario.plant.actuator.end()),
            times(kPublished, 0.9));
  EXPECT_EQ(scenario.computer.reference_max, 250e-6);
  EXPECT_NEAR(loop_margin(scenario).margins.gain, loop_margin(before).margins.gain / 0.45, 1e-2);
  const models::RigSetup untouched = as_the_rig_has_it(RigFile{}, before);
  EXPECT_EQ(untouched.computer.controller.data(), before.computer.controller.data());
  EXPECT_EQ(untouched.plant.actuator.data(), before.plant.actuator.data());
}

TEST(SectionFile, RefusesWhatALoopCannotHave) {
  const test::Directory folder;
  const std::string file = (folder / "sections.csv").string();
  const auto refuses = [&](const std::string& lines, SectionRole part) {
    std::ofstream(file) << kSectionsHeading << '\n' << lines;
    try {
      load_sections(file, part);
    } catch (const InputError&) {
      return true;
    }
    return false;
  };
  EXPECT_TRUE(refuses("", SectionRole::controller));
  EXPECT_TRUE(refuses("", SectionRole::plant));
  EXPECT_FALSE(refuses("", SectionRole::prefilter));
  EXPECT_FALSE(refuses("1,0,0,0,1,0\n", SectionRole::controller));  // an integrator
  EXPECT_TRUE(refuses("1,0,0,0,1,0\n", SectionRole::plant));
  EXPECT_TRUE(refuses("1,1,0,1,0,0\n", SectionRole::controller));  // not proper
  EXPECT_TRUE(refuses("1,0,0,1,-1,0\n", SectionRole::prefilter));  // unstable
  EXPECT_TRUE(refuses("-1,0,0,1,1,0\n", SectionRole::plant));      // negative gain
  EXPECT_TRUE(refuses("1,0,0,0,0,0\n", SectionRole::controller));
  std::string many;
  for (int i = 0; i < 4; ++i) many += "1,0,0,1,1e-3,0\n";
  EXPECT_FALSE(refuses(many, SectionRole::plant));
  many += "1,0,0,1,1e-3,0\n";  // more than the twin has
  EXPECT_TRUE(refuses(many, SectionRole::plant));
  EXPECT_FALSE(refuses(many, SectionRole::controller));
  EXPECT_TRUE(refuses("nan,0,0,1,0,0\n", SectionRole::controller));
}

}  // namespace
}  // namespace hilspace::rig
