#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "contact/law.hpp"
#include "contact/material.hpp"
#include "unit/study/example.hpp"

namespace hilspace::study {
namespace {

const std::string kGrid = R"(
[[axis]]
"actuator.total_delay" = ["0 ms", "1 ms", "2 ms"]
[[axis]]
name = "masses"
"chaser.mass" = ["35 kg", "50 kg"]
"target.mass" = ["70 kg", "20 kg"]
[[axis]]
"contact.law" = ["hertz", "flores"]
)";

contact::Material built_in(std::string_view name) {
  for (const auto& entry : contact::materials())
    if (entry.name == name) return entry.material;
  throw std::logic_error("no such material");
}

models::AxialSetup setup_with(const std::string& more) { return axial_setup(read_with(more), 0); }

TEST(Scenarios, AreCounted) {
  EXPECT_EQ(scenario_count(read(kExample)), 1U);
  EXPECT_EQ(scenario_count(read_with(kGrid)), 12U);
}

TEST(Scenarios, HaveLawsOfTheStudysOwn) {
  const Study study = read_with(R"TOML(
[[axis]]
"contact.law" = ["flores", "mine", "yours"]
[[axis]]
"contact.restitution" = [0.3, 0.8]
[laws.mine]
damping_number = "8/5*(1-c)/c"
[laws.yours]
damping_number = "c < 0.5 ? 1 : sqrt(1 - c^2)"
)TOML");
  for (std::uint64_t i = 0; i < 2; ++i) {
    const auto flores = axial_setup(study, i).contact, mine = axial_setup(study, 2 + i).contact;
    EXPECT_NEAR(mine.damping_number, flores.damping_number, 1e-15);
    EXPECT_EQ(mine.stiffness, flores.stiffness);
    EXPECT_EQ(mine.exponent, flores.exponent);
  }
  EXPECT_EQ(axial_setup(study, 4).contact.damping_number, 1.0);
  EXPECT_DOUBLE_EQ(axial_setup(study, 5).contact.damping_number, 0.6);
  EXPECT_EQ(read(study.resolved).sha256, study.sha256);
}

TEST(Scenarios, KnowADamperByTheObserver) {
  const Study study = read_with("[compensator]\nforce = \"damper\"\ndamping = \"observer\"\n");
  EXPECT_EQ(axial_setup(study, 0).compensator.damping, compensation::kByObserver);
  EXPECT_EQ(read(study.resolved).sha256, study.sha256);
}

TEST(Scenarios, AreRowMajorLastAxisFastest) {
  const Study study = read_with(kGrid);
  std::uint64_t index = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      for (std::size_t k = 0; k < 2; ++k, ++index) {
        EXPECT_EQ(positions(study, index), (std::vector{i, j, k}));
        const auto values = parameter_values(study, index);
        EXPECT_EQ(values["actuator.total_delay"_id], study.axes[0].values[0][i]);
        EXPECT_EQ(values["chaser.mass"_id], study.axes[1].values[0][j]);
        EXPECT_EQ(values["target.mass"_id], study.axes[1].values[1][j]);
        EXPECT_EQ(values["contact.law"_id], study.axes[2].values[0][k]);
        EXPECT_EQ(values["approach.velocity"_id], 0.1);
      }
}

TEST(Setup, HasTheNumbersOfTheStudy) {
  const auto setup = setup_with(R"(
[actuator]
total_delay = "1 ms"
damping = 0.6
resolution = "1 um"
[force_sensor]
bandwidth = "10 kHz"
damping = 0.9
resolution = "2 N"
[numerics]
step = "1 us"
time_limit = "2 s"
penetration_limit = "0.3 mm"
)");
  EXPECT_EQ(setup.chaser_mass, 30.0);
  EXPECT_EQ(setup.target_mass, 75.0);
  EXPECT_EQ(setup.approach_velocity, 0.1);
  EXPECT_EQ(setup.contact.law, contact::Law::flores);
  EXPECT_EQ(setup.contact.exponent, 1.5);
  EXPECT_EQ(setup.contact.stiffness,
            contact::hertz_stiffness(built_in("polyimide"), built_in("aluminium"), 0.025));
  EXPECT_EQ(setup.contact.damping_number, contact::damping_number(contact::Law::flores, 0.8));
  EXPECT_EQ(setup.actuator,
            chain({instruments::LowPassSetup{4000.0, 0.6}, instruments::QuantizerSetup{1e-6}}));
  EXPECT_EQ(setup.force_sensor, chain({instruments::LowPassSetup{2.0 * std::numbers::pi * 1e4, 0.9},
                                       instruments::QuantizerSetup{2.0}}));
  EXPECT_EQ(setup.step, 1e-6);
  EXPECT_EQ(setup.time_limit, 2.0);
  EXPECT_EQ(setup.penetration_limit, 0.3e-3);
}

TEST(Setup, WithoutInstrumentsIsIdealAndAutomatic) {
  const auto setup = setup_with("");
  const models::AxialSetup neutral;
  EXPECT_EQ(setup.actuator, neutral.actuator);
  EXPECT_EQ(setup.force_sensor, neutral.force_sensor);
  EXPECT_EQ(setup.step, neutral.step);
  EXPECT_EQ(setup.time_limit, neutral.time_limit);
  EXPECT_EQ(setup.penetration_limit, neutral.penetration_limit);
  EXPECT_EQ(setup.solver, models::Solver::automatic);
  EXPECT_EQ(setup.tolerance, neutral.tolerance);
}

TEST(Setup, WithAStepIsThatOfAMethodThatTakesIt) {
  const auto setup = setup_with("[numerics]\nstep = \"1 us\"\n");
  EXPECT_EQ(setup.solver, models::Solver::rk4);
  EXPECT_EQ(setup.step, 1e-6);
}

TEST(Setup, HasItsSolver) {
  const auto setup = setup_with("[numerics]\nsolver = \"dopri5\"\ntolerance = 1e-6\n");
  EXPECT_EQ(setup.solver, models::Solver::dopri5);
  EXPECT_EQ(setup.tolerance, 1e-6);
}

TEST(Setup, NamesItsRandomStreams) {
  const Study study = read_with(kGrid, {{"seed", "7"}});
  EXPECT_EQ(axial_setup(study, 5).random, (models::RandomKey{7, 5}));
}

/// w of the actuator's low-pass, its only stage.
double actuator_frequency(const std::string& key, const std::string& value) {
  const auto setup = setup_with("[actuator]\n" + key + " = \"" + value + "\"\n");
  EXPECT_EQ(setup.actuator.count, 1U);
  return std::get<instruments::LowPassSetup>(setup.actuator.stages[0]).natural_frequency;
}

TEST(Setup, ZeroDelayIsNoLowPass) { EXPECT_EQ(actuator_frequency("total_delay", "0 ms"), 0.0); }

TEST(Setup, SpellingsOfOneLowPassAgree) {
  const double by_delay = actuator_frequency("total_delay", "1 ms");
  EXPECT_EQ(actuator_frequency("natural_frequency", "4000 rad/s"), by_delay);
  EXPECT_NEAR(actuator_frequency("bandwidth", "636.6197723675814 Hz"), by_delay, 1e-9);
}

TEST(Setup, TwoRadiiMakeTheEffectiveOne) {
  const auto text = without(kExample, "radius = \"25 mm\"\n");
  const Study study = read(text, {{"contact.chaser_radius", "30 mm"}, {"contact.target_radius", "60 mm"}});
  const double stiffness = axial_setup(study, 0).contact.stiffness;
  const double expected = contact::hertz_stiffness(built_in("polyimide"), built_in("aluminium"), 0.02);
  EXPECT_NEAR(stiffness, expected, 1e-12 * expected);
}

TEST(Setup, UsesOwnMaterialsAndLawsOfAnAxis) {
  const Study study = read_with(R"(
[materials.brass]
youngs_modulus = "100 GPa"
poisson_ratio = 0.3
[[axis]]
"contact.target_material" = ["steel", "brass"]
[[axis]]
"contact.law" = ["flores", "hertz"]
)");
  const auto setup = axial_setup(study, 3);
  EXPECT_EQ(setup.contact.stiffness, contact::hertz_stiffness(built_in("polyimide"), {100e9, 0.3}, 0.025));
  EXPECT_EQ(setup.contact.damping_number, 0.0);
  EXPECT_GT(axial_setup(study, 2).contact.damping_number, 0.0);
}

TEST(TextOf, NamesWhatIsStoredAsAnIndex) {
  const Study study = read_with(kGrid);
  EXPECT_EQ(text_of(study, "contact.law"_id, parameter_values(study, 1)["contact.law"_id]), "flores");
  EXPECT_EQ(text_of(study, "contact.chaser_material"_id, study.base["contact.chaser_material"_id]),
            "polyimide");
  EXPECT_EQ(text_of(study, "approach.velocity"_id, 0.1), "0.1");
}

}  // namespace
}  // namespace hilspace::study
