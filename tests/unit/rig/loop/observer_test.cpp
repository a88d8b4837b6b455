// The observer predicts the plant: extension from the commands, force from the extension.

#include "rig/loop/observer.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/rig/bench_rig.hpp"

namespace hilspace::rig {
namespace {

constexpr double kCycleRate = 75e3;

/// The bench's rig, without noise.
models::RigPlantSetup quiet_plant() {
  models::RigPlantSetup plant = bench::rig_setup().plant;
  plant.position_sensor = {};
  plant.force_sensor = {};
  plant.force_sensor.add(instruments::LowPassSetup{6283.0, 0.7});
  return plant;
}

Expectation of(const models::RigPlantSetup& plant) {
  Expectation e;
  e.known = true;
  e.actuator_sections = plant.actuator.size();
  std::copy(plant.actuator.begin(), plant.actuator.end(), e.actuator.begin());
  e.compliance = plant.compliance;
  e.frame_compliance = plant.frame_compliance;
  e.touch = plant.air_gap + plant.offset;
  e.stiffness = plant.contact.stiffness;
  e.exponent = plant.contact.exponent;
  e.approach = 0.02;
  e.damping_number = plant.contact.damping_number;
  e.force_sensor[0] = {{1.0, 0.0, 0.0}, {1.0, 2.0 * 0.7 / 6283.0, 1.0 / (6283.0 * 6283.0)}};
  e.force_sensor_sections = 1;
  return e;
}

/// Presses the specimens and releases them, with a deviating plant; returns the largest deviation of the
/// extension, and the largest excess of the force over its bounds.
struct Off {
  double extension = 0.0, slack = -kUnlimited, low = -kUnlimited, high = -kUnlimited;
};
Off press(const models::RigPlantSetup& plant, const Expectation& expectation) {
  models::RigPlant truth(plant, 1.0 / 300e3);
  Observer observer(expectation, kCycleRate, 0.0);
  observer.tare(0.0, 0.0);
  Off off;
  double velocity = 0.0, before = 0.0;
  for (int k = 0; k < 1500; ++k) {  // 20 ms, 25 um deep
    const double share = 0.5 - 0.5 * std::cos(2.0 * 3.14159265 * k / 1500.0);
    const double command = 60e-6 / bench::kStroke * share;
    truth.advance(command, 1.0 / kCycleRate);
    const double x = truth.measured_position(), force = truth.measured_force();
    velocity += 0.15 * ((x - before) * kCycleRate - velocity);
    before = x;
    const Expected expected = observer({command, 1.0, x, velocity, force});
    off.extension = std::max(off.extension, std::abs(x - expected.extension));
    off.slack = std::max(off.slack, std::abs(x - expected.extension) - expected.slack);
    off.low = std::max(off.low, expected.force_low - force);
    off.high = std::max(off.high, force - expected.force_high);
  }
  return off;
}

TEST(Observer, ExpectsWhatThePlantDoes) {
  models::RigPlantSetup plant = quiet_plant();
  for (const bool soft : {false, true}) {
    if (soft) {
      plant.contact.stiffness = 2e9;  // some hundred N, so the actuator gives way by some um
      plant.compliance = 1.0 / 40e6;
      plant.frame_compliance = 1.0 / 200e6;
    }
    const Off off = press(plant, of(plant));
    EXPECT_LT(off.extension, soft ? 1e-6 : 0.1e-6);
    EXPECT_LT(off.slack, 0.0);
    EXPECT_LT(off.low, 0.0);
    EXPECT_LT(off.high, 0.0);
  }
}

TEST(Observer, ToleratesWhatItSaysAndNoMore) {
  const models::RigPlantSetup plant = quiet_plant();
  Expectation e = of(plant);
  e.tolerances.force = 2.0;
  e.tolerances.gap = 1e-6;
  models::RigPlantSetup other = plant;
  other.contact.stiffness *= 1.0 + 0.9 * e.tolerances.stiffness;
  EXPECT_LT(press(other, e).high, 0.0);
  other.contact.stiffness = 3.0 * plant.contact.stiffness;
  EXPECT_GT(press(other, e).high, 0.0);
  other.contact.stiffness = 0.3 * plant.contact.stiffness;
  EXPECT_GT(press(other, e).low, 0.0);
  other = plant;
  other.air_gap += 0.9e-6;
  EXPECT_LT(press(other, e).low, 0.0);
  other.air_gap += 8e-6;
  EXPECT_GT(press(other, e).low, 0.0);
  other.air_gap = plant.air_gap - 8e-6;
  EXPECT_GT(press(other, e).high, 0.0);
}

// The width of the band follows from the tolerances.
TEST(Observer, TheBandIsAsWideAsItsTolerances) {
  const models::RigPlantSetup plant = quiet_plant();
  Expectation e = of(plant);
  e.tolerances = {};
  e.tolerances.gap = e.tolerances.time = e.tolerances.force = e.tolerances.damping = 0.0;
  e.tolerances.stiffness = 0.25;
  e.damping_number = 0.0;
  e.force_sensor_sections = 0;
  Observer observer(e, kCycleRate, 0.0);
  const double depth = 20e-6, elastic = e.stiffness * std::pow(depth, 1.5);
  const Expected expected = observer({0.0, 1.0, e.touch + depth, 0.0, elastic});
  EXPECT_NEAR(expected.force_low, 0.75 * elastic, 1e-9 * elastic);
  EXPECT_NEAR(expected.force_high, 1.25 * elastic, 1e-9 * elastic);
  EXPECT_EQ(observer({0.0, 1.0, e.touch - depth, 0.0, 0.0}).force_high, 0.0);

  e.tolerances.stiffness = 0.0;
  e.tolerances.gap = 4e-6;
  Observer gap(e, kCycleRate, 0.0);
  const Expected near = gap({0.0, 1.0, e.touch + depth, 0.0, elastic});
  EXPECT_NEAR(near.force_low, e.stiffness * std::pow(16e-6, 1.5), 1e-9 * elastic);
  EXPECT_NEAR(near.force_high, e.stiffness * std::pow(24e-6, 1.5), 1e-9 * elastic);

  e.tolerances.gap = 0.0;
  e.frame_compliance = 1.0 / 20e6;  // 5 um at 100 N
  Observer frame(e, kCycleRate, 0.0);
  EXPECT_NEAR(frame({0.0, 1.0, e.touch + depth, 0.0, 100.0}).force_high, e.stiffness * std::pow(15e-6, 1.5),
              1e-9 * elastic);
}

// The initial rate of the contact is known only as well as the gap: the band covers all possible rates.
TEST(Observer, TheDampingIsThatOfAnyRateTheContactMayHaveBegunWith) {
  Expectation e = of(quiet_plant());
  e.actuator_sections = 0;  // the extension is the command
  e.force_sensor_sections = 0;
  e.damping_number = 0.4;
  e.tolerances.stiffness = e.tolerances.damping = e.tolerances.time = e.tolerances.force = 0.0;
  Observer observer(e, kCycleRate, 0.0);
  const double gap = e.tolerances.gap, slow = 0.01, fast = 0.04;
  observer({slow / kCycleRate, 1.0, e.touch - 5.0 * gap, slow, 0.0});
  observer({(slow + fast) / kCycleRate, 1.0, e.touch, fast, 0.0});
  const double depth = 20e-6;
  const auto elastic = [&](double side) { return e.stiffness * std::pow(depth + side * gap, 1.5); };
  const auto off = 0.1 * e.approach;  // of the measured rate
  const Expected in = observer({0.0, 1.0, e.touch + depth, 0.02, 0.0});
  EXPECT_NEAR(in.force_low, elastic(-1.0) * (1.0 + 0.4 * (0.02 - off) / fast), 1e-9 * elastic(1.0));
  EXPECT_NEAR(in.force_high, elastic(1.0) * (1.0 + 0.4 * (0.02 + off) / slow), 1e-9 * elastic(1.0));
  const Expected out = observer({0.0, 1.0, e.touch + depth, -0.01, 0.0});
  EXPECT_NEAR(out.force_low, elastic(-1.0) * (1.0 - 0.4 * (0.01 + off) / slow), 1e-9 * elastic(1.0));
  EXPECT_NEAR(out.force_high, elastic(1.0) * (1.0 - 0.4 * (0.01 - off) / fast), 1e-9 * elastic(1.0));
}

// The sensor's low-pass delays a blow, and never amplifies it.
TEST(Observer, SeesTheForceThroughItsSensor) {
  Expectation e = of(quiet_plant());
  e.tolerances.force = 1.0;
  Observer observer(e, kCycleRate, 0.0);
  const double depth = 40e-6, elastic = e.stiffness * std::pow(depth, 1.5);
  const Expected first = observer({0.0, 1.0, e.touch + depth, 0.0, 0.0});
  EXPECT_LT(first.force_low, 0.0);
  EXPECT_LT(first.force_high, 0.5 * elastic + e.tolerances.force);
  Expected last = first;
  for (int k = 0; k < 200; ++k) {
    last = observer({0.0, 1.0, e.touch + depth, 0.0, elastic});
    EXPECT_LE(last.force_low, elastic);
  }
  EXPECT_GT(last.force_low, 0.6 * elastic);
  EXPECT_LT(observer({0.0, 1.0, e.touch - depth, 0.0, 0.0}).force_low, 0.0);  // it may fall at once
}

// For any tolerances: a wider band never excludes what a narrower one accepts.
TEST(Observer, ABandOfAnyWidthHoldsAHealthyForce) {
  Expectation e = of(quiet_plant());
  e.damping_number = 0.4;
  e.tolerances.stiffness = e.tolerances.damping = 5.0;
  e.tolerances.force = 1.0;
  Observer observer(e, kCycleRate, 0.0);
  const double depth = 40e-6, elastic = e.stiffness * std::pow(depth, 1.5);
  for (int k = 0; k < 200; ++k) {
    const Expected pressed = observer({0.0, 1.0, e.touch + depth, 0.05, elastic});
    EXPECT_LE(pressed.force_low, elastic);  // with damping it is more
    EXPECT_LE(pressed.force_low, pressed.force_high);
  }
  for (int k = 0; k < 200; ++k)  // the low-pass undershoots 0, and the sensor has noise
    EXPECT_GE(observer({0.0, 1.0, e.touch - depth, 0.0, 0.0}).force_high, e.tolerances.force);
}

TEST(Observer, FollowsTheCommandWherePeriodsAreMissing) {
  const Expectation e = of(quiet_plant());
  Observer each(e, kCycleRate, 0.0), sparse(e, kCycleRate, 0.0);
  Expected last;
  for (int k = 0; k < 30; ++k) last = each({0.1, 1.0, 10e-6, 0.0, 0.0});
  const Expected all = sparse({0.1, 30.0, 10e-6, 0.0, 0.0});
  EXPECT_NEAR(all.extension, last.extension, 1e-15);
  EXPECT_NEAR(all.force_high, last.force_high, 1e-9);
}

TEST(Observer, TakesTheSensorsZerosFromRest) {
  const Expectation e = of(quiet_plant());
  Observer observer(e, kCycleRate, 0.1);
  EXPECT_NEAR(observer.rest(), 0.1 * bench::kStroke, 1e-12);
  observer({0.1, 1.0, observer.rest() + 2e-6, 0.0, 3.0});
  observer.tare(observer.rest() + 2e-6, 3.0);
  const Expected expected = observer({0.1, 1.0, observer.rest() + 2e-6, 0.0, 3.0});
  EXPECT_NEAR(expected.extension, observer.rest() + 2e-6, 1e-12);
  EXPECT_NEAR(0.5 * (expected.force_low + expected.force_high), 3.0, 1e-9);
  EXPECT_NEAR(expected.leap, 0.0, 1e-12);
}

}  // namespace
}  // namespace hilspace::rig
