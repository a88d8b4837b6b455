// [actuator] and [force_sensor]: the shorthand, the stages of a chain, and what they are made of.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "study/setups/setup.hpp"
#include "unit/study/example.hpp"

namespace hilspace::study {
namespace {

using namespace instruments;

/// The actuator of the example with this table.
ChainSetup actuator(const std::string& lines) {
  const Study study = read_with("[actuator]\n" + lines);
  return axial_setup(study, 0).actuator;
}

/// The only stage of that actuator.
template <class Stage>
Stage stage(const std::string& lines) {
  const auto chain = actuator(lines);
  EXPECT_EQ(chain.count, 1U);
  return std::get<Stage>(chain.stages[0]);
}

std::string refusal_of(const std::string& lines) { return refusal(kExample + "[actuator]\n" + lines); }

TEST(Shorthand, IsALowPassAndAQuantizerAsFarAsGiven) {
  EXPECT_EQ(actuator("").count, 0U);
  EXPECT_EQ(stage<LowPassSetup>("total_delay = \"1 ms\"\n"), (LowPassSetup{4000.0, 0.7}));
  EXPECT_EQ(stage<QuantizerSetup>("resolution = \"1 um\"\n"), (QuantizerSetup{1e-6}));
  const auto both = actuator("resolution = \"1 um\"\ntotal_delay = \"1 ms\"\n");
  EXPECT_EQ(both.count, 2U);
  EXPECT_EQ(both.stages[0].index(), kLowPass);
  EXPECT_EQ(both.stages[1].index(), kQuantizer);
}

// What is called a total delay D lags by 0.35 D; who means how late it is, says so.
TEST(Shorthand, ALagIsAnotherSpellingOfTheSameLowPass) {
  EXPECT_DOUBLE_EQ(stage<LowPassSetup>("lag = \"0.35 ms\"\n").natural_frequency,
                   stage<LowPassSetup>("total_delay = \"1 ms\"\n").natural_frequency);
  EXPECT_EQ(stage<LowPassSetup>("lag = \"0.35 ms\"\n").damping, 0.7);
  EXPECT_EQ(stage<LowPassSetup>("lag = \"2 ms\"\ndamping = 0.5\n"), (LowPassSetup{500.0, 0.5}));
  EXPECT_EQ(stage<LowPassSetup>("lag = \"0 ms\"\n").natural_frequency, 0.0);
  const std::string chain = "chain = [\"low_pass\"]\n";
  EXPECT_EQ(stage<LowPassSetup>(chain + "low_pass = { lag = \"2 ms\", damping = 0.5 }\n"),
            (LowPassSetup{500.0, 0.5}));
  const Study axis = read_with("[[axis]]\n\"actuator.lag\" = [\"0 ms\", \"2 ms\", \"4 ms\"]\n");
  EXPECT_DOUBLE_EQ(std::get<LowPassSetup>(axial_setup(axis, 2).actuator.stages[0]).natural_frequency, 350.0);
  EXPECT_EQ(read(axis.resolved).resolved, axis.resolved);
  const Study set = read(kExample, {{"force_sensor.lag", "0.2 ms"}});
  EXPECT_DOUBLE_EQ(std::get<LowPassSetup>(axial_setup(set, 0).force_sensor.stages[0]).natural_frequency,
                   7000.0);
  EXPECT_EQ(read(set.resolved).resolved, set.resolved);
}

TEST(Shorthand, HasTheSameStagesInEveryScenario) {
  const Study study = read_with("[[axis]]\n\"actuator.resolution\" = [\"0 um\", \"1 um\"]\n");
  EXPECT_EQ(axial_setup(study, 0).actuator.count, 1U);
  EXPECT_EQ(axial_setup(study, 1).actuator.count, 1U);
}

TEST(Shorthand, DampingNeedsALowPass) {
  EXPECT_NE(refusal_of("damping = 0.7\n"), "");
  EXPECT_EQ(refusal_of("damping = 0.7\ntotal_delay = \"0 ms\"\n"), "");
}

TEST(Chain, KeepsItsOrder) {
  const auto chain = actuator(R"(
chain = ["transport_delay", "low_pass", "noise", "quantizer"]
transport_delay.delay = "16 ms"
low_pass = { bandwidth = "1 kHz", damping = 0.5 }
noise = { std = "0.73 um", bandwidth = "23 kHz" }
[actuator.quantizer]
resolution = "1 um"
)");
  ASSERT_EQ(chain.count, 4U);
  EXPECT_EQ(chain.stages[0], StageSetup(TransportDelaySetup{0.016}));
  EXPECT_EQ(chain.stages[1], StageSetup(LowPassSetup{2.0 * std::numbers::pi * 1e3, 0.5}));
  EXPECT_EQ(chain.stages[2], StageSetup(NoiseSetup{0.73e-6, 23e3, 0.7, 1.0 / 230e3}));
  EXPECT_EQ(chain.stages[3], StageSetup(QuantizerSetup{1e-6}));
}

TEST(Chain, MayBeEmpty) { EXPECT_EQ(actuator("chain = []\n").count, 0U); }

TEST(Chain, CanBeSet) {
  const Study study =
      read(kExample, {{"force_sensor.chain", "[\"bias\"]"}, {"force_sensor.bias.value", "-0.6 N"}});
  EXPECT_EQ(axial_setup(study, 0).force_sensor.stages[0], StageSetup(BiasSetup{-0.6}));
}

TEST(Chain, IsOfTheHilModelOnly) {
  const std::string lines = "chain = [\"bias\"]\nbias.value = \"1 um\"\n";
  const Study study = read_with("[actuator]\n" + lines, {{"models", "[\"docking\"]"}});
  EXPECT_EQ(axial_setup(study, 0).actuator, ChainSetup());
}

TEST(Stages, HaveTheirNumbers) {
  EXPECT_EQ(stage<SampleHoldSetup>("chain = [\"sample_hold\"]\nsample_hold.rate = \"250 Hz\"\n"),
            (SampleHoldSetup{250.0}));
  EXPECT_EQ(stage<BiasSetup>("chain = [\"bias\"]\nbias.value = \"-2 um\"\n"), (BiasSetup{-2e-6}));
  EXPECT_EQ(stage<DeadBandSetup>("chain = [\"dead_band\"]\ndead_band.threshold = \"1 um\"\n"),
            (DeadBandSetup{1e-6}));
  EXPECT_EQ(stage<LowPassSetup>("chain = [\"low_pass\"]\nlow_pass.natural_frequency = \"3000 rad/s\"\n"),
            (LowPassSetup{3000.0, 0.7}));
}

TEST(Saturation, HasOneLimitOrBoth) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::string chain = "chain = [\"saturation\"]\n";
  EXPECT_EQ(stage<SaturationSetup>(chain + "saturation.max = \"1 mm\"\n"),
            (SaturationSetup{-kInfinity, 1e-3}));
  EXPECT_EQ(stage<SaturationSetup>(chain + "saturation.min = \"0 mm\"\n"), (SaturationSetup{0.0, kInfinity}));
  EXPECT_EQ(stage<SaturationSetup>(chain + "saturation = { min = \"0 mm\", max = \"0.239 mm\" }\n"),
            (SaturationSetup{0.0, 0.239e-3}));
  EXPECT_NE(refusal_of(chain), "");
}

TEST(Saturation, LeavesRoomInEveryScenario) {
  const auto refused = [](const std::string& base, const std::string& axes) {
    return refusal(kExample + "[actuator]\nchain = [\"saturation\"]\n" + base + axes);
  };
  const std::string max = "\"actuator.saturation.max\" = ";
  const std::string min = "\"actuator.saturation.min\" = ";
  EXPECT_NE(refused("saturation = { min = \"1 mm\", max = \"1 mm\" }\n", ""), "");
  EXPECT_NE(refused("saturation.min = \"1 mm\"\n", "[[axis]]\n" + max + "[\"3 mm\", \"1 mm\", \"2 mm\"]\n"),
            "");
  EXPECT_EQ(refused("saturation.min = \"1 mm\"\n", "[[axis]]\n" + max + "[\"3 mm\", \"2 mm\"]\n"), "");
  // Together in one axis, or each with each.
  const std::string rising = "[\"2 mm\", \"4 mm\"]\n", lower = "[\"1 mm\", \"3 mm\"]\n";
  EXPECT_EQ(refused("", "[[axis]]\n" + max + rising + min + lower), "");
  EXPECT_NE(refused("", "[[axis]]\n" + max + rising + "[[axis]]\n" + min + lower), "");
}

TEST(Noise, IsGivenByItsStandardDeviationOrItsDensity) {
  const std::string chain = "chain = [\"noise\"]\n";
  const auto std_of = [&](const std::string& lines) { return stage<NoiseSetup>(chain + lines).std; };
  EXPECT_EQ(std_of("noise = { std = \"2 um\", bandwidth = \"23 kHz\" }\n"), 2e-6);
  // sqrt(S w/(4 zeta))
  const double w = 2.0 * std::numbers::pi * 23e3;
  EXPECT_DOUBLE_EQ(std_of("noise = { psd = \"1e-17 m2/Hz\", bandwidth = \"23 kHz\", damping = 0.5 }\n"),
                   std::sqrt(1e-17 * w / 2.0));
  // sqrt(S/T)
  EXPECT_DOUBLE_EQ(std_of("noise = { psd = \"1e-17 m2/Hz\", sample_time = \"4 us\" }\n"),
                   std::sqrt(1e-17 / 4e-6));
  EXPECT_EQ(std_of("noise = { psd = \"0 m2/Hz\", sample_time = \"4 us\" }\n"), 0.0);
  EXPECT_NE(refusal_of(chain + "noise = { std = \"2 um\", psd = \"1 m2/Hz\", bandwidth = \"1 Hz\" }\n"), "");
  EXPECT_NE(refusal_of(chain + "noise = { bandwidth = \"1 Hz\" }\n"), "");
}

TEST(Noise, SampleTimeIsATenthOfThePeriodUnlessGiven) {
  const std::string chain = "chain = [\"noise\"]\n";
  const auto noise = [&](const std::string& lines) { return stage<NoiseSetup>(chain + lines); };
  EXPECT_EQ(noise("noise = { std = \"1 um\", bandwidth = \"1 kHz\" }\n").sample_time, 1.0 / 1e4);
  EXPECT_EQ(noise("noise = { std = \"1 um\", bandwidth = \"1 kHz\", sample_time = \"7 us\" }\n").sample_time,
            7e-6);
  EXPECT_EQ(noise("noise = { std = \"1 um\", sample_time = \"7 us\" }\n"),
            (NoiseSetup{1e-6, 0.0, 0.7, 7e-6}));
  EXPECT_NE(refusal_of(chain + "noise = { std = \"1 um\" }\n"), "");
  EXPECT_NE(refusal_of(chain + "noise = { std = \"1 um\", sample_time = \"7 us\", damping = 0.7 }\n"), "");
}

TEST(Noise, StaysWithinTheNumbersInEveryScenario) {
  const std::string text = kExample + "[force_sensor]\nchain = [\"noise\"]\nnoise.psd = \"1e300 N2/Hz\"\n";
  const auto axis = [](const std::string& values) {
    return "[[axis]]\n\"force_sensor.noise.bandwidth\" = " + values + "\n";
  };
  EXPECT_EQ(refusal(text + axis("[\"1 Hz\", \"1 kHz\"]")), "");
  EXPECT_NE(refusal(text + axis("[\"1 Hz\", \"1e20 Hz\", \"2 Hz\"]")), "");
}

TEST(LowPass, StaysWithinTheNumbersInEveryScenario) {
  EXPECT_NE(refusal_of("total_delay = \"1e-320 s\"\n"), "");
  EXPECT_NE(refusal_of("chain = [\"low_pass\"]\nlow_pass.bandwidth = \"1e308 Hz\"\n"), "");
}

TEST(Calibration, IsACurve) {
  const Study study = read_with(R"([actuator]
chain = ["calibration"]
calibration = { input = ["-1 mm", "0 mm", "100 um"], output = ["-1.1 mm", "0 mm", "90 um"] }
)");
  const auto setup = axial_setup(study, 0);
  const auto curve = std::get<CalibrationSetup>(setup.actuator.stages[0]).curve;
  EXPECT_EQ(curve.data(), study.instruments[0].calibration.data());
  EXPECT_EQ(std::vector(curve.begin(), curve.end()),
            (std::vector<CurvePoint>{{-1e-3, -1.1e-3}, {0.0, 0.0}, {1e-4, 9e-5}}));
}

TEST(TransferFunction, IsSectionsInRisingPowers) {
  const Study study = read_with(R"([force_sensor]
chain = ["transfer_function"]
[[force_sensor.transfer_function.sections]]
numerator = [1.0]
denominator = [1.0, 2.0e-4, 1.0e-8]
[[force_sensor.transfer_function.sections]]
numerator = [0, 1]
denominator = [-2, -1]
)");
  const auto setup = axial_setup(study, 0);
  const auto sections = std::get<TransferFunctionSetup>(setup.force_sensor.stages[0]).sections;
  EXPECT_EQ(sections.data(), study.instruments[1].transfer_function.data());
  EXPECT_EQ(
      std::vector(sections.begin(), sections.end()),
      (std::vector<Section>{{{1.0, 0.0, 0.0}, {1.0, 2e-4, 1e-8}}, {{0.0, 1.0, 0.0}, {-2.0, -1.0, 0.0}}}));
}

TEST(Stages, AreAllKnownByTheirNames) {
  for (const auto& kind : kStages)
    EXPECT_NE(refusal(kExample, {{"actuator.chain", "[\"" + std::string(kind.name) + "\"]"}}).find(kind.name),
              std::string::npos);  // needs something
}

}  // namespace
}  // namespace hilspace::study
