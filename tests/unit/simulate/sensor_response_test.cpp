#include "simulate/collocation/sensor_response.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hilspace::simulate {
namespace {

constexpr double kFrequency = 2e3, kDamping = 0.6;  // w, zeta
SensorResponse<double> sensor() { return {kFrequency * kFrequency, 2.0 * kDamping * kFrequency}; }

/// r after a step of u to 1.
double step_response(double t) {
  const double decay = kDamping * kFrequency, rate = kFrequency * std::sqrt(1.0 - kDamping * kDamping);
  return 1.0 - std::exp(-decay * t) * (std::cos(rate * t) + decay / rate * std::sin(rate * t));
}

TEST(SensorResponse, OfAStepIsItsClosedForm) {
  auto after = sensor();
  const double h = 2e-4;
  for (int k = 0; k < 20; ++k) {
    const auto r = after.advance<6>({1.0, 1.0, 1.0}, h, true);
    EXPECT_NEAR(r[1], step_response((k + 0.5) * h), 1e-9);
    EXPECT_NEAR(r[2], step_response((k + 1) * h), 1e-9);
  }
}

// A parabola is a parabola in each half of an interval.
TEST(SensorResponse, ToAParabolaDoesNotDependOnTheIntervals) {
  const auto u = [](double t) { return 3.0 + 2e3 * t - 4e6 * t * t; };
  auto one = sensor(), two = sensor();
  const double h = 1e-3;
  const auto whole = one.advance<6>({u(0.0), u(0.5 * h), u(h)}, h, true);
  const auto first = two.advance<6>({u(0.0), u(0.25 * h), u(0.5 * h)}, 0.5 * h, true);
  const auto second = two.advance<6>({u(0.5 * h), u(0.75 * h), u(h)}, 0.5 * h, true);
  EXPECT_NEAR(whole[1], first[2], 1e-9);
  EXPECT_NEAR(whole[2], second[2], 1e-9);
}

// Long after a step all is at rest; the series of the decay has no meaning over such intervals.
TEST(SensorResponse, ComesToRestOverAnyInterval) {
  for (const double h : {0.03, 0.1, 10.0, 1e6}) {
    auto after = sensor();
    const auto r = after.advance<6>({1.0, 1.0, 1.0}, h, true);
    EXPECT_NEAR(r[1], 1.0, 1e-7) << h;
    EXPECT_NEAR(r[2], 1.0, 1e-9) << h;
  }
}

TEST(SensorResponse, StaysAsItIsWhereNothingIsBusy) {
  auto after = sensor();
  after.advance<6>({1.0, 1.0, 1.0}, 2e-4, true);
  const auto still = after.advance<6>({5.0, 5.0, 5.0}, 2e-4, false);
  EXPECT_EQ(still[0], still[2]);
  after.clear(true);
  const auto cleared = after.advance<6>({0.0, 0.0, 0.0}, 2e-4, true);
  EXPECT_EQ(cleared[2], 0.0);
}

}  // namespace
}  // namespace hilspace::simulate
