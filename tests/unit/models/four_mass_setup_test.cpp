#include "models/four_mass_setup.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace hilspace::models {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

FourMassSetup of_masses(const std::array<double, 4>& m) {
  FourMassSetup setup;
  setup.impact.chaser_mass = m[1];
  setup.impact.target_mass = m[2];
  setup.impact.approach_velocity = 0.05;
  setup.impact.contact = {.law = contact::Law::hertz, .stiffness = 1e4, .exponent = 1.0};
  if (m[0] > 0.0) setup.chaser = {m[0], 1e3, 0.0};
  if (m[3] > 0.0) setup.target = {m[3], 1e3, 0.0};
  return setup;
}

/// The ratio of effective masses from the ratios of the masses: lambda_c, lambda_i, lambda_t.
double ratio(double c, double i, double t) { return impact_theory(of_masses({c * i, i, 1.0, t})).ratio; }

// (90), corrected.
TEST(ImpactTheory, HasTheRatioOfEffectiveMasses) {
  for (const double c : {0.0, 0.3, 1.0, 7.0})
    for (const double i : {0.2, 1.0, 5.0})
      for (const double t : {0.0, 0.5, 20.0})
        EXPECT_NEAR(ratio(c, i, t), (i * (1 + c) + 1 + t) / ((i + 1) * (1 + c) * (1 + t)), 1e-15);
}

// The rows of tables 4-1 and 4-2.
TEST(ImpactTheory, HasTheLimitsOfTheTables) {
  constexpr double kHuge = 1e9;
  EXPECT_NEAR(ratio(3.0, 0.7, 3.0), 1.0 / 4.0, 1e-15);  // equal ratios: 1/(lambda + 1)
  EXPECT_NEAR(ratio(0.0, 0.7, 0.0), 1.0, 1e-15);        // two rigid bodies
  EXPECT_NEAR(ratio(2.0, 0.7, 0.0), (0.7 * 3.0 + 1.0) / (1.7 * 3.0), 1e-15);
  EXPECT_NEAR(ratio(0.0, 0.7, 2.0), (0.7 + 3.0) / (1.7 * 3.0), 1e-15);  // the second row of 4-2, corrected
  EXPECT_NEAR(ratio(2.0, 0.7, kHuge), 1.0 / (1.7 * 3.0), 1e-8);         // a target on a wall
  EXPECT_NEAR(ratio(kHuge, 1.0, kHuge), 0.0, 1e-8);
  EXPECT_NEAR(ratio(1.0 / kHuge, 1.0, 1.0 / kHuge), 1.0, 1e-8);
  EXPECT_NEAR(ratio(kHuge, kHuge, 1.0), 0.5, 1e-8);
  EXPECT_NEAR(ratio(1.0 / kHuge, kHuge, 1.0), 0.5, 1e-8);
  EXPECT_NEAR(ratio(1.0, 1.0 / kHuge, kHuge), 0.5, 1e-8);
  for (const double i : {0.2, 1.0, 30.0}) EXPECT_NEAR(ratio(1.0, i, 1.0), 0.5, 1e-15) << i;
}

// Infinite masses are fixed.
TEST(ImpactTheory, KnowsWalls) {
  FourMassSetup setup = of_masses({6.0, 2.0, kInfinite, 0.0});
  EXPECT_DOUBLE_EQ(impact_theory(setup).ratio, 2.0 / 8.0);
  EXPECT_DOUBLE_EQ(whole_mass(setup), 8.0);
  setup = of_masses({6.0, 2.0, 1.0, kInfinite});
  EXPECT_DOUBLE_EQ(impact_theory(setup).ratio, (2.0 / 3.0) / 8.0);
  EXPECT_TRUE(std::isnan(impact_theory(of_masses({6.0, 2.0, 1.0, 0.0})).travel_limit));
}

