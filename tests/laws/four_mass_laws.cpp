// Laws of two spacecraft of two masses each: published tables, the equations of four masses integrated in another
// way, conservation, limits in which they are one body each, and the latch.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "metrics/four_mass_metrics.hpp"
#include "simulate/four_mass.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"

namespace hilspace {
namespace {

using contact::Law;
using metrics::LatchOutcome;
using test::metric;

models::FourMassSetup four(std::array<double, 4> m, double contact, double chaser, double target,
                           double velocity) {
  models::FourMassSetup setup;
  setup.impact.chaser_mass = m[1];
  setup.impact.target_mass = m[2];
  setup.impact.approach_velocity = velocity;
  setup.impact.contact = {.law = Law::hertz, .stiffness = contact, .exponent = 1.0};
  if (m[0] > 0.0) setup.chaser = {m[0], chaser, 0.0};
  if (m[3] > 0.0) setup.target = {m[3], target, 0.0};
  return setup;
}

// Tables 4-3 and 4-4 of the impact chapters, their rows of contact and chaser stiffness exchanged: relative
// velocity of the centres of mass at the first detachment, and duration of the contact.
TEST(FourMassLaws, GiveThePublishedVelocities) {
  struct Example {
    std::array<double, 4> masses;
    double after, duration, theory;
  };
  for (const Example& example : {
           Example{{17, 2, 1.5, 15}, 0.040217, 23.951e-3, 0.0403},
           Example{{10, 10, 10, 10}, -0.000475, 57.945e-3, 0.0},
           Example{{5, 50, 10, 100}, 0.027154, 74.465e-3, 0.02728},
           Example{{100, 20, 10, 200}, 0.041215, 66.682e-3, 0.0413},
       }) {
    const auto row = simulate::simulate(four(example.masses, 15e3, 1e3, 200.0, 0.05));
    EXPECT_EQ(row.outcome, Outcome::ok);
    EXPECT_NEAR(metric(row, "velocity.after_docking"), example.after, 0.5001e-6);
    EXPECT_NEAR(metric(row, "contact.duration_docking"), example.duration, 0.5001e-6);
    EXPECT_NEAR(metric(row, "rmit.velocity_after"), example.theory, 0.5e-4);
    EXPECT_NEAR(metric(row, "velocity.after_hil"), example.after, 0.5001e-6);  // ideal instruments
  }
}

/// The four masses in their own places, with one tiny fixed step of the midpoint rule; until they separate.
struct Plain {
  std::array<double, 4> v;
  double impulse = 0.0, time = 0.0;
};
Plain plain(std::array<double, 4> m, double contact, double chaser, double target, double damping,
            double velocity, double step) {
  std::array<double, 4> x{};
  Plain its{{velocity, velocity, 0.0, 0.0}};
  const auto force = [&](const std::array<double, 4>& at) {
    return std::max(contact * (at[1] - at[2]), 0.0);
  };
  const auto acceleration = [&](const std::array<double, 4>& at, const std::array<double, 4>& v) {
    const double f = force(at);
    const double s = chaser * (at[0] - at[1]) + damping * (v[0] - v[1]);
    const double t = target * (at[2] - at[3]) + damping * (v[2] - v[3]);
    return std::array{-s / m[0], (s - f) / m[1], (f - t) / m[2], t / m[3]};
  };
  do {
    std::array<double, 4> half_x, half_v;
    const auto a = acceleration(x, its.v);
    for (std::size_t i = 0; i < 4; ++i) {
      half_x[i] = x[i] + 0.5 * step * its.v[i];
      half_v[i] = its.v[i] + 0.5 * step * a[i];
    }
    const auto b = acceleration(half_x, half_v);
    its.impulse += step * force(half_x);
    for (std::size_t i = 0; i < 4; ++i) {
      x[i] += step * half_v[i];
      its.v[i] += step * b[i];
    }
    its.time += step;
  } while (x[1] > x[2]);
  return its;
}

TEST(FourMassLaws, AgreeWithTheMassesInTheirOwnPlaces) {
  const std::array<double, 4> m{12.0, 3.0, 2.0, 9.0};
  models::FourMassSetup setup = four(m, 8e3, 2e3, 1e3, 0.08);
  setup.chaser.damping = setup.target.damping = 11.0;
  const auto row = simulate::simulate(setup);
  const Plain its = plain(m, 8e3, 2e3, 1e3, 11.0, 0.08, 2e-7);
  const double mc = m[0] + m[1], mt = m[2] + m[3];
  const double chaser = (m[0] * its.v[0] + m[1] * its.v[1]) / mc;
  const double target = (m[2] * its.v[2] + m[3] * its.v[3]) / mt;
  EXPECT_NEAR(metric(row, "velocity.after_docking"), chaser - target, 2e-8);
  EXPECT_NEAR(metric(row, "velocity.front_docking"), its.v[1] - its.v[2], 8e-7);  // within one of its steps
  EXPECT_NEAR(metric(row, "restitution.docking"), (its.v[2] - its.v[1]) / 0.08, 1e-5);
  EXPECT_NEAR(metric(row, "contact.duration_docking"), its.time, 4e-7);
  EXPECT_NEAR(mc * chaser + mt * target, mc * 0.08, 1e-9);  // momentum
  EXPECT_NEAR(its.impulse, mc * (0.08 - chaser), 1e-9);
}

// The largest energy is that behind the largest tooth of a quantizer, whose mean alone a step sees that is long.
TEST(FourMassLaws, KnowTheTeethOfAQuantizer) {
  models::FourMassSetup setup = four({17.0, 2.0, 1.5, 15.0}, 15e3, 1e3, 200.0, 0.1);
  setup.impact.contact.law = Law::kelvin_voigt;
  setup.impact.contact.viscosity = 10.0;
  setup.impact.actuator = test::instrument(4.0 / 3e-3, 0.7, 3.2e-6);
  setup.impact.force_sensor = test::instrument(2.0 * std::numbers::pi * 1e3, 0.7, 0.0);
  const auto row = simulate::simulate(setup);
  setup.impact.step = 2e-6;
  EXPECT_NEAR(
      metric(row, "energy.mechanical_hil") / metric(simulate::simulate(setup), "energy.mechanical_hil"), 1.0,
      5e-5);
}

// The impulse of the contact is what the centres of mass exchange; energy goes to springs, dampers and contact.
TEST(FourMassLaws, KeepMomentumAndEnergy) {
  for (const Law law : {Law::hertz, Law::flores, Law::kelvin_voigt, Law::viscoplastic})
    for (const double damping : {0.0, 5.0})
      for (const double acceleration : {0.0, 0.3}) {
        models::FourMassSetup setup = four({6.0, 2.0, 3.0, 8.0}, 2e4, 900.0, 700.0, 0.1);
        setup.impact.contact.law = law;
        if (law == Law::flores) setup.impact.contact.damping_number = 0.4;
        if (law == Law::kelvin_voigt) setup.impact.contact.viscosity = 20.0;
        if (law == Law::viscoplastic) setup.impact.contact.damping_per_stiffness = 0.5;
        setup.chaser.damping = setup.target.damping = damping;
        setup.acceleration = acceleration;
        setup.impact.step = 1e-5;
        const auto row = simulate::simulate(setup);
        ASSERT_EQ(row.outcome, Outcome::ok);
        const double before = 0.5 * models::whole_mass(setup) * 0.01;
        EXPECT_NEAR(metric(row, "energy.balance_docking") / before, 0.0, 1e-6);
        EXPECT_NEAR(metric(row, "energy.balance_hil") / before, 0.0, 1e-6);
        if (acceleration > 0.0) continue;
        // The springs are at rest before and after: the force's area over time is not a metric, its work is.
        const double after = metric(row, "velocity.after_docking");
        EXPECT_LT(after, 0.1);
        EXPECT_LT(0.5 * models::whole_mass(setup) * after * after, before);
      }
}

// Without rear masses they are the axial model, with instruments as well.
TEST(FourMassLaws, OfOneBodyEachAreTheAxialModel) {
  models::AxialSetup axial = test::impact(30, 75, 0.1, "polyimide", "aluminium_6060", Law::flores, 0.8);
  axial.actuator = axial.force_sensor = {};
  axial.actuator.add(instruments::LowPassSetup{4000.0, 0.7});
  axial.force_sensor.add(instruments::TransportDelaySetup{50e-6});
  axial.step = 1e-6;
  models::FourMassSetup setup;
  setup.impact = axial;
  const auto one = simulate::simulate(axial), other = simulate::simulate(setup);
  for (std::size_t i = 0; i < metrics::kMetricCount; ++i)
    if (metrics::catalogue()[i].axial && metrics::catalogue()[i].four_mass &&
        !metrics::catalogue()[i].of_dent) {
      EXPECT_DOUBLE_EQ(one.values[i], other.values[i]) << metrics::catalogue()[i].name;
    }
}

// A rear mass on a rigid spring is part of its front mass.
TEST(FourMassLaws, OnRigidSpringsAreTheWholeSpacecraft) {
  const auto row = simulate::simulate(four({6, 2, 1, 4}, 1e4, 1e9, 1e9, 0.1));
  const double duration = std::numbers::pi * std::sqrt((8.0 * 5.0 / 13.0) / 1e4);
  EXPECT_NEAR(metric(row, "contact.duration_docking"), duration, 2e-3 * duration);
  EXPECT_NEAR(metric(row, "velocity.after_docking"), -0.1, 2e-3 * 0.1);
}

// The theory's error comes of the springs' work during the contact: it falls as the ratio of stiffnesses rises.
TEST(FourMassLaws, ApproachImpactTheoryAsTheRatioOfStiffnessesRises) {
  // To first order (pi^2/2 - 4) e_I sum (k_spring/k)(mu/m_front)^2, of a half sine of force on springs at rest.
  const std::array<double, 4> m{17.0, 2.0, 1.5, 15.0};
  const double mu = m[1] * m[2] / (m[1] + m[2]), chaser = 300.0, target = 200.0;
  for (const double contact : {1e5, 1e6, 1e7}) {
    const models::FourMassSetup setup = four(m, contact, chaser, target, 0.05);
    const double first =
        (0.5 * std::numbers::pi * std::numbers::pi - 4.0) * models::impact_theory(setup).ratio *
        (chaser / contact * mu * mu / (m[1] * m[1]) + target / contact * mu * mu / (m[2] * m[2]));
    EXPECT_NEAR(metric(simulate::simulate(setup), "rmit.error_pct"), 100.0 * first,
                100.0 * first * 1e3 / contact + 1e-6);
  }
}

TEST(FourMassLaws, BounceOffAWallAsTheoryHasIt) {
  models::FourMassSetup setup = four({30, 2, 1, 0}, 1e6, 1e3, 0.0, 0.05);
  setup.impact.target_mass = std::numeric_limits<double>::infinity();  // e_I = m2/mc
  auto row = simulate::simulate(setup);
  EXPECT_DOUBLE_EQ(metric(row, "rmit.ratio"), 2.0 / 32.0);
  EXPECT_NEAR(metric(row, "velocity.after_docking"), metric(row, "rmit.velocity_after"), 1e-4 * 0.05);
  setup.impact.target_mass = 1.0;  // on a spring to the wall: 1/((li + 1)(lc + 1))
  setup.target = {std::numeric_limits<double>::infinity(), 1e3, 0.0};
  row = simulate::simulate(setup);
  EXPECT_DOUBLE_EQ(metric(row, "rmit.ratio"), 1.0 / ((2.0 + 1.0) * (15.0 + 1.0)));
  EXPECT_NEAR(metric(row, "velocity.after_docking"), metric(row, "rmit.velocity_after"), 3e-4 * 0.05);
}

/// The example of (110), its target's spring as k_t.
models::FourMassSetup latch(double velocity, double travel) {
  models::FourMassSetup setup = four({100, 10, 1, 10}, 1e8, 1e3, 1e3, velocity);
  // The restitution that the law of Kelvin and Voigt realises is 0.9.
  setup.impact.contact.law = Law::kelvin_voigt_tensile;
  const double log = std::log(0.9) / std::numbers::pi, mass = 10.0 / 11.0;
  const double ratio = std::sqrt(log * log / (1.0 + log * log));
  setup.impact.contact.viscosity = 2.0 * ratio * std::sqrt(1e8 * mass);
  setup.latch_travel = travel;
  return setup;
}

TEST(FourMassLaws, HaveTheLimitOfThePublishedLatch) {
  const auto limit = [](double velocity) {
    return models::impact_theory(latch(velocity, 1e-3)).travel_limit;
  };
  EXPECT_NEAR(limit(0.05), 2.604e-3, 0.5e-6);
  EXPECT_NEAR(limit(0.05 * 10e-3 / limit(0.05)), 10e-3, 1e-12);
  EXPECT_NEAR(0.05 * 10e-3 / limit(0.05), 0.1920, 0.5e-4);
  // What the spring reaches, where the probe does not follow within its first swing.
  const auto row = simulate::simulate(latch(0.05, 2.59e-3));
  EXPECT_NEAR(metric(row, "latch.reach_docking"), limit(0.05), 2e-3 * limit(0.05));
}

// (109) with D_t, of springs that swing and of ones that creep back. A strong damper takes something during the contact, too.
TEST(FourMassLaws, ReachWhatDampingLeaves) {
  for (const auto& [ratio, tolerance] : {std::pair{0.05, 4e-3}, {0.3, 4e-3}, {1.0, 1e-2}, {2.0, 5.5e-2}}) {
    auto setup = latch(0.05, 0.05);
    setup.target.damping = ratio * 2.0 * std::sqrt(1e3 * 10.0 / 11.0);
    const double limit = models::impact_theory(setup).travel_limit;
    EXPECT_LT(limit, 0.95 * 2.604e-3);
    EXPECT_NEAR(metric(simulate::simulate(setup), "latch.reach_docking"), limit, tolerance * limit) << ratio;
  }
}

TEST(FourMassLaws, DecideWhatBecomesOfTheLatch) {
  const auto outcome = [](const models::FourMassSetup& setup) {
    const auto row = simulate::simulate(setup);
    EXPECT_EQ(row.outcome, Outcome::ok);
    return metric(row, "latch.outcome_docking");
  };
  const double limit = models::impact_theory(latch(0.05, 1e-3)).travel_limit;
  EXPECT_EQ(outcome(latch(0.05, 1.01 * limit)), static_cast<double>(LatchOutcome::too_short));
  // The theory's condition is necessary only: near its limit the latch is back before the probe is there.
  EXPECT_EQ(outcome(latch(0.05, 0.99 * limit)), static_cast<double>(LatchOutcome::never));
  // After an impulse at once, latch and probe meet again where the latch is at 0.8882 of its peak: the true limit.
  EXPECT_EQ(outcome(latch(0.05, 0.891 * limit)), static_cast<double>(LatchOutcome::never));
  EXPECT_EQ(outcome(latch(0.05, 0.886 * limit)), static_cast<double>(LatchOutcome::latched));
  EXPECT_EQ(outcome(latch(0.05, 0.3 * limit)), static_cast<double>(LatchOutcome::latched));
}

TEST(FourMassLaws, HistoriesAndRepetitionsHaveTheSameBits) {
  models::FourMassSetup setup = latch(0.05, 1e-3);
  setup.impact.actuator.add(instruments::LowPassSetup{4000.0, 0.7});
  setup.impact.force_sensor.add(instruments::QuantizerSetup{0.5});
  const auto row = simulate::simulate(setup), again = simulate::simulate(setup);
  const auto traced = simulate::simulate_traced(setup);
  for (std::size_t i = 0; i < metrics::kMetricCount; ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(row.values[i]), std::bit_cast<std::uint64_t>(again.values[i]));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(row.values[i]),
              std::bit_cast<std::uint64_t>(traced.row.values[i]));
  }
  ASSERT_EQ(traced.trace.groups.size(), 2u);
  EXPECT_GT(traced.trace.groups[0].time.size(), 100u);
}

}  // namespace
}  // namespace hilspace
