#include "models/axial_setup.hpp"
#include "contact/law.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace hilspace::models {
namespace {

using namespace instruments;

AxialSetup elastic() {
  AxialSetup setup;
  setup.chaser_mass = 30;
  setup.target_mass = 75;
  setup.approach_velocity = 0.1;
  setup.contact.stiffness = 1e9;
  return setup;
}

double duration(const AxialSetup& setup) {
  return contact::elastic_duration(setup.contact, reduced_mass(setup), setup.approach_velocity);
}

TEST(AxialSetup, ReducedMass) { EXPECT_DOUBLE_EQ(reduced_mass(elastic()), 30.0 * 75.0 / 105.0); }

// T ~ (m^2/(k^2 v))^(1/5)
TEST(ElasticDuration, ScalesAsItsFormula) {
  auto setup = elastic();
  const double before = duration(setup);
  setup.approach_velocity *= 32.0;
  EXPECT_NEAR(duration(setup), before / 2.0, 1e-12);
  setup.chaser_mass *= 32.0;
  setup.target_mass *= 32.0;
  EXPECT_NEAR(duration(setup), before / 2.0 * 4.0, 1e-12);
}

TEST(AutomaticStep, ResolvesTheFastestOfContactAndInstruments) {
  auto setup = elastic();
  const double contact = automatic_step(setup);
  EXPECT_LE(contact, duration(setup) / 100.0);
  EXPECT_GT(contact, duration(setup) / 110.0);
  setup.force_sensor.add(LowPassSetup{1e6, 0.7});
  EXPECT_LE(automatic_step(setup), 2e-6);
  setup.actuator.add(LowPassSetup{1e3, 0.7});  // slow: no reason for smaller steps
  EXPECT_LE(automatic_step(setup), 2e-6);
  EXPECT_GT(automatic_step(setup), 1.85e-6);
}

// A quantum that is a large part of the peak makes each jump count.
TEST(AutomaticStep, IsShorterBesideCoarseQuanta) {
  const double fine = automatic_step(elastic());
  const auto with = [](double actuator, double sensor) {
    auto setup = elastic();
    setup.actuator.add(QuantizerSetup{actuator});
    setup.force_sensor.add(QuantizerSetup{sensor});
    return automatic_step(setup);
  };
  const auto setup = elastic();
  const double depth = contact::elastic_depth(setup.contact, reduced_mass(setup), setup.approach_velocity);
  const double force = setup.contact.stiffness * std::pow(depth, 1.5);
  EXPECT_EQ(with(0.029 * depth, 0.029 * force), fine);
  EXPECT_NEAR(with(0.031 * depth, 0.0), 0.4 * fine, 0.04 * fine);
  EXPECT_NEAR(with(0.0, 0.031 * force), 0.4 * fine, 0.04 * fine);
}

TEST(AutomaticStep, OfALinearSpringIsAShareOfItsOscillation) {
  auto setup = elastic();
  setup.contact = {.law = contact::Law::kelvin_voigt, .stiffness = 1e6, .exponent = 1.0};
  const double half = std::numbers::pi * std::sqrt(reduced_mass(setup) / 1e6);
  EXPECT_LE(automatic_step(setup), half / 100.0);
  EXPECT_GT(automatic_step(setup), half / 110.0);
}

// The jump at the onset decays within m/b.
TEST(AutomaticStep, ResolvesADamper) {
  auto setup = elastic();
  setup.contact = {.law = contact::Law::kelvin_voigt, .stiffness = 1e6, .exponent = 1.0, .viscosity = 1e6};
  EXPECT_LE(automatic_step(setup), 0.1 * reduced_mass(setup) / 1e6);
  setup.contact.viscosity = 1e3;
  EXPECT_GT(automatic_step(setup), 1e-6);
}

// What comes back stiffer comes back faster: with the root of the stiffness.
TEST(AutomaticStep, ResolvesAHardenedSpring) {
  auto setup = elastic();
  setup.contact.law = contact::Law::viscoplastic;
  const double before = automatic_step(setup);
  setup.contact.permanent_deformation = 16.0;
  EXPECT_DOUBLE_EQ(automatic_step(setup), before / 4.0);
}

// Runge and Kutta's method goes mad where h times a pole is beyond -2.785.
double fastest_pole(double frequency, double damping) {
  return damping < 1.0 ? frequency : frequency * (damping + std::sqrt(damping * damping - 1.0));
}

TEST(AutomaticStep, IsStableForEveryLowPass) {
  for (const double damping : {0.05, 0.7, 1.0, 2.0, 5.0, 20.0}) {
    auto setup = elastic();
    setup.force_sensor.add(LowPassSetup{1e5, damping});
    EXPECT_LT(automatic_step(setup) * fastest_pole(1e5, damping), 2.785) << damping;
  }
}

TEST(AutomaticStep, IsStableForEverySection) {
  for (const double damping : {0.05, 0.7, 1.0, 2.0, 5.0, 20.0}) {
    const std::array sections{Section{{1.0, 0.0, 0.0}, {1.0, 2.0 * damping / 1e5, 1e-10}}};
    auto setup = elastic();
    setup.actuator.add(TransferFunctionSetup{sections});
    EXPECT_LT(automatic_step(setup) * fastest_pole(1e5, damping), 2.785) << damping;
  }
}

TEST(AutomaticStep, ResolvesTheFastestSection) {
  const std::array sections{Section{{1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}},         // a gain: no time at all
                            Section{{1.0, 0.0, 0.0}, {1.0, 1e-2, 0.0}},        // a lag of 10 ms
                            Section{{1.0, 0.0, 0.0}, {4.0, 4.0 * 1e-6, 0.0}},  // and one of 1 us
                            Section{{1.0, 1.0, 0.0}, {1.0, 1.4e-4, 1e-8}}};    // 1e4 rad/s
  auto setup = elastic();
  setup.force_sensor.add(TransferFunctionSetup{sections});
  EXPECT_LE(automatic_step(setup), 2e-6);
  EXPECT_GT(automatic_step(setup), 1.85e-6);
}

// These end steps where they jump, and add no motion of their own.
TEST(AutomaticStep, LeavesToTheOtherInstrumentsWhereStepsEnd) {
  auto setup = elastic();
  const double before = automatic_step(setup);
  setup.actuator.add(SampleHoldSetup{1e6});
  setup.actuator.add(TransportDelaySetup{1e-7});
  setup.force_sensor.add(NoiseSetup{1.0, 1e6, 0.7, 1e-7});
  setup.force_sensor.add(QuantizerSetup{1e-3});
  EXPECT_EQ(automatic_step(setup), before);
}

// Bits of pow() beyond the fifth do not reach the step.
TEST(AutomaticStep, HasFiveSignificantBits) {
  int exponent = 0;
  const double mantissa = std::frexp(automatic_step(elastic()), &exponent);
  EXPECT_EQ(mantissa * 32.0, std::floor(mantissa * 32.0));
}

TEST(AutomaticTimeLimit, IsFarBeyondTheImpactAndItsRinging) {
  auto setup = elastic();
  EXPECT_GT(automatic_time_limit(setup), 40.0 * duration(setup));
  setup.force_sensor.add(LowPassSetup{100.0, 0.05});
  EXPECT_GT(automatic_time_limit(setup), 40.0 / (0.05 * 100.0));
}

TEST(AutomaticTimeLimit, IsFarBeyondWhatInstrumentsKeep) {
  const std::array slow{Section{{1.0, 0.0, 0.0}, {1.0, 0.3, 0.0}}};
  const std::array ringing{Section{{1.0, 0.0, 0.0}, {1.0, 2.0 * 0.01 / 50.0, 1.0 / 2500.0}}};
  const std::array<std::pair<StageSetup, double>, 4> stages{{{TransportDelaySetup{0.2}, 0.2},
                                                             {SampleHoldSetup{2.0}, 0.5},
                                                             {TransferFunctionSetup{slow}, 0.3},
                                                             {TransferFunctionSetup{ringing}, 2.0}}};
  for (const auto& [stage, kept] : stages) {
    auto setup = elastic();
    setup.step = 1e-5;
    setup.actuator.add(stage);
    EXPECT_GT(automatic_time_limit(setup), 40.0 * kept) << kStages[stage.index()].name;
  }
}

// A strongly damped pair of poles creeps with the slower one of them, 2 zeta/w.
TEST(AutomaticTimeLimit, IsFarBeyondTheCreepingOfADampedFilter) {
  auto setup = elastic();
  setup.force_sensor.add(LowPassSetup{100.0, 50.0});
  EXPECT_GT(automatic_time_limit(setup), 20.0 * 2.0 * 50.0 / 100.0);
}

// However slow the impact and however fast the instruments, a scenario comes to an end.
TEST(AutomaticTimeLimit, BoundsTheWork) {
  auto setup = elastic();
  setup.approach_velocity = 1e-6;
  setup.contact.damping_number = 1e4;
  setup.force_sensor.add(LowPassSetup{1e7, 0.7});
  EXPECT_LE(automatic_time_limit(setup), 1e7 * automatic_step(setup));
}

TEST(Resolved, KeepsWhatIsGiven) {
  auto setup = elastic();
  setup.step = 1e-7;
  setup.time_limit = 2.0;
  EXPECT_EQ(resolved(setup), setup);
  EXPECT_EQ(resolved(elastic()).step, automatic_step(elastic()));
}

// What a chain shows of a ramp x = t is t - lag, once it has settled.
TEST(Lag, IsHowFarAChainIsBehindARamp) {
  using namespace instruments;
  static constexpr Section kSections[]{{{2.0, 1e-4, 0.0}, {2.0, 6e-4, 1e-8}}};
  const auto of = [](auto... stages) {
    ChainSetup chain;
    (chain.add(stages), ...);
    return lag(chain);
  };
  EXPECT_EQ(of(), 0.0);
  EXPECT_DOUBLE_EQ(of(LowPassSetup{4000.0, 0.7}), 0.35e-3);  // total_delay = 1 ms: w = 4/D
  EXPECT_EQ(of(LowPassSetup{0.0, 0.7}), 0.0);                // neutral
  EXPECT_DOUBLE_EQ(of(TransportDelaySetup{1e-3}, SampleHoldSetup{1000.0}), 1.5e-3);
  EXPECT_DOUBLE_EQ(of(TransferFunctionSetup{kSections}), 2.5e-4);
  EXPECT_EQ(of(QuantizerSetup{1e-6}), 0.0);
}

}  // namespace
}  // namespace hilspace::models