// The maximum of exp(-z w t) sin(w_d t)/w_d, over that of sin(w t)/w.
TEST(ImpactTheory, DampingShortensTheTravel) {
  EXPECT_EQ(damped_share(0.0), 1.0);
  EXPECT_NEAR(damped_share(1.0), std::exp(-1.0), 1e-11);
  for (const double z : {0.01, 0.3, 0.9999999, 1.0000001, 2.5}) {
    double most = 0.0;
    for (int i = 1; i < 200'000; ++i) {
      const double t = 5e-5 * i, d = std::sqrt(std::abs(1.0 - z * z));
      const double travel = std::exp(-z * t) * (z < 1.0 ? std::sin(d * t) : std::sinh(d * t)) / d;
      most = std::fmax(most, travel);
    }
    EXPECT_NEAR(damped_share(z), most, 1e-8) << z;
  }
  auto setup = of_masses({6.0, 2.0, 1.0, 10.0});
  const double free = impact_theory(setup).travel_limit;
  setup.target.damping = 0.4 * 2.0 * std::sqrt(1e3 / (1.0 + 1.0 / 10.0));
  EXPECT_NEAR(impact_theory(setup).travel_limit, free * damped_share(0.4), 1e-11 * free);
}

TEST(FourMassSetup, StepsFollowItsFastestSpring) {
  FourMassSetup setup = of_masses({1.0, 1.0, 1.0, 1.0});
  const double soft = resolved(setup).impact.step;
  setup.chaser.stiffness = 1e8;
  const double stiff = resolved(setup).impact.step;
  EXPECT_LT(stiff, 0.05 * soft);
  EXPECT_LE(stiff * std::sqrt(2e8), 0.03);
  setup.target.damping = 1e7;  // forgets within m/c
  EXPECT_LE(resolved(setup).impact.step, 0.1 * 0.5 / 1e7);
  EXPECT_GT(resolved(setup).impact.time_limit, 10.0 * setup.target.damping / setup.target.stiffness);
  setup.impact.step = 1e-3;
  EXPECT_EQ(resolved(setup).impact.step, 1e-3);
}

/// Without damping the spring passes the travel at arcsin(l/l_max)/w and is back at (pi - arcsin(l/l_max))/w ([P] 106, 107 with
/// its parenthesis); with damping at the roots of (I7).
TEST(ImpactTheory, KnowsWhenTheLatchIsOpen) {
  auto setup = of_masses({6.0, 2.0, 1.0, 4.0});
  setup.target.stiffness = 1000.0;
  setup.impact.approach_velocity = 0.05;
  setup.impact.contact = {contact::Law::hertz, 1e8, 1.0};
  EXPECT_TRUE(std::isnan(impact_theory(setup).open_from));
  const double w = std::sqrt(1000.0 * (1.0 + 1.0 / 4.0)), mu_t = 1.0 / (1.0 + 1.0 / 4.0);
  const double most = 2.0 * 0.05 * (2.0 / 3.0) / w;
  for (const double share : {0.1, 0.6, 0.99}) {
    setup.latch_travel = share * most;
    const auto theory = impact_theory(setup);
    EXPECT_NEAR(theory.open_from * w, std::asin(share), 1e-8);
    EXPECT_NEAR(theory.open_until * w, std::numbers::pi - std::asin(share), 1e-8);
  }
  setup.latch_travel = 1.01 * most;
  EXPECT_TRUE(std::isnan(impact_theory(setup).open_from));
  EXPECT_TRUE(std::isnan(impact_theory(setup).open_until));
  for (const double z : {0.05, 0.5, 0.999, 1.0, 1.001, 3.0}) {
    setup.target.damping = 2.0 * z * mu_t * w;
    setup.latch_travel = 0.7 * impact_theory(setup).travel_limit;
    const auto theory = impact_theory(setup);
    const auto travel = [&](double t) {
      const double turn = std::sqrt(std::abs(1.0 - z * z)), x = w * t;
      const double swing = z == 1.0 ? x : z < 1.0 ? std::sin(turn * x) / turn : std::sinh(turn * x) / turn;
      return most * std::exp(-z * x) * swing;
    };
    EXPECT_LT(theory.open_from, theory.open_until) << z;
    EXPECT_NEAR(travel(theory.open_from) / setup.latch_travel, 1.0, 1e-8) << z;
    EXPECT_NEAR(travel(theory.open_until) / setup.latch_travel, 1.0, 1e-8) << z;
  }
}

}  // namespace
}  // namespace hilspace::models
