// Complete studies: the published numbers, and neutral stability at the reported values.

#include "analysis/stability/stability.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include "analysis/stability/stability_table.hpp"
#include "core/error.hpp"
#include "study/study.hpp"
#include "support/axial_study.hpp"
#include "support/read_study.hpp"

namespace hilspace::analysis {
namespace {

using study::Id;

/// EPOS in one axis: 15.6 kg, 3 kN/m, 16 ms.
const std::string kEposStudy = R"(
title = "EPOS"
model = "axial"
[chaser]
mass = "31.2 kg"
[target]
mass = "31.2 kg"
[approach]
velocity = "20 mm/s"
[contact]
law = "kelvin_voigt"
stiffness = "3 kN/m"
damping = "50 N s/m"
)";
const std::string kDelay = "[actuator]\nchain = [\"transport_delay\"]\ntransport_delay.delay = \"16 ms\"\n";
const std::string kHold =
    "[actuator]\nchain = [\"transport_delay\", \"sample_hold\"]\ntransport_delay.delay = \"16 ms\"\n"
    "sample_hold.rate = \"250 Hz\"\n";
const std::string kLaws = "[[axis]]\n\"contact.law\" = [\"kelvin_voigt_tensile\", \"kelvin_voigt\"]\n";
const std::string kDampings =
    "[[axis]]\n\"contact.damping\" = [\"0 N s/m\", \"30 N s/m\", \"60 N s/m\", \"90 N s/m\"]\n";

study::Study study_of(std::string text, const std::vector<study::Override>& overrides = {}) {
  if (text.find("contact.law\"") != std::string::npos)
    text.erase(text.find("law = \"kelvin_voigt\"\n"), std::string("law = \"kelvin_voigt\"\n").size());
  if (text.find("contact.damping\"") != std::string::npos)
    text.erase(text.find("damping = \"50 N s/m\"\n"), std::string("damping = \"50 N s/m\"\n").size());
  return test::read_study(text, overrides);
}

constexpr Id kDamping = "contact.damping"_id;  // clang 14 takes no default from a consteval function

Stability of(const study::Study& study, Id along = kDamping) {
  const auto found = stability(study, {along, 1, nullptr});
  EXPECT_TRUE(found.has_value());
  return found.value_or(Stability{});
}

TEST(Stability, From49To60AsThePrintSaysAndWhy) {
  const Contour delayed = of(study_of(kEposStudy + kDelay + kLaws)).contour;
  EXPECT_NEAR(delayed.linear[0].value, 48.8, 0.05);
  EXPECT_NEAR(delayed.simulated[0].value, 48.8, 0.1);  // neither clamp nor hold
  EXPECT_NEAR(delayed.simulated[1].value, 53.0, 0.1);  // the force never pulls
  const Contour held = of(study_of(kEposStudy + kHold + kLaws)).contour;
  EXPECT_NEAR(held.linear[0].value, 55.2, 0.05);
  EXPECT_NEAR(held.simulated[0].value, 56.8, 0.1);  // the contact begins with a sample
  EXPECT_NEAR(held.simulated[1].value, 62.0, 0.1);
}

TEST(Stability, WhereInAPeriodTheContactBegins) {
  const std::string phases = R"(
[actuator]
chain = ["transport_delay", "sample_hold"]
sample_hold.rate = "250 Hz"
[force_sensor]
chain = ["transport_delay"]
[[axis]]
name = "phase"
"actuator.transport_delay.delay" = ["15.6 ms", "13.5 ms", "12.4 ms"]
"force_sensor.transport_delay.delay" = ["0.4 ms", "2.5 ms", "3.6 ms"]
)";
  const Contour found = of(study_of(kEposStudy + phases + kLaws)).contour;
  for (std::size_t point = 0; point < found.simulated.size(); ++point) {
    EXPECT_NEAR(found.linear[point].value, 55.17, 0.01);  // the loop does not know
    EXPECT_NEAR(found.simulated[point].value, point % 2 == 0 ? 55.8 : 60.7, 1.3);
  }
  EXPECT_NEAR(found.simulated[3].value, 60.9, 0.1);
}

TEST(Stability, UndampedReboundRatios) {
  for (const auto& [share, ratio] :
       {std::pair{0.05, 1.0816}, std::pair{0.1, 1.1696}, std::pair{0.2, 1.3643}}) {
    const double delay = share / std::sqrt(3000.0 / 15.6);
    const auto found =
        of(study_of(kEposStudy + kDelay + kDampings,
                    {{"actuator.transport_delay.delay", std::to_string(1e6 * delay) + " us"}}));
    EXPECT_NEAR(found.scenarios[0].rebound.ratio, ratio, 1e-4);
    EXPECT_EQ(found.scenarios[0].critical.delay, 0.0);
    EXPECT_EQ(found.scenarios[0].linear, StabilityClass::unstable);
    EXPECT_EQ(found.scenarios[0].simulated, StabilityClass::unstable);
  }
  EXPECT_NEAR(of(study_of(kEposStudy + kHold + kDampings)).scenarios[0].rebound.ratio, 1.47, 0.005);
}

