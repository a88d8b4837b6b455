// Laws of a quantizer beside a saturation: no level beyond the limit is ever shown, and the fixed steps of the Runge-Kutta
// kernel, which see the mean of fast levels, know the largest numbers as well as solvers that see every level.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"

namespace hilspace {
namespace {

using namespace instruments;
using models::Solver;
using test::impact;
using test::metric;

constexpr double kNone = std::numeric_limits<double>::infinity();

/// 30 kg on 75 kg; without a limit 141 um deep, 1.7 kN.
models::AxialSetup saturating(const std::vector<StageSetup>& actuator,
                              const std::vector<StageSetup>& sensor = {}) {
  auto setup = impact(30, 75, 0.1, "polyimide", "aluminium", contact::Law::flores, 0.8);
  setup.actuator = setup.force_sensor = {};
  setup.actuator.add(LowPassSetup{4.0 / 0.2e-3, 0.7});
  setup.force_sensor.add(LowPassSetup{2.0 * std::numbers::pi * 10e3, 0.7});
  for (const StageSetup& stage : actuator) setup.actuator.add(stage);
  for (const StageSetup& stage : sensor) setup.force_sensor.add(stage);
  return setup;
}

metrics::Row by(Solver solver, models::AxialSetup setup) {
  setup.solver = solver;
  return simulate::simulate(setup);
}

/// The quanta are so fine that fixed steps show their mean up to the limit.
const std::vector<std::vector<StageSetup>> kActuators{
    {QuantizerSetup{1e-6}, SaturationSetup{-kNone, 120e-6}},
    {SaturationSetup{-kNone, 120e-6}, QuantizerSetup{1e-6}},
    {QuantizerSetup{1e-6}, SaturationSetup{-kNone, 120.4e-6}},
    {SaturationSetup{-kNone, 120.4e-6}, QuantizerSetup{1e-6}},
    {SaturationSetup{-kNone, 120.7e-6}, QuantizerSetup{1e-6}},
    {SaturationSetup{-kNone, 120e-6}, QuantizerSetup{1e-6}, TransportDelaySetup{10e-6}},
    {SaturationSetup{-kNone, 120.4e-6}, QuantizerSetup{1e-6}, TransportDelaySetup{10e-6}},
    {SaturationSetup{-kNone, 119e-6}, BiasSetup{1e-6}, QuantizerSetup{1e-6}, TransportDelaySetup{10e-6}},
    {QuantizerSetup{1e-6}, BiasSetup{0.3e-6}, TransportDelaySetup{10e-6}, SaturationSetup{-kNone, 120e-6}},
    {QuantizerSetup{1e-6, 0.3}, SaturationSetup{-kNone, 120e-6}},
    {SaturationSetup{-kNone, 120e-6}, QuantizerSetup{1e-6, 0.3}, TransportDelaySetup{10e-6}},
    {QuantizerSetup{0.2e-6}, SaturationSetup{-kNone, 120e-6}},
    {SaturationSetup{-kNone, 120e-6}, QuantizerSetup{0.2e-6}},
};

TEST(SaturatedActuator, GoesAsDeepByFixedStepsAsByLocatedOnes) {
  for (std::size_t i = 0; i < kActuators.size(); ++i) {
    const auto setup = saturating(kActuators[i]);
    const auto fixed = by(Solver::rk4, setup), located = by(Solver::dopri5, setup);
    ASSERT_EQ(fixed.outcome, Outcome::ok) << i;
    ASSERT_EQ(located.outcome, Outcome::ok) << i;
    const double depth = metric(located, "penetration.peak_hil");
    EXPECT_NEAR(metric(fixed, "penetration.peak_hil"), depth, 1e-6 * depth) << i;
    const double force = metric(located, "contact_force.peak_hil");
    EXPECT_NEAR(metric(fixed, "contact_force.peak_hil"), force, 1e-4 * force) << i;
  }
}

// Also where the levels come from the actuator, and where fixed steps show the mean of those.
TEST(SaturatedSensor, ShowsNoForceBeyondItsLimit) {
  const std::vector<std::vector<StageSetup>> sensors{
      {QuantizerSetup{2.0}, SaturationSetup{-kNone, 1000.0}},
      {SaturationSetup{-kNone, 1000.0}, QuantizerSetup{2.0}},
      {SaturationSetup{-kNone, 1000.5}, QuantizerSetup{2.0}, TransportDelaySetup{10e-6}},
      {SaturationSetup{-kNone, 1000.0}},
  };
  for (std::size_t i = 0; i < sensors.size(); ++i) {
    auto setup = saturating({QuantizerSetup{1e-6}}, sensors[i]);
    if (i == 3) setup.force_sensor = setup.force_sensor.without(0);
    EXPECT_NEAR(metric(by(Solver::rk4, setup), "force.peak_hil"), 1000.0, 1e-5) << i;
    EXPECT_NEAR(metric(by(Solver::dopri5, setup), "force.peak_hil"), 1000.0, 1e-5) << i;
  }
}

}  // namespace
}  // namespace hilspace
