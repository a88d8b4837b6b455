#include "models/axial_setup.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hilspace::models {
namespace {

AxialSetup elastic() {
  AxialSetup setup;
  setup.chaser_mass = 30;
  setup.target_mass = 75;
  setup.approach_velocity = 0.1;
  setup.contact.stiffness = 1e9;
  return setup;
}

TEST(AxialSetup, ReducedMass) { EXPECT_DOUBLE_EQ(reduced_mass(elastic()), 30.0 * 75.0 / 105.0); }

// T ~ (m^2/(k^2 v))^(1/5)
TEST(HertzDuration, ScalesAsItsFormula) {
  auto setup = elastic();
  const double before = hertz_duration(setup);
  setup.approach_velocity *= 32.0;
  EXPECT_NEAR(hertz_duration(setup), before / 2.0, 1e-12);
  setup.chaser_mass *= 32.0;
  setup.target_mass *= 32.0;
  EXPECT_NEAR(hertz_duration(setup), before / 2.0 * 4.0, 1e-12);
}

TEST(AutomaticStep, ResolvesTheFastestOfContactAndInstruments) {
  auto setup = elastic();
  const double contact = automatic_step(setup);
  EXPECT_LE(contact, hertz_duration(setup) / 400.0);
  EXPECT_GT(contact, hertz_duration(setup) / 440.0);
  low_pass(setup.force_sensor).natural_frequency = 1e6;
  EXPECT_LE(automatic_step(setup), 0.4e-6);
  low_pass(setup.actuator).natural_frequency = 1e3;  // slow: no reason for smaller steps
  EXPECT_LE(automatic_step(setup), 0.4e-6);
  EXPECT_GT(automatic_step(setup), 0.37e-6);
}

// Bits of pow() beyond the fifth do not reach the step.
TEST(AutomaticStep, HasFiveSignificantBits) {
  int exponent = 0;
  const double mantissa = std::frexp(automatic_step(elastic()), &exponent);
  EXPECT_EQ(mantissa * 32.0, std::floor(mantissa * 32.0));
}

TEST(AutomaticTimeLimit, IsFarBeyondTheImpactAndItsRinging) {
  auto setup = elastic();
  EXPECT_GT(automatic_time_limit(setup), 40.0 * hertz_duration(setup));
  setup.force_sensor = instrument(100.0, 0.05, 0.0);
  EXPECT_GT(automatic_time_limit(setup), 40.0 / (0.05 * 100.0));
}

// However slow the impact and however fast the instruments, a scenario comes to an end.
TEST(AutomaticTimeLimit, BoundsTheWork) {
  auto setup = elastic();
  setup.approach_velocity = 1e-6;
  setup.contact.damping_number = 1e4;
  low_pass(setup.force_sensor).natural_frequency = 1e7;
  EXPECT_LE(automatic_time_limit(setup), 1e7 * automatic_step(setup));
}

TEST(Resolved, KeepsWhatIsGiven) {
  auto setup = elastic();
  setup.step = 1e-7;
  setup.time_limit = 2.0;
  EXPECT_EQ(resolved(setup), setup);
  EXPECT_EQ(resolved(elastic()).step, automatic_step(elastic()));
}

}  // namespace
}  // namespace hilspace::models
