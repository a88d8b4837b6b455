// Studies of the rig: what is identified, what each twin reads, and the setups that come of it.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/published_rig.hpp"
#include "unit/study/example.hpp"

namespace hilspace::study {
namespace {

using instruments::BiasSetup, instruments::DeadBandSetup, instruments::LowPassSetup, instruments::NoiseSetup;

Study rig_with(const std::string& more, const std::vector<Override>& overrides = {}) {
  return read(kRig + more, overrides);
}
models::AxialSetup identified_with(const std::string& more, const std::vector<Override>& overrides = {}) {
  return axial_setup(rig_with(more, overrides), 0);
}
models::RigSetup controlled_with(const std::string& more, const std::vector<Override>& overrides = {}) {
  return rig_setup(rig_with("[rig]\ntwin = \"controlled\"\n" + more, overrides), 0);
}

constexpr double kRate = 75e3;
const NoiseSetup kActuatorNoise{0.73e-6, 23e3, 0.707, 1.0 / kRate};
const NoiseSetup kForceNoise{1.5, 1e3, 0.707, 1.0 / kRate};

const instruments::ChainSetup kActuator = chain({LowPassSetup{3000.0, 0.8}, kActuatorNoise});
const instruments::ChainSetup kForceSensor = chain(
    {LowPassSetup{2.0 * std::numbers::pi * 1e3, 0.707}, kForceNoise, BiasSetup{0.6}, DeadBandSetup{22.0}});

TEST(IdentifiedTwin, HasTheIdentifiedInstrumentsAndTheRateOfTheRig) {
  const models::AxialSetup setup = identified_with("");
  EXPECT_EQ(setup.actuator, kActuator);
  EXPECT_EQ(setup.force_sensor, kForceSensor);
  EXPECT_EQ(setup.step, 1.0 / kRate);
}

TEST(IdentifiedTwin, IsTheAxialModelWithTheInstrumentsSpelledOut) {
  const auto axial = axial_setup(read_with(R"(
[actuator]
chain = ["low_pass", "noise"]
low_pass = { natural_frequency = "3000 rad/s", damping = 0.8 }
noise = { std = "0.73 um", bandwidth = "23 kHz", damping = 0.707, sample_time = "13.333333333333334 us" }
[force_sensor]
chain = ["low_pass", "noise", "bias", "dead_band"]
low_pass = { bandwidth = "1 kHz", damping = 0.707 }
noise = { std = "1.5 N", bandwidth = "1 kHz", damping = 0.707, sample_time = "13.333333333333334 us" }
bias.value = "0.6 N"
dead_band.threshold = "22 N"
[numerics]
step = "13.333333333333334 us"
)"),
                                 0);
  EXPECT_EQ(identified_with(""), axial);
}

TEST(IdentifiedTwin, TakesWhatIsGivenOfAStage) {
  const auto quiet = identified_with("[actuator]\nnoise.std = \"0 um\"\n");
  EXPECT_EQ(std::get<NoiseSetup>(quiet.actuator.stages[1]).std, 0.0);
  EXPECT_EQ(std::get<NoiseSetup>(quiet.actuator.stages[1]).bandwidth, 23e3);
  EXPECT_EQ(quiet.force_sensor, kForceSensor);
  const auto slow = identified_with("", {{"actuator.low_pass.bandwidth", "100 Hz"}});
  EXPECT_EQ(std::get<LowPassSetup>(slow.actuator.stages[0]),
            (LowPassSetup{2.0 * std::numbers::pi * 100.0, 0.8}));
  const auto dense = identified_with("[force_sensor.noise]\npsd = \"1e-3 N2/Hz\"\n");
  EXPECT_NEAR(std::get<NoiseSetup>(dense.force_sensor.stages[1]).std, 1.49, 0.005);  // Bondoky 8.2.4.2
  const Study varied = rig_with("[[axis]]\n\"actuator.noise.std\" = [\"0 um\", \"1 um\"]\n");
  EXPECT_EQ(std::get<NoiseSetup>(axial_setup(varied, 1).actuator.stages[1]).std, 1e-6);
}

TEST(IdentifiedTwin, LeavesInstrumentsOfTheStudysOwnAlone) {
  EXPECT_EQ(identified_with("[actuator]\nchain = []\n").actuator, chain({}));
  EXPECT_EQ(identified_with("[actuator]\ntotal_delay = \"1 ms\"\n").actuator,
            chain({LowPassSetup{4000.0, 0.7}}));
  EXPECT_EQ(identified_with("", {{"force_sensor.chain", "[\"bias\"]"}, {"force_sensor.bias.value", "1 N"}})
                .force_sensor,
            chain({BiasSetup{1.0}}));
}

TEST(IdentifiedTwin, FollowsTheRate) {
  const auto setup = identified_with("[rig]\nrate = \"10 kHz\"\n");
  EXPECT_EQ(setup.step, 1e-4);
  EXPECT_EQ(std::get<NoiseSetup>(setup.actuator.stages[1]).sample_time, 1e-4);
  const auto finer = identified_with("[numerics]\nstep = \"2 us\"\n");
  EXPECT_EQ(finer.step, 2e-6);
  EXPECT_EQ(std::get<NoiseSetup>(finer.actuator.stages[1]).sample_time, 1.0 / kRate);
}

TEST(RigStudies, RepeatAScenarioWithOtherNoiseOnly) {
  const Study study = rig_with("[[axis]]\n\"rig.repetition\" = { from = 1, to = 3, count = 3 }\n");
  auto first = axial_setup(study, 0), third = axial_setup(study, 2);
  EXPECT_NE(first.random, third.random);
  third.random = first.random;
  EXPECT_EQ(first, third);
}

TEST(RigStudies, ResolveToThemselves) {
  for (const std::string more :
       {"", "[rig]\ntwin = \"controlled\"\nprefilter = \"none\"\nstiffness = \"20 N/um\"\n",
        "[actuator]\nchain = []\n", "[[axis]]\n\"rig.rate\" = [\"10 kHz\"]\n"}) {
    const Study study = rig_with(more);
    const Study again = read(study.resolved);
    EXPECT_EQ(again.resolved, study.resolved);
    EXPECT_EQ(axial_setup(again, 0), axial_setup(study, 0)) << more;
    EXPECT_EQ(again.twin, study.twin);
    EXPECT_EQ(again.prefilter, study.prefilter);
  }
}

TEST(RigStudies, RefuseWhatTheirTwinDoesNotRead) {
  for (const std::string key :
       {"stiffness = \"20 N/um\"", "frame_stiffness = \"1 N/um\"", "prefilter = \"none\""})
    EXPECT_NE(refusal(kRig + "[rig]\n" + key + "\n").find("the identified twin does not read it"),
              std::string::npos)
        << key;
  EXPECT_EQ(
      refusal(kExample + "[rig]\nrate = \"75 kHz\"\n"),
      "study.toml:15:2: rig: belongs to model = \"rig\", but this study has model = \"axial\"; remove it, or "
      "change the model");
}

TEST(ControlledTwin, HasOneSolver) {
  const std::string controlled = kRig + "[rig]\ntwin = \"controlled\"\n";
  EXPECT_EQ(refusal(controlled, {{"numerics.solver", "rk4"}}), "");
  EXPECT_EQ(
      refusal(controlled, {{"numerics.solver", "dopri5"}}),
      "--set numerics.solver=dopri5: numerics.solver: the controlled twin takes \"rk4\"; write that, or "
      "remove this");
  EXPECT_EQ(refusal(kRig, {{"numerics.solver", "dopri5"}}), "");
}

TEST(ControlledTwin, HasThePublishedControllerAndPlant) {
  const models::RigSetup setup = controlled_with("");
  EXPECT_EQ(setup.computer.rate, kRate);
  EXPECT_EQ(setup.computer.controller.data(), models::kPid.data());
  EXPECT_EQ(setup.computer.prefilter.data(), models::kPrefilterPublished.data());
  double gain = 1.0;
  for (const auto& section : setup.plant.actuator) gain *= section.numerator[0] / section.denominator[0];
  EXPECT_NEAR(gain, 316.3e-6, 1e-12);  // m at full scale
  EXPECT_EQ(setup.plant.compliance, 0.0);
  EXPECT_EQ(setup.plant.frame_compliance, 0.0);
  EXPECT_EQ(setup.step, 0.0);  // chosen by the model
  EXPECT_EQ(controlled_with("prefilter = \"none\"\n").computer.prefilter.size(), 0U);
  EXPECT_EQ(controlled_with("prefilter = \"model_based\"\n").computer.prefilter.data(),
            models::kPrefilterModelBased.data());
}

TEST(ControlledTwin, HasTheSensorsTheIdentifiedNoiseComesFrom) {
  const models::RigSetup setup = controlled_with("");
  EXPECT_EQ(setup.plant.position_sensor,
            chain({LowPassSetup{2.0 * std::numbers::pi * 23e3, 0.707}, kActuatorNoise}));
  EXPECT_EQ(setup.plant.force_sensor, kForceSensor.without(3));
  EXPECT_EQ(setup.computer.force_threshold, 22.0);
  // Not the computer's: something follows it.
  const auto other = controlled_with("", {{"force_sensor.chain", "[\"dead_band\", \"bias\"]"},
                                          {"force_sensor.dead_band.threshold", "3 N"},
                                          {"force_sensor.bias.value", "1 N"}});
  EXPECT_EQ(other.plant.force_sensor, chain({DeadBandSetup{3.0}, BiasSetup{1.0}}));
  EXPECT_EQ(other.computer.force_threshold, 0.0);
}

TEST(ControlledTwin, HasTheScenarioInBothItsHalves) {
  const models::RigSetup setup = controlled_with(
      R"(
offset = "20 um"
stiffness = "20 N/um"
frame_stiffness = "200 N/um"
)",
      {{"approach.air_gap", "43 um"}, {"numerics.step", "1 us"}, {"approach.velocity", "75 mm/s"}});
  EXPECT_EQ(setup.computer.air_gap, 43e-6);
  EXPECT_EQ(setup.plant.air_gap, 43e-6);
  EXPECT_EQ(setup.computer.offset, 20e-6);
  EXPECT_EQ(setup.plant.offset, 20e-6);
  EXPECT_EQ(setup.computer.approach_velocity, 0.075);
  EXPECT_EQ(setup.computer.chaser_mass, 30.0);
  EXPECT_EQ(setup.computer.target_mass, 75.0);
  EXPECT_NEAR(setup.plant.compliance, 5e-8, 1e-20);
  EXPECT_NEAR(setup.plant.frame_compliance, 5e-9, 1e-20);
  EXPECT_EQ(setup.plant.contact, axial_setup(read(kExample), 0).contact);
  EXPECT_EQ(setup.step, 1e-6);
  EXPECT_EQ(setup.plant.random, (models::RandomKey{1, 0}));
}

}  // namespace
}  // namespace hilspace::study
