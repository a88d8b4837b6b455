// numerics.repeats: one more axis, along which the phases of quantizers and sample-and-holds are drawn.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "unit/study/example.hpp"

namespace hilspace::study {
namespace {

using namespace instruments;

const std::string kStages = R"(
[actuator]
chain = ["sample_hold", "quantizer"]
sample_hold.rate = "250 Hz"
quantizer.resolution = "1 um"
[force_sensor]
resolution = "1 N"
)";

QuantizerSetup quantizer_of(const ChainSetup& chain) {
  return std::get<QuantizerSetup>(chain.stages[chain.count - 1]);
}

TEST(Repeats, AreTheLastAxis) {
  const Study study =
      read_with(kStages + "[numerics]\nrepeats = 16\n[[axis]]\n\"chaser.mass\" = [\"30 kg\", \"60 kg\"]\n");
  ASSERT_EQ(study.axes.size(), 2u);
  EXPECT_EQ(study.axes[1].name, "numerics.repeat");
  EXPECT_EQ(study.axes[1].parameters, std::vector{"numerics.repeat"_id});
  EXPECT_EQ(study.axes[1].values[0].front(), 1.0);
  EXPECT_EQ(study.axes[1].values[0].back(), 16.0);
  EXPECT_EQ(scenario_count(study), 32u);
  EXPECT_EQ(read(study.resolved).resolved, study.resolved);
  EXPECT_EQ(read(study.resolved).sha256, study.sha256);
  EXPECT_EQ(scenario_count(read_with("", {{"numerics.repeats", "3"}})), 3u);
}

TEST(Repeats, DrawPhasesThatDependOnStudyAndIndexAlone) {
  const Study study = read_with(kStages + "[numerics]\nrepeats = 64\n");
  std::set<double> places, forces, samples;
  double sum = 0.0;
  for (std::uint64_t index = 0; index < 64; ++index) {
    const auto setup = axial_setup(study, index);
    EXPECT_EQ(setup, axial_setup(read(study.resolved), index));
    const auto place = quantizer_of(setup.actuator), force = quantizer_of(setup.force_sensor);
    EXPECT_FALSE(place.tared);
    EXPECT_TRUE(force.tared);
    for (const double phase : {place.phase, force.phase}) EXPECT_TRUE(std::abs(phase) < 0.5);
    const double sample = std::get<SampleHoldSetup>(setup.actuator.stages[0]).phase;
    EXPECT_TRUE(sample > 0.0 && sample < 1.0);
    places.insert(place.phase), forces.insert(force.phase), samples.insert(sample);
    sum += place.phase;
  }
  EXPECT_EQ(places.size(), 64u);
  EXPECT_EQ(forces.size(), 64u);
  EXPECT_EQ(samples.size(), 64u);
  EXPECT_LT(std::abs(sum / 64.0), 4.0 / std::sqrt(12.0 * 64.0));  // evenly distributed
  const auto other = axial_setup(read_with(kStages + "[numerics]\nrepeats = 64\n", {{"seed", "2"}}), 0);
  EXPECT_NE(quantizer_of(other.actuator).phase, quantizer_of(axial_setup(study, 0).actuator).phase);
}

TEST(Repeats, WithoutThemPhasesAre0) {
  const auto setup = axial_setup(read_with(kStages), 0);
  EXPECT_EQ(quantizer_of(setup.actuator), (QuantizerSetup{1e-6}));
  EXPECT_EQ(std::get<SampleHoldSetup>(setup.actuator.stages[0]), (SampleHoldSetup{250.0}));
}

TEST(Repeats, ComponentsHavePhasesOfTheirOwn) {
  const Study study = read(kSixDof + R"(
[robot]
resolution = "1 um"
angular_resolution = "1 urad"
[wrench_sensor]
resolution = "1 N"
torque_resolution = "1 N m"
[numerics]
repeats = 2
)");
  const auto setup = sixdof_setup(study, 1);
  std::set<double> phases;
  for (const auto& chain : setup.robot) phases.insert(quantizer_of(chain).phase);
  for (const auto& chain : setup.wrench_sensor) phases.insert(quantizer_of(chain).phase);
  EXPECT_EQ(phases.size(), 12u);
  EXPECT_FALSE(quantizer_of(setup.robot[0]).tared);
  EXPECT_TRUE(quantizer_of(setup.wrench_sensor[5]).tared);
}

TEST(Repeats, OfADesignAreNoAxis) {
  const std::string design = R"(
[design]
type = "list"
[[parameter]]
path = "chaser.mass"
values = ["30 kg", "60 kg"]
)";
  EXPECT_NE(refusal(kExample + "[numerics]\nrepeats = 4\n" + design).find("write numerics.repeat = 1"),
            std::string::npos);
  const Study study = read_with(kStages + "[numerics]\nrepeat = 1\n" + design);
  EXPECT_NE(quantizer_of(axial_setup(study, 0).actuator).phase,
            quantizer_of(axial_setup(study, 1).actuator).phase);
}

TEST(Repeats, AreRefusedWhereTheyMeanNothing) {
  for (const std::string value : {"1", "0", "-3", "2.0", "\"16\"", "1000001"})
    EXPECT_NE(refusal(kExample + "[numerics]\nrepeats = " + value + "\n").find("from 2 to 1000000"),
              std::string::npos)
        << value;
  EXPECT_NE(refusal(kExample, {{"numerics.repeats", "1e3"}}).find("from 2 to 1000000; write 1000"),
            std::string::npos);
  EXPECT_NE(refusal(kExample, {{"numerics.repeats", "1e9"}}).find("from 2 to 1000000, for example 16"),
            std::string::npos);
  const std::string axis = "[[axis]]\n\"numerics.repeat\" = [1, 2]\n";
  EXPECT_NE(refusal(kExample + "[numerics]\nrepeats = 4\n" + axis).find("excludes the axis"),
            std::string::npos);
  EXPECT_NE(
      refusal(kExample +
              "[numerics]\nrepeats = 1000000\n[[axis]]\n\"chaser.mass\" = { from = \"1 kg\", to = \"2 kg\", "
              "count = 2000000 }\n")
          .find("2^40"),
      std::string::npos);
  EXPECT_EQ(refusal(kExample + "[numerics]\nrepeats = 4\n[output]\ntraces = [3]\n"), "");
  EXPECT_NE(refusal(kExample + "[numerics]\nrepeats = 4\n[output]\ntraces = [4]\n"), "");
}

}  // namespace
}  // namespace hilspace::study
