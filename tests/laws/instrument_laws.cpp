// Effects of instruments on a whole impact: closed forms, neutral instruments, equivalent wirings.

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"
#include "support/bits.hpp"

namespace hilspace {
namespace {

using namespace instruments;
using test::bits;
using test::bondoky_531;
using test::impact;
using test::metric;

void expect_same(const metrics::Row& a, const metrics::Row& b) {
  for (std::size_t i = 0; i < metrics::kMetricCount; ++i)
    EXPECT_EQ(bits(a.values[i]), bits(b.values[i])) << metrics::catalogue()[i].name;
}

models::AxialSetup linear_contact() {
  models::AxialSetup setup;
  setup.chaser_mass = 30;
  setup.target_mass = 75;
  setup.approach_velocity = 0.1;
  setup.contact = {.law = contact::Law::hertz, .stiffness = 1e6, .exponent = 1.0};
  return setup;
}

struct Rebound {
  double phase;  // h sqrt(k/m)
  double ratio;
};
// An undamped linear contact whose force acts with a delay h: a delay differential equation with a known
// rebound.
TEST(TransportDelay, MakesTheLinearContactReboundFaster) {
  for (const Rebound& is : {Rebound{0.05, 1.0816}, Rebound{0.1, 1.1696}, Rebound{0.2, 1.3643}}) {
    for (const auto solver : {models::Solver::rk4, models::Solver::dopri5, models::Solver::reference}) {
      auto setup = linear_contact();
      setup.solver = solver;
      setup.force_sensor.add(TransportDelaySetup{is.phase / std::sqrt(1e6 / models::reduced_mass(setup))});
      EXPECT_NEAR(metric(simulate::simulate(setup), "restitution.hil"), is.ratio, 0.00005 + 1e-6);
      // A delay of the actuator has the same effect, before the contact instead of after it.
      std::swap(setup.force_sensor, setup.actuator);
      EXPECT_NEAR(metric(simulate::simulate(setup), "restitution.hil"), is.ratio, 0.00005 + 1e-6);
    }
  }
}

// A quantizer before or after the delay: each jump is delayed by exactly D, and so is the mean of many.
TEST(TransportDelay, CommutesWithTheQuantizer) {
  auto setup = bondoky_531(0.0);
  setup.actuator = {};
  setup.actuator.add(TransportDelaySetup{0.3e-3});
  setup.actuator.add(QuantizerSetup{2e-6});
  auto swapped = setup;
  std::swap(swapped.actuator.stages[0], swapped.actuator.stages[1]);
  const auto one = simulate::simulate(setup), other = simulate::simulate(swapped);
  for (const char* name : {"velocity.error_pct", "force.e_hint_pct", "penetration.e_hint_pct"})
    EXPECT_NEAR(metric(one, name), metric(other, name), 1e-3 * std::abs(metric(one, name))) << name;
}

// Sampled n times per delay of the hold, the mean lag is half a period.
TEST(SampleHold, LagsByHalfAPeriodOnAverage) {
  auto held = linear_contact(), delayed = linear_contact();
  held.force_sensor.add(SampleHoldSetup{20e3});
  delayed.force_sensor.add(TransportDelaySetup{0.5 / 20e3});
  EXPECT_NEAR(metric(simulate::simulate(held), "restitution.hil") - 1.0,
              metric(simulate::simulate(delayed), "restitution.hil") - 1.0, 2e-4);
}

std::vector<StageSetup> neutral_stages() {
  static constexpr std::array<CurvePoint, 2> kStraight{{{-1.0, -1.0}, {1.0, 1.0}}};
  static constexpr std::array<Section, 1> kOne{{{{1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}}};
  return {LowPassSetup{},
          QuantizerSetup{},
          TransportDelaySetup{},
          SampleHoldSetup{},
          NoiseSetup{},
          BiasSetup{},
          DeadBandSetup{},
          SaturationSetup{},
          CalibrationSetup{kStraight},
          TransferFunctionSetup{kOne}};
}

// Neutral instruments, individually and together, have no effect: docking's numbers to the last bit, in
// separate runs of both models.
TEST(NeutralInstruments, ReproduceDocking) {
  const auto ideal = [] {
    auto setup = impact(30, 75, 0.1, "polyimide", "aluminium", contact::Law::flores, 0.7);
    setup.actuator = setup.force_sensor = {};
    return setup;
  }();
  const auto expected = simulate::simulate(ideal);
  ASSERT_EQ(metric(expected, "force.e_hint_pct"), 0.0);
  ASSERT_EQ(bits(metric(expected, "velocity.after_hil")), bits(metric(expected, "velocity.after_docking")));
  ChainSetup all;
  for (const StageSetup& stage : neutral_stages()) {
    all.add(stage);
    auto setup = ideal;
    setup.actuator.add(stage);
    setup.force_sensor.add(stage);
    expect_same(simulate::simulate(setup), expected);
  }
  auto setup = ideal;
  setup.actuator = setup.force_sensor = all;
  expect_same(simulate::simulate(setup), expected);
}

// The low-pass expressed as a transfer function: by itself it is taken for one, beside a section that does nothing it is
// not.
TEST(TransferFunction, OfALowPassIsTheLowPass) {
  const double w = 4000.0, zeta = 0.7;
  const std::array<Section, 2> sections{
      {{{1.0, 0.0, 0.0}, {1.0, 2.0 * zeta / w, 1.0 / (w * w)}}, {{1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}}};
  auto setup = bondoky_531(1e-3);
  for (const auto solver : {models::Solver::rk4, models::Solver::automatic}) {
    setup.solver = solver;
    const auto expected = simulate::simulate(setup);
    for (const std::size_t count : {std::size_t{1}, sections.size()}) {
      auto its = setup;
      its.actuator.stages[0] = TransferFunctionSetup{std::span(sections).first(count)};
      const auto found = simulate::simulate(its);
      const double share = count == 1 ? 1e-10 : solver == models::Solver::rk4 ? 1e-5 : 1e-3;
      for (const char* name :
           {"velocity.error_pct", "force.e_hint_pct", "force.peak_hil", "contact.duration_hil"})
        EXPECT_NEAR(metric(found, name), metric(expected, name), share * std::abs(metric(expected, name)))
            << name << ' ' << count;
    }
  }
}

// Seed and scenario determine the noise: the same ones reproduce it, others change it; another step size
// hardly matters.
TEST(Noise, IsNamedBySeedAndScenario) {
  auto setup = bondoky_531(0.4e-3);
  setup.actuator.add(NoiseSetup{0.73e-6, 23e3, 0.7, 1.0 / 230e3});
  setup.force_sensor.add(NoiseSetup{1.5, 1e3, 0.7, 1e-4});
  const auto first = simulate::simulate(setup);
  expect_same(simulate::simulate(setup), first);
  auto other = setup;
  other.random.index = 1;
  EXPECT_NE(metric(simulate::simulate(other), "force.peak_hil"), metric(first, "force.peak_hil"));
  other.random = {.seed = 2, .index = 0};
  EXPECT_NE(metric(simulate::simulate(other), "force.peak_hil"), metric(first, "force.peak_hil"));
  EXPECT_NEAR(metric(simulate::simulate(simulate::finer(setup, 0)), "force.peak_hil"),
              metric(first, "force.peak_hil"), 1e-3 * metric(first, "force.peak_hil"));
}

// An actuator ahead of the bodies touches first: the run starts early enough to capture that.
TEST(Bias, OfTheActuatorMakesTheContactBeginEarlier) {
  auto setup = impact(30, 75, 0.1, "polyimide", "aluminium", contact::Law::flores, 0.8);
  setup.actuator = setup.force_sensor = {};
  setup.actuator.add(BiasSetup{5e-6});
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  // Everything happens 5 um earlier, and otherwise as in docking.
  EXPECT_NEAR(metric(row, "force.peak_hil"), metric(row, "force.peak_docking"), 1e-6 * 1600.0);
  EXPECT_NEAR(metric(row, "velocity.error"), 0.0, 1e-9);
  EXPECT_NEAR(metric(row, "contact.duration_error"), 0.0, 1e-9);
  EXPECT_GT(metric(row, "force.e_hint_pct"), 1.0);
}

}  // namespace
}  // namespace hilspace
