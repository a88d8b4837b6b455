#include "rig/control/calibration.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/random.hpp"

namespace hilspace::rig {
namespace {

constexpr double kStroke = 300e-6;

/// A nonlinear sensor, by a few per cent: m -> V, -5 ... 5 V.
double bent(double position) {
  const double x = 2.0 * position / kStroke - 1.0;
  return 5.0 * (x + 0.04 * (x * x * x - x));
}

struct Climb {
  std::vector<double> volts, laser;
};

/// The staircase as measured on the rig: a piezo with hysteresis and creep in each step, a sensor with 0.73
/// um of noise, a laser with 0.5 um.
Climb climb(const StaircaseSetup& setup, double rate, std::uint64_t seed, double sign = 1.0) {
  const RandomStream sensor(seed, 0, 0), laser_noise(seed, 0, 1);
  const auto commands = staircase(setup);
  const auto dwell = static_cast<std::size_t>(setup.dwell * rate);
  const LaserRange laser;
  Climb found;
  double position = 0.0;
  for (std::size_t step = 0; step < commands.size(); ++step)
    for (std::size_t k = 0; k < dwell; ++k) {
      const double u = commands[step];
      const double behind = step < commands.size() / 2 ? -0.05 : 0.05;  // 10 % of hysteresis at mid stroke
      const double target = kStroke * (u + 4.0 * behind * u * (1.0 - u));
      position += (target - position) * 50.0 / rate;
      const std::uint64_t i = found.volts.size();
      found.volts.push_back(bent(position + 0.73e-6 * sensor.normal(i)) * sign);
      const double distance = 100e-6 + position + 0.5e-6 * laser_noise.normal(i);
      found.laser.push_back(laser.volts_min + 20.0 * distance / 0.5e-3);
    }
  return found;
}

std::vector<CalibrationStep> steps_of(const StaircaseSetup& setup, double rate, const Climb& data) {
  std::vector<double> reference;
  for (const double volts : data.laser) reference.push_back(displacement({}, volts));
  return average_steps(setup, rate, data.volts, reference);
}

TEST(Staircase, GoesUpAndDownAgain) {
  const std::vector<double> expected{0.0, 0.4, 0.8, 1.0, 0.8, 0.4, 0.0};
  const StaircaseSetup setup{0.0, 1.0, 0.4, 2.0, 0.5};
  const auto found = staircase(setup);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_DOUBLE_EQ(found[i], expected[i]);
  EXPECT_EQ(staircase({0.0, 1.0, 0.005, 5.0, 0.5}).size(), 401u);  // published: 5 V of 1000 V
  EXPECT_DOUBLE_EQ(command_at(found, 2.0, 3.9), 0.4);
  EXPECT_DOUBLE_EQ(command_at(found, 2.0, 6.0), 1.0);
  EXPECT_DOUBLE_EQ(command_at(found, 2.0, 1e3), 0.0);
  EXPECT_THROW(staircase({1.0, 0.0, 0.1, 1.0, 0.5}), InputError);
  EXPECT_THROW(staircase({0.0, 1.0, 0.0, 1.0, 0.5}), InputError);
}

TEST(LaserRange, VoltsToDisplacement) {
  EXPECT_DOUBLE_EQ(displacement({}, -10.0), 0.0);
  EXPECT_NEAR(displacement({}, 10.0), 0.5e-3, 1e-18);
  EXPECT_NEAR(displacement({}, 1.0) - displacement({}, 0.0), 25e-6, 1e-15);  // per volt at the terminals
}

TEST(Calibration, RecoversABentSensorWithinAFifthOfAMicron) {
  const StaircaseSetup setup{0.0, 1.0, 0.02, 0.5, 0.5};
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    for (const double sign : {1.0, -1.0}) {
      const auto found = calibrate(steps_of(setup, 2000.0, climb(setup, 2000.0, seed, sign)), 21);
      double error = 0.0, straight = 0.0;
      for (double x = 0.0; x <= kStroke; x += 1e-6) {
        error = std::max(error, std::abs(value_at(found.curve, sign * bent(x)) - x));
        straight = std::max(straight, std::abs(0.5 * kStroke * (bent(x) / 5.0 + 1.0) - x));
      }
      EXPECT_LT(error, 0.2e-6);
      EXPECT_GT(straight, 2e-6);  // residual without the curve
      EXPECT_LT(found.residual, 0.1e-6);
      EXPECT_GT(found.actuator_hysteresis, 25e-6);
      EXPECT_LT(found.sensor_hysteresis, 0.2e-6);
      EXPECT_LT(found.drift, 0.2e-6);
    }
}

TEST(Calibration, InverseIsTheInverse) {
  const StaircaseSetup setup{0.0, 1.0, 0.05, 0.2, 0.5};
  for (const double sign : {1.0, -1.0}) {
    const auto found = calibrate(steps_of(setup, 5000.0, climb(setup, 5000.0, 7, sign)), 11);
    const auto back = inverse(found.curve);
    EXPECT_TRUE(std::ranges::is_sorted(back, {}, &instruments::CurvePoint::input));
    for (double volts = -5.5; volts < 5.5; volts += 0.1)  // beyond its ends too
      EXPECT_NEAR(value_at(back, value_at(found.curve, volts)), volts, 1e-9);
  }
}

TEST(Calibration, OfATable) {
  std::vector<CalibrationStep> steps;
  for (const double x : {0.0, 1e-6, 2e-6, 3e-6}) steps.push_back({x * 1e6, 2e6 * x + 1.0, x + 5e-3, 0.0});
  const auto found = calibrate(steps, 2);
  ASSERT_EQ(found.curve.size(), 2u);
  EXPECT_NEAR(found.curve[0].output, 0.0, 1e-15);
  EXPECT_NEAR(found.curve[1].input, 7.0, 1e-12);
  EXPECT_NEAR(found.curve[1].output, 3e-6, 1e-15);
  EXPECT_LT(found.worst_residual, 1e-15);
  EXPECT_NE(text(found).find("4 steps, 2 points"), std::string::npos) << text(found);
}

TEST(Calibration, ReportsDriftAndHysteresisOfTheSensor) {
  std::vector<CalibrationStep> steps;
  for (const double x : {0.0, 1e-6, 2e-6, 1e-6, 0.0})
    steps.push_back({x * 1e6, 1e6 * x + (steps.size() > 2 ? 0.1 : 0.0), x, 0.0});
  steps[2].volts = 2.0;
  steps[1].drift = -3e-7;
  const auto found = calibrate(steps, 2);
  EXPECT_NEAR(found.sensor_hysteresis, 0.1e-6, 0.02e-6);
  EXPECT_NEAR(found.actuator_hysteresis, 0.0, 1e-15);
  EXPECT_DOUBLE_EQ(found.drift, 3e-7);
}

TEST(Calibration, TurnsDownWhatCannotBeRead) {
  std::vector<CalibrationStep> steps;
  for (int i = 0; i <= 20; ++i) steps.push_back({0.05 * i, 0.5 * i, 1e-6 * i, 0.0});
  EXPECT_NO_THROW(calibrate(steps, 5));
  EXPECT_THROW(calibrate(steps, 30), InputError);  // more points than steps
  EXPECT_THROW(calibrate(steps, 1), InputError);
  auto folded = steps;
  for (int i = 11; i <= 20; ++i) folded[static_cast<std::size_t>(i)].reference = 1e-6 * (20 - i);
  EXPECT_THROW(calibrate(folded, 5), InputError);  // not monotonic
  auto gap = steps;
  for (std::size_t i = 1; i < 10; ++i) gap[i].volts = 0.0;
  EXPECT_THROW(calibrate(gap, 15), InputError);  // no step near some points
  for (auto& step : steps) step.volts = 1.0;
  EXPECT_THROW(calibrate(steps, 2), InputError);

  const StaircaseSetup setup{0.0, 1.0, 0.5, 0.1, 0.5};
  auto data = climb(setup, 1000.0, 1);
  auto broken = data;
  broken.volts[80] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(steps_of(setup, 1000.0, broken), InputError);
  data.volts.pop_back();
  EXPECT_THROW(steps_of(setup, 1000.0, data), InputError);
}

}  // namespace
}  // namespace hilspace::rig
