#include "metrics/tally.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace hilspace::metrics {
namespace {

/// Docking: a half sine of height 1 and length 1. HIL: one of height 1.5, shifted by a quarter.
double docking(double t) { return t < 1.0 ? std::sin(std::numbers::pi * t) : 0.0; }
double hil(double t) {
  return t > 0.25 ? (t < 1.25 ? 1.5 * std::sin(std::numbers::pi * (t - 0.25)) : 0.0) : 0.0;
}

SignalTally<double> tallied(int steps) {
  SignalTally<double> tally;
  const double h = 1.5 / steps;
  for (int i = 0; i < steps; ++i) {
    const double t = i * h;
    tally.add({docking(t), docking(t + 0.5 * h), docking(t + h)}, {hil(t), hil(t + 0.5 * h), hil(t + h)}, h);
  }
  return tally;
}

TEST(SignalTally, FindsPeaksAndAreasOfKnownCurves) {
  const auto tally = tallied(120);
  EXPECT_NEAR(tally.peak_docking, 1.0, 1e-8);
  EXPECT_NEAR(tally.peak_hil, 1.5, 1e-8);
  EXPECT_NEAR(tally.area_docking, 2.0 / std::numbers::pi, 1e-6);
  EXPECT_NEAR(tally.area_hil, 3.0 / std::numbers::pi, 1e-6);
}

// Between 0.25 and 1 the error is a sine of amplitude A and phase p with A e^{ip} = 1.5 e^{-i pi/4} - 1.
TEST(SignalTally, FindsTheLargestErrorAndItsReference) {
  const auto tally = tallied(120);
  const double re = 1.5 * std::cos(std::numbers::pi / 4) - 1.0, im = -1.5 * std::sin(std::numbers::pi / 4);
  EXPECT_NEAR(tally.error_max, std::hypot(re, im), 1e-6);
  EXPECT_NEAR(tally.docking_at_error, re / std::hypot(re, im), 1e-3);
}

TEST(SignalTally, PeaksBetweenSamplesAreFoundByTheParabola) {
  const auto tally = tallied(7);
  EXPECT_NEAR(tally.peak_docking, 1.0, 2e-3);
}

TEST(SignalTally, OfEqualSignalsHasNoErrorAndAReference) {
  SignalTally<double> tally;
  for (int i = 0; i < 100; ++i) {
    const Points<double> p{docking(0.01 * i), docking(0.01 * i + 0.005), docking(0.01 * i + 0.01)};
    tally.add(p, p, 0.01);
  }
  EXPECT_EQ(tally.error_max, 0.0);
  EXPECT_EQ(tally.area_error, 0.0);
  EXPECT_NEAR(tally.docking_at_error, 1.0, 1e-3);
}

}  // namespace
}  // namespace hilspace::metrics
