#include "models/rig_computer.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/rig_cases.hpp"

namespace hilspace::models {
namespace {

RigComputerSetup setup() { return test::rig_scenario().computer; }

// m d'' = -F with F held for a sample is a parabola, whatever the rate.
TEST(RigComputer, MovesTheBodiesAlongAParabolaUnderAConstantForce) {
  RigComputer computer(setup());
  constexpr int kCycles = 1500;
  for (int k = 0; k < kCycles; ++k) computer.cycle(0.0, 100.0);
  const double t = kCycles / 75e3, a = -100.0 / 17.5;
  EXPECT_NEAR(computer.velocity(), 0.05 + a * t, 1e-14);
  EXPECT_NEAR(computer.displacement(), -43e-6 + 0.05 * t + 0.5 * a * t * t, 1e-15);
}

// However many samples are missed on the way.
TEST(RigComputer, MovesTheBodiesAlongTheSameParabolaWhenItMissesSamples) {
  RigComputer all(setup()), some(setup());
  for (int k = 0; k < 100; ++k) all.cycle(0.0, 100.0);
  for (int k = 0; k < 20; ++k) some.cycle(0.0, 100.0), some.miss(4);
  EXPECT_NEAR(some.displacement(), all.displacement(), 1e-15);
  EXPECT_NEAR(some.velocity(), all.velocity(), 1e-15);
}

TEST(RigComputer, TakesAForceUpToTheThresholdForNoContact) {
  RigComputer computer(setup());
  computer.cycle(0.0, 22.0);
  EXPECT_EQ(computer.velocity(), 0.05);
  EXPECT_EQ(computer.force(), 0.0);
  computer.cycle(0.0, 22.1);
  EXPECT_LT(computer.velocity(), 0.05);
  EXPECT_EQ(computer.force(), 22.1);
}

TEST(RigComputer, AsksForTheBodiesDistanceFromTheAirGapOn) {
  const RigComputer computer(setup());
  EXPECT_DOUBLE_EQ(computer.approach(-1.0), 20e-6);
  EXPECT_DOUBLE_EQ(computer.approach(-43e-6), 20e-6);
  EXPECT_DOUBLE_EQ(computer.approach(0.0), 63e-6);
  EXPECT_DOUBLE_EQ(computer.approach(100e-6), 163e-6);
}

TEST(RigComputer, LimitsTheReference) {
  RigComputerSetup limited = setup();
  limited.reference_max = 50e-6;
  RigComputer computer(limited);
  for (int k = 0; k < 2000; ++k) computer.cycle(computer.reference(), 0.0);
  EXPECT_GT(computer.displacement(), 0.0);
  EXPECT_EQ(computer.reference(), 50e-6);
}

TEST(RigComputer, KeepsTheCommandWithinItsLimitsAndDoesNotWindUp) {
  RigComputer computer(setup());
  for (int k = 0; k < 75000; ++k) {  // a second of an error no actuator can mend
    const double command = computer.hold(1e-3, 0.0);
    ASSERT_GE(command, 0.0);
    ASSERT_LE(command, 1.0);
  }
  EXPECT_EQ(computer.command(), 1.0);
  int cycles = 0;  // it comes back within milliseconds, not after another second
  while (computer.hold(0.0, 300e-6) == 1.0 && cycles < 75000) ++cycles;
  EXPECT_LT(cycles, 100);
}

TEST(RigComputer, RestsWhereItIsToldTo) {
  RigComputer computer(setup());
  computer.rest(20e-6, 0.0632);
  for (int k = 0; k < 1000; ++k) EXPECT_NEAR(computer.hold(20e-6, 20e-6), 0.0632, 1e-12);
}

TEST(RigComputer, WithoutAControllerAsksForTheExtensionItself) {
  RigComputer computer(test::identified_rig_scenario<3000>().computer);
  EXPECT_DOUBLE_EQ(computer.hold(150e-6, 0.0), 0.5);
}

}  // namespace
}  // namespace hilspace::models
