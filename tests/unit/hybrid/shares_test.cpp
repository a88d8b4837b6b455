#include "hybrid/shares.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace hilspace::hybrid {
namespace {

HybridSetup with(Source source) {
  HybridSetup setup;
  setup.is_real = setup.is_computed = true;
  setup.real_stiffness = 1000.0;
  setup.virtual_stiffness = 500.0;
  setup.source = source;
  setup.measurement_delay = source == Source::measured ? 16e-3 : 0.0;
  return setup;
}

// b_c - b_r + k_r h1 + k_v H
TEST(Shares, CorrectedDampingIsThatOfTheDelays) {
  instruments::ChainSetup robot;
  robot.add(instruments::TransportDelaySetup{16e-3});
  for (const auto& [source, delay] : {std::pair{Source::measured, 32e-3}, std::pair{Source::actual, 16e-3},
                                      std::pair{Source::commanded, 0.0}}) {
    auto setup = with(source);
    setup.real_damping = 3.0;
    const Wanted wanted{1500.0, 40.0};
    EXPECT_DOUBLE_EQ(filling_stiffness(wanted, setup), 500.0);
    EXPECT_DOUBLE_EQ(filling_damping(wanted, setup), 37.0);
    EXPECT_NEAR(corrected_damping(wanted, setup, lags_of(setup, robot, {})), 37.0 + 16.0 + 500.0 * delay,
                1e-12);
    setup.rate = 250.0;
    EXPECT_NEAR(lags_of(setup, robot, {}).computed, delay + 2e-3, 1e-15);
  }
}

TEST(Shares, SensorIsOnTheWayOfTheRealPartAlone) {
  instruments::ChainSetup robot, sensor;
  robot.add(instruments::TransportDelaySetup{16e-3});
  sensor.add(instruments::SampleHoldSetup{1000.0});
  const auto lags = lags_of(with(Source::actual), robot, sensor);
  EXPECT_DOUBLE_EQ(lags.real, 16.5e-3);
  EXPECT_DOUBLE_EQ(lags.computed, 16e-3);
}

// Three springs in a star across the probe, a fourth along it: K = diag(k_4, 1.5 k_s, 1.5 k_s).
std::vector<Spring> star(double across, double along) {
  std::vector<Spring> springs{{along, {1.0, 0.0, 0.0}}};
  for (int i = 0; i < 3; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / 3.0;
    springs.push_back({across, {0.0, 2.0 * std::cos(angle), 2.0 * std::sin(angle)}});
  }
  return springs;
}

TEST(Shares, SpringsAreAStiffnessAlongTheNormal) {
  const auto springs = star(800.0, 3000.0);
  using enum ComplianceReading;
  for (const double angle : {0.0, 0.3, std::numbers::pi / 3.0}) {
    const double c = std::cos(angle) * std::cos(angle), s = 1.0 - c;
    const double moving = stiffness_along(springs, angle, displacement).value();
    const double sliding = stiffness_along(springs, angle, force).value();
    EXPECT_NEAR(moving, c * 3000.0 + s * 1200.0, 1e-9);
    EXPECT_NEAR(sliding, 1.0 / (c / 3000.0 + s / 1200.0), 1e-9);
    EXPECT_LE(sliding, moving * (1.0 + 1e-12));
  }
  const std::vector<Spring> one{{1000.0, {1.0, 0.0, 0.0}}};  // bears nothing across
  EXPECT_FALSE(stiffness_along(one, 0.3, force).has_value());
  EXPECT_NEAR(stiffness_along(one, 0.3, displacement).value(), 1000.0 * std::cos(0.3) * std::cos(0.3), 1e-9);
}

}  // namespace
}  // namespace hilspace::hybrid
