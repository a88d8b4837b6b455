// Laws of the ideal docking model: published results, closed forms, conservation.

#include <algorithm>
#include <cmath>

#include "contact/law.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"

namespace hilspace {
namespace {

using test::impact;
using test::metric;

struct PrintedRow {
  double mass, velocity, restitution;
  double peak_force, peak_penetration, duration, velocity_after;  // N, um, ms, m/s
};

// Bondoky, Tables C: aluminium (of Table 8.1) on PEEK, R = 25 mm, Flores: 0.02 %, or half a published digit.
TEST(DockingModel, ReproducesPrintedImpacts) {
  for (const PrintedRow& row : {PrintedRow{35, 0.05, 0.8, 642.69, 70.99, 4.717, -0.0394},
                                PrintedRow{35, 0.05, 0.9, 665.10, 74.48, 4.639, -0.0447}}) {
    const auto result = simulate::simulate(impact(row.mass, row.mass, row.velocity, "aluminium_6060", "peek",
                                                  contact::Law::flores, row.restitution));
    ASSERT_EQ(result.outcome, Outcome::ok);
    EXPECT_NEAR(metric(result, "force.peak_docking"), row.peak_force, 2e-4 * row.peak_force);
    EXPECT_NEAR(metric(result, "penetration.peak_docking") * 1e6, row.peak_penetration,
                2e-4 * row.peak_penetration);
    EXPECT_NEAR(metric(result, "contact.duration_docking") * 1e3, row.duration, 0.0005);
    EXPECT_NEAR(metric(result, "velocity.after_docking"), row.velocity_after, 0.00005);
  }
}

double closed_form_restitution(double chi) {
  double low = 0.0, high = std::min(1.0, 1.0 / chi);
  for (int i = 0; i < 200; ++i) {
    const double c = 0.5 * (low + high);
    // Far above its root the left-hand side is infinite.
    (std::log((1.0 + chi) / (1.0 - chi * c)) < chi * (1.0 + c) ? low : high) = c;
  }
  return low;
}

// ln((1 + chi)/(1 - chi c')) = chi (1 + c') for the realised restitution c', at any mass, rate and stiffness:
// integrate m v dv = -k d^n (1 + chi v/v0) dd from v0 to -c' v0.
TEST(DockingModel, RealisesTheRestitutionOfTheClosedForm) {
  for (const double projected : {0.05, 0.2, 0.5, 0.7, 0.8, 0.9, 0.99}) {
    const double chi = contact::damping_number(contact::Law::flores, projected);
    for (const double velocity : {1e-3, 0.05, 0.5}) {
      const auto result =
          simulate::simulate(impact(20, 700, velocity, "peek", "steel", contact::Law::flores, projected));
      EXPECT_NEAR(metric(result, "restitution.docking"), closed_form_restitution(chi), 1e-6)
          << "projected " << projected << ", velocity " << velocity;
    }
  }
}

struct RealisedRestitution {
  double projected, realised;
};
TEST(DockingModel, RealisesThePublishedRestitutionOfFlores) {
  for (const auto& [projected, realised] :
       {RealisedRestitution{0.5, 0.4704}, RealisedRestitution{0.7, 0.6832}, RealisedRestitution{0.8, 0.7885},
        RealisedRestitution{0.9, 0.8939}}) {
    const auto result =
        simulate::simulate(impact(10, 10, 0.1, "steel", "steel", contact::Law::flores, projected));
    EXPECT_NEAR(metric(result, "restitution.docking"), realised, 0.00005 + 1e-6);
  }
}

// Elastic: closed forms d_max = (5/4 m v^2/k)^(2/5), F_max = k d_max^(3/2), T = 2.9432749 d_max/v, c' = 1.
TEST(DockingModel, HertzImpactMatchesItsClosedForm) {
  const auto setup = impact(12, 34, 0.08, "steel", "aluminium", contact::Law::hertz, 1.0);
  const auto result = simulate::simulate(setup);
  const double mass = models::reduced_mass(setup);
  const double depth = std::pow(1.25 * mass * 0.08 * 0.08 / setup.contact.stiffness, 0.4);
  EXPECT_NEAR(metric(result, "penetration.peak_docking") / depth, 1.0, 2e-6);
  EXPECT_NEAR(metric(result, "force.peak_docking") / (setup.contact.stiffness * std::pow(depth, 1.5)), 1.0,
              5e-6);
  EXPECT_NEAR(metric(result, "contact.duration_docking") / (2.9432749 * depth / 0.08), 1.0, 2e-6);
  EXPECT_NEAR(metric(result, "restitution.docking"), 1.0, 1e-6);
}

TEST(DockingModel, KeepsItsEnergyBook) {
  for (const double projected : {0.1, 0.5, 0.8, 1.0}) {
    const auto setup = impact(30, 75, 0.1, "polyimide", "aluminium", contact::Law::flores, projected);
    const auto result = simulate::simulate(setup);
    const double before = 0.5 * models::reduced_mass(setup) * 0.01;
    EXPECT_NEAR(metric(result, "energy.balance_docking") / before, 0.0, 1e-7) << "projected " << projected;
    EXPECT_GE(metric(result, "energy.dissipated_docking") / before, -1e-7);
  }
}

TEST(DockingModel, ConvergesWithOrderFour) {
  auto setup = models::resolved(impact(35, 35, 0.05, "aluminium_6060", "peek", contact::Law::flores, 0.8));
  double last = metric(simulate::simulate(setup), "energy.balance_docking");
  for (int halving = 0; halving < 3; ++halving) {
    setup.step *= 0.5;
    const double balance = metric(simulate::simulate(setup), "energy.balance_docking");
    EXPECT_NEAR(std::log2(last / balance), 4.0, 0.1);
    last = balance;
  }
}

// Scaling masses and stiffness by a power of two scales every force by it and leaves every motion unchanged,
// to the last bit.
TEST(DockingModel, ScalesWithMassAndStiffness) {
  const auto setup = impact(30, 75, 0.1, "polyimide", "aluminium", contact::Law::flores, 0.6);
  auto scaled = setup;
  scaled.chaser_mass *= 4.0;
  scaled.target_mass *= 4.0;
  scaled.contact.stiffness *= 4.0;
  const auto one = simulate::simulate(setup), four = simulate::simulate(scaled);
  EXPECT_EQ(metric(four, "force.peak_docking"), 4.0 * metric(one, "force.peak_docking"));
  EXPECT_EQ(metric(four, "penetration.peak_docking"), metric(one, "penetration.peak_docking"));
  EXPECT_EQ(metric(four, "velocity.after_docking"), metric(one, "velocity.after_docking"));
  EXPECT_EQ(metric(four, "contact.duration_docking"), metric(one, "contact.duration_docking"));
}

}  // namespace
}  // namespace hilspace