TEST(Stability, ABracketHoldsAChangeOfSign) {
  const study::Study study = study_of(kEposStudy + kHold + kDampings + kLaws);
  const Stability found = of(study);
  ASSERT_EQ(found.contour.axes, std::vector<std::size_t>{1});  // the dampings are searched, not kept
  ASSERT_EQ(found.contour.simulated.size(), 2u);
  for (std::size_t point = 0; point < 2; ++point) {
    const Neutral& its = found.contour.simulated[point];
    const std::uint64_t scenarios[] = {found.contour.scenarios[point], found.contour.scenarios[point]};
    const double values[] = {its.low, its.high};
    const auto rebounds = simulate_rebounds(with_values(study, "contact.damping"_id, scenarios, values), 1,
                                            std::atomic<bool>{false});
    ASSERT_TRUE(rebounds);
    EXPECT_GT(rebounds->of[0].ratio, 1.0);
    EXPECT_LT(rebounds->of[1].ratio, 1.0);
    EXPECT_LT(its.high - its.low, 1e-6 * 90.0);
    EXPECT_GE(its.error, 0.5 * (its.high - its.low));
  }
}

TEST(Stability, AlongAnyOtherParameterItIsTheSameBorder) {
  const Contour damping = of(study_of(kEposStudy + kDelay)).contour;
  const std::string at_border = std::to_string(damping.simulated[0].value) + " N s/m";
  const auto id = study::find_parameter("actuator.transport_delay.delay");
  ASSERT_TRUE(id);
  const Contour delay = of(study_of(kEposStudy + kDelay, {{"contact.damping", at_border}}), *id).contour;
  EXPECT_NEAR(delay.simulated[0].value, 16e-3, 1e-6);
  EXPECT_NEAR(delay.linear[0].value, critical_delay({15.6, 3000.0, damping.simulated[0].value}).delay, 1e-7);
}

TEST(Stability, OfAContactThatIsNotLinearOnlyTheSimulationTells) {
  const std::string text = test::kAxialStudy + R"(
[actuator]
total_delay = "0.4 ms"
resolution = "0.01 um"
)";
  const auto id = study::find_parameter("actuator.total_delay");
  ASSERT_TRUE(id);
  const Stability found = of(study_of(text), *id);
  EXPECT_EQ(found.scenarios[0].linear, StabilityClass::undefined);
  EXPECT_TRUE(std::isnan(found.scenarios[0].critical.delay));
  EXPECT_EQ(found.scenarios[0].critical.method, DelayMethod::none);
  EXPECT_EQ(found.contour.linear[0].search, Search::undefined);
  const Neutral& its = found.contour.simulated[0];
  EXPECT_EQ(its.search, Search::stable_below);
  EXPECT_GT(its.value, 0.1e-3);
  EXPECT_LT(its.value, 1e-3);
  EXPECT_EQ(found.left_out, std::vector<std::string_view>{"quantizer"});
}

// What the lag that is left does to a loop: 5.0 ms of the 16 ms are borne, so 31 % of it may be missing.
TEST(Stability, ACompensatorThatIsNoFactorOfTheLoopHasABorderWhereItsRowsChange) {
  const auto lag_error = *study::find_parameter("compensator.lag_error");
  for (const std::string_view its : {"position = \"predictor\"", "force = \"smith\""}) {
    const std::string text = fmt::format(
        "{}{}[compensator]\n{}\nlag = \"chain\"\n[[axis]]\n\"compensator.lag_error\" = "
        "[-0.8, -0.6, -0.35, -0.25, 0.0, 0.2]\n",
        kEposStudy, kDelay, its);
    const Stability found =
        of(study_of(text, {{"contact.law", "kelvin_voigt_tensile"}, {"contact.damping", "15 N s/m"}}),
           lag_error);
    const Neutral& border = found.contour.linear[0];
    EXPECT_EQ(border.search, Search::stable_above) << its;
    EXPECT_NEAR(border.value, -critical_delay({15.6, 3000.0, 15.0}).delay / 16e-3, 5e-3) << its;
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_EQ(found.scenarios[i].linear, i < 3 ? StabilityClass::unstable : StabilityClass::stable)
          << its << i;
    EXPECT_TRUE(std::isnan(found.scenarios[0].critical.delay));
    EXPECT_TRUE(found.left_out.empty());  // its verdict has it
  }
}

