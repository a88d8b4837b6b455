// Laws of whole impacts that leave a dent: the published ball, the energy of the dent, instances, rebounds.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "simulate/four_mass.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"

namespace hilspace {
namespace {

using contact::Law;
using test::metric;

constexpr double kGravity = 9.81;

/// The ball of 1 kg on a surface of 8e4 N/m^n.
models::FourMassSetup ball(double exponent, double lambda, double velocity) {
  models::FourMassSetup setup;
  setup.impact.chaser_mass = 1.0;
  setup.impact.target_mass = std::numeric_limits<double>::infinity();
  setup.impact.approach_velocity = velocity;
  setup.impact.contact = {.law = Law::viscoplastic, .stiffness = 8e4, .exponent = exponent};
  setup.impact.contact.permanent_deformation = lambda;
  return setup;
}

// Figure 3-6 of the impact chapters: dropped from 0.5 m, without damping.
TEST(ViscoplasticLaws, GiveThePublishedBall) {
  struct Case {
    double exponent, depth, force;
    std::array<double, 3> restitution, dent;  // for lambda 1.5, 2, 4
  };
  constexpr std::array lambdas{1.5, 2.0, 4.0};
  for (const Case& its : {
           Case{1.0, 11.197e-3, 895.8, {0.8165, 0.7071, 0.5}, {3.732e-3, 5.599e-3, 8.398e-3}},
           Case{1.5, 30.513e-3, 426.4, {0.8736, 0.7937, 0.63}, {7.227e-3, 11.291e-3, 18.404e-3}},
       })
    for (std::size_t i = 0; i < lambdas.size(); ++i) {
      models::FourMassSetup setup = ball(its.exponent, lambdas[i], std::sqrt(2.0 * kGravity * 0.5));
      setup.acceleration = kGravity;
      const auto row = simulate::simulate(setup);
      EXPECT_NEAR(metric(row, "penetration.peak_docking"), its.depth, 0.5001e-6);
      EXPECT_NEAR(metric(row, "force.peak_docking"), its.force, 0.05001);
      EXPECT_NEAR(metric(row, "restitution.docking"), its.restitution[i], 0.5001e-4);
      EXPECT_NEAR(metric(row, "contact.dent_docking"), its.dent[i], 0.6e-6);
      EXPECT_EQ(metric(row, "contact.instances_docking"), 1.0);
      EXPECT_NEAR(metric(row, "energy.dent_docking"), metric(row, "energy.dissipated_docking"), 1e-6);
    }
}

// Figure 3-12: 2 m/s without gravity; b, n and lambda are not printed.
TEST(ViscoplasticLaws, GiveThePublishedRestitutions) {
  for (const auto& [exponent, lambda] : {std::pair{1.0, 6.408}, {1.5, 16.944}})
    for (const bool dented : {false, true}) {
      models::FourMassSetup setup = ball(exponent, dented ? lambda : 1.0, 2.0);
      setup.impact.contact.damping_per_stiffness = 62922.0 / 8e4;
      const auto row = simulate::simulate(setup);
      EXPECT_NEAR(metric(row, "restitution.docking"), dented ? 0.275 : 0.475, 1e-5);
      EXPECT_EQ(metric(row, "energy.dent_docking") > 0.0, dented);
    }
}

/// A light mass before a heavy one, dropped on a stiff surface: figure 3-10.
models::FourMassSetup drop(double exponent, double damping) {
  models::FourMassSetup setup = ball(exponent, 1.5, std::sqrt(2.0 * kGravity * 0.01));
  setup.impact.chaser_mass = 0.1;
  setup.chaser = {4.0, 12e3, 0.0};
  setup.acceleration = kGravity;
  setup.impact.contact.stiffness = 1e6;
  setup.impact.contact.damping_per_stiffness = damping;
  setup.impact.contact.compaction_rate = 1.0;
  setup.first_impact = false;
  return setup;
}

// What the contact takes is in the dent, whatever recompressions and rebounds there are; and it is in balance.
TEST(ViscoplasticLaws, KeepInTheDentWhatTheContactTakes) {
  for (const double exponent : {1.0, 1.5}) {
    const auto row = simulate::simulate(drop(exponent, 0.0));
    ASSERT_EQ(row.outcome, Outcome::ok);
    const double before = 0.5 * 4.1 * 2.0 * kGravity * 0.01;
    EXPECT_GT(metric(row, "contact.instances_docking"), 1.0);
    EXPECT_GT(metric(row, "energy.dent_docking"), 0.01 * before);
    EXPECT_NEAR(metric(row, "energy.dent_docking"), metric(row, "energy.dissipated_docking"), 1e-6 * before);
    EXPECT_NEAR(metric(row, "energy.balance_docking"), 0.0, 1e-6 * before);
    EXPECT_EQ(metric(row, "contact.instances_docking"),
              metric(row, "contact.recompressions_docking") + metric(row, "impact.rebounds_docking") + 1.0);
    EXPECT_LT(metric(row, "velocity.after_docking"), 0.0);  // over: the centre of mass moves away
  }
  const auto damped = simulate::simulate(drop(1.5, 0.5));
  EXPECT_GT(metric(damped, "energy.dissipated_docking"), 1.01 * metric(damped, "energy.dent_docking"));
}

// On soft springs the front masses come near each other again without touching; that is no rebound.
TEST(ViscoplasticLaws, CountAsReboundsOnlyPartingsOfWhatTouched) {
  models::FourMassSetup setup;
  setup.impact.chaser_mass = 9.513;
  setup.impact.target_mass = 13.5;
  setup.chaser = {7.59, 29720.0, 0.0};
  setup.target = {82.49, 222.2, 0.0};
  setup.impact.approach_velocity = 0.04308;
  setup.impact.contact = {.law = Law::viscoplastic, .stiffness = 365871.0, .exponent = 1.0};
  setup.impact.contact.damping_per_stiffness = 5.0;
  setup.impact.contact.permanent_deformation = 1.5;
  setup.impact.contact.compaction_rate = 0.7;
  setup.first_impact = false;
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_EQ(metric(row, "impact.rebounds_docking"), 2.0);
  EXPECT_EQ(metric(row, "contact.instances_docking"),
            metric(row, "contact.recompressions_docking") + metric(row, "impact.rebounds_docking") + 1.0);
}

// Rates of a noisy position ripple; that starts no instances, and no hardening.
TEST(ViscoplasticLaws, DoNotCountRipples) {
  models::AxialSetup setup;
  setup.chaser_mass = setup.target_mass = 2.0;
  setup.approach_velocity = 0.5;
  setup.contact = {.law = Law::viscoplastic, .stiffness = 8e4, .exponent = 1.0};
  setup.contact.permanent_deformation = 3.0;
  setup.contact.compaction_rate = 0.5;
  const auto again = [&] { return metric(simulate::simulate(setup), "contact.recompressions_hil"); };
  EXPECT_EQ(again(), 0.0);
  setup.actuator.add(instruments::NoiseSetup{.std = 5e-6, .bandwidth = 20e3, .sample_time = 5e-6});
  setup.actuator.add(instruments::LowPassSetup{2e4, 0.7});  // makes rates of the noise
  setup.contact.retreat = 0.0;
  const double rippled = again();
  EXPECT_GT(rippled, 0.0);
  setup.contact.retreat = 20e-6;
  EXPECT_EQ(again(), 0.0);
  setup.contact.retreat = -1.0;  // the actuator's own
  setup.actuator.add(instruments::QuantizerSetup{20e-6});
  EXPECT_LT(again(), rippled);
  EXPECT_EQ(metric(simulate::simulate(setup), "contact.instances_docking"), 1.0);
}

// Lanes and singles have the same bits, dents and counts included.
TEST(ViscoplasticLaws, HaveTheSameBitsInLanes) {
  std::vector<models::AxialSetup> setups;
  for (int i = 0; i < 11; ++i) {
    models::AxialSetup setup;
    setup.chaser_mass = 2.0 + i;
    setup.target_mass = 3.0;
    setup.approach_velocity = 0.1 + 0.05 * i;
    setup.contact = {.law = Law::viscoplastic, .stiffness = 8e4, .exponent = 1.0 + 0.1 * i};
    setup.contact.permanent_deformation = 1.0 + i;
    setup.actuator.add(instruments::SampleHoldSetup{5e3 + 1e3 * i});
    setups.push_back(setup);
  }
  std::vector<metrics::Row> rows(setups.size());
  ASSERT_TRUE(simulate::simulate_lanes(setups, rows));
  for (std::size_t k = 0; k < setups.size(); ++k) {
    const auto one = simulate::simulate(setups[k]);
    for (std::size_t i = 0; i < metrics::kMetricCount; ++i) {
      if (std::isnan(one.values[i])) {
        EXPECT_TRUE(std::isnan(rows[k].values[i]));
      } else {
        EXPECT_EQ(one.values[i], rows[k].values[i]) << metrics::catalogue()[i].name;
      }
    }
    EXPECT_GT(metric(one, "energy.dent_docking"), -1.0);
  }
}

}  // namespace
}  // namespace hilspace