TEST(Stability, ACompensatorThatIsNotLinearHasNeitherVerdictNorBorder) {
  for (const std::string_view its : {"force = \"passivity\"", "force = \"damper\"\ndamping = \"observer\"",
                                     "position = \"ats\"\nrate = \"1 kHz\""}) {
    const Stability found = of(study_of(fmt::format("{}{}[compensator]\n{}\n", kEposStudy, kDelay, its)));
    EXPECT_EQ(found.scenarios[0].linear, StabilityClass::undefined) << its;
    EXPECT_EQ(found.contour.linear[0].search, Search::undefined) << its;
    EXPECT_TRUE(found.scenarios[0].is_linear);  // the contact is
    EXPECT_EQ(found.left_out, std::vector<std::string_view>{"compensator"}) << its;
  }
}

TEST(Stability, TheLoopHasAllThatIsLinear) {
  models::AxialSetup setup;
  setup.chaser_mass = setup.target_mass = 2.0;
  setup.contact = {contact::Law::kelvin_voigt, 1e3, 1.0};
  setup.contact.viscosity = 7.0;
  setup.actuator.add(instruments::TransportDelaySetup{3e-3});
  setup.actuator.add(instruments::SampleHoldSetup{250.0});
  setup.actuator.add(instruments::QuantizerSetup{0.0});
  setup.force_sensor.add(instruments::TransportDelaySetup{1e-3});
  setup.force_sensor.add(instruments::LowPassSetup{100.0, 0.5});
  setup.force_sensor.add(instruments::BiasSetup{1.0});
  const LinearLoop its = linear_loop(setup);
  EXPECT_TRUE(its.is_linear);
  EXPECT_EQ(its.loop.mass, 1.0);
  EXPECT_EQ(its.loop.damping, 7.0);
  EXPECT_EQ(its.delay, 4e-3);
  EXPECT_EQ(its.loop.holds, std::vector<double>{4e-3});
  ASSERT_EQ(its.loop.lags.size(), 1u);
  EXPECT_EQ(its.loop.lags[0].denominator, (std::array<double, 3>{1.0, 0.01, 1e-4}));
  EXPECT_EQ(its.left_out, std::vector<std::string_view>{"bias"});
  setup.contact.law = contact::Law::flores;
  EXPECT_FALSE(linear_loop(setup).is_linear);
}

TEST(Stability, SaysWhatItCannotJudge) {
  const auto complaint = [](const study::Study& study, Id along) {
    try {
      stability(study, {along, 1, nullptr});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const study::Study study = study_of(kEposStudy + kDelay);
  EXPECT_NE(complaint(study, "contact.law"_id).find("takes a name"), std::string::npos);
  EXPECT_NE(complaint(study, "contact.radius"_id).find("does not use it"), std::string::npos);
  EXPECT_NE(complaint(study_of(kEposStudy + kDelay, {{"actuator.transport_delay.delay", "0 ms"}}),
                      *study::find_parameter("actuator.transport_delay.delay"))
                .find("give it an axis"),
            std::string::npos);
  EXPECT_NE(
      complaint(study_of("models = [\"docking\"]\n" + kEposStudy), "contact.damping"_id).find("HIL model"),
      std::string::npos);
}

TEST(Stability, ADampingOfNothingIsSearchedAllTheSame) {
  const Contour found = of(study_of(kEposStudy + kDelay, {{"contact.damping", "0 N s/m"}})).contour;
  EXPECT_NEAR(found.linear[0].value, 48.8, 0.05);
  EXPECT_NEAR(found.simulated[0].value, 53.0, 0.1);
}

TEST(Stability, EndsWhenAskedTo) {
  const std::atomic<bool> stop{true};
  EXPECT_FALSE(stability(study_of(kEposStudy + kDelay), {"contact.damping"_id, 1, &stop}).has_value());
}

TEST(Stability, TheTableHasTheContourWithoutItsAxis) {
  const study::Study study = study_of(kEposStudy + kDelay + kDampings + kLaws);
  const results::AnalysisTable table = table_of(study, of(study));
  for (const auto& variable : table.variables) {
    const bool of_contour = variable.name.starts_with("neutral.");
    EXPECT_EQ(variable.dimensions.size(), of_contour ? 1u : 2u) << variable.name;
    EXPECT_EQ(variable.values.size(), of_contour ? 2u : 8u) << variable.name;
  }
}

}  // namespace
}  // namespace hilspace::analysis
