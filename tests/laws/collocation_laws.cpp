// Collocation against Runge and Kutta, closed forms, and itself in lanes.

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "contact/law.hpp"
#include "metrics/catalogue.hpp"
#include "simulate/collocation/collocation.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"
#include "support/collocation_cases.hpp"

namespace hilspace {
namespace {

/// Those that turn on the instant of a flat maximum, or on the kink of a penetration that ends.
bool is_sensitive(const std::string& name) {
  return name.ends_with(".e_imax_pct") || name.ends_with(".e_abs_pct") || name == "penetration.e_aint_pct" ||
         name == "penetration.e_hint_pct" || name == "force.e_aint_pct" || name == "contact.duration_error" ||
         name == "penetration.e_imax" || name == "penetration.e_hmax_pct";
}

TEST(CollocationLaws, AgreesWithFineSteps) {
  const auto catalogue = metrics::catalogue();
  int compared = 0;
  for (const auto& setup : test::impacts(60)) {
    if (!test::is_collocated(setup)) continue;
    const auto row = simulate::simulate(setup);
    auto fine = setup;
    fine.solver = models::Solver::rk4;
    fine.step = 0.1 * models::automatic_step(setup);
    const auto expected = simulate::simulate(fine);
    ASSERT_EQ(row.outcome, Outcome::ok);
    ASSERT_EQ(expected.outcome, Outcome::ok);
    ++compared;
    for (std::size_t i = 0; i < catalogue.size(); ++i) {
      const std::string name(catalogue[i].name);
      const double x = row.values[i], y = expected.values[i];
      const bool is_elastic = setup.contact.damping_number == 0.0;
      if (test::is_a_residue(name) || (std::isnan(x) && std::isnan(y))) continue;
      if (is_elastic && name.starts_with("energy.dissipated")) continue;  // nothing
      EXPECT_NEAR(x, y, (is_sensitive(name) ? 2e-2 : 2e-3) * std::abs(y)) << name;
      if (name.starts_with("velocity.after") || name.starts_with("energy.dissipated_d")) {
        EXPECT_NEAR(x, y, 2e-5 * std::abs(y)) << name;
      }
    }
  }
  EXPECT_GT(compared, 25);
}

/// A late testbed errs most close to the end of the docking model's contact, or after it. Close to it the percentage is of
/// next to nothing, and of that kink; after it, of nothing.
TEST(CollocationLaws, KnowsThePercentageOfWhatEnds) {
  int of_nothing = 0, of_something = 0;
  for (const double restitution : {0.7, 0.75, 0.8, 0.85, 0.9})
    for (const double delay : {1.1e-3, 1.2e-3, 1.3e-3, 1.4e-3, 1.5e-3, 1.6e-3}) {
      auto setup = test::published_testbed(0.0, delay);
      setup.contact.stiffness = 8.2e9;  // of aluminium on aluminium
      setup.contact.damping_number = contact::damping_number(setup.contact.law, restitution);
      if (!test::is_collocated(setup)) continue;
      const auto every = simulate::simulate(test::with(setup, models::Solver::dopri5)),
                 row = simulate::simulate(setup);
      for (const char* name : {"force.e_imax_pct", "contact_force.e_imax_pct", "penetration.e_imax_pct"}) {
        const double its = test::metric(row, name), wanted = test::metric(every, name);
        ++(std::isnan(wanted) ? of_nothing : of_something);
        EXPECT_EQ(std::isnan(its), std::isnan(wanted)) << name << ' ' << restitution << ' ' << delay;
        if (std::isnan(wanted)) continue;
        EXPECT_NEAR(its, wanted, 0.05 * wanted) << name << ' ' << restitution << ' ' << delay;
      }
    }
  EXPECT_GT(of_nothing, 5);
  EXPECT_GT(of_something, 30);
}

/// Hertz's contact gives everything back, in 2.9432 (m^2/(k^2 v))^(1/5) after Hertz's theory.
TEST(CollocationLaws, KeepsTheEnergyOfAnElasticContact) {
  int seen = 0;
  for (auto setup : test::impacts(40)) {
    if (setup.contact.damping_number != 0.0 || !test::is_collocated(setup)) continue;
    const auto row = simulate::simulate(setup);
    EXPECT_NEAR(test::metric(row, "restitution.docking"), 1.0, 1e-6);
    EXPECT_TRUE(std::isnan(test::metric(row, "energy.dissipated_error_pct")));
    EXPECT_NEAR(test::metric(row, "contact.duration_docking") / models::contact_duration(setup), 1.0, 1e-5);
    ++seen;
  }
  EXPECT_GT(seen, 2);
}

/// A sensor that hardly rings pushes on after the last piece.
TEST(CollocationLaws, KnowsTheEnergyThatIsLeft) {
  int seen = 0;
  for (auto setup : test::impacts(200)) {
    std::get<instruments::LowPassSetup>(setup.force_sensor.stages[0]).damping = 0.999;
    if (!test::is_collocated(setup)) continue;
    const auto row = simulate::simulate(setup);
    const double left = test::metric(row, "energy.kinetic_hil");
    EXPECT_GE(test::metric(row, "energy.mechanical_hil"), left * (1.0 - 1e-14));
    ++seen;
  }
  EXPECT_GT(seen, 50);
}

TEST(CollocationLaws, GivesTheSameBitsSinglyAndInLanesOfEveryKind) {
  auto setups = test::impacts(500);
  for (const auto& setup : test::quantized_impacts(500)) setups.push_back(setup);
  test::expect_the_same_in_lanes(setups);
}

TEST(CollocationLaws, IsWhatAutoChoosesWhereItFits) {
  for (const auto& setup : test::quantized_impacts(12))
    test::expect_the_same(
        simulate::simulate(test::with(setup, models::Solver::automatic)),
        simulate::simulate(test::with(
            setup, test::is_collocated(setup) ? models::Solver::collocation : models::Solver::rk4)));
}

/// What a slow sensor of coarse steps rounds while its force fades moves the velocity by more than is stated.
TEST(CollocationLaws, IsNotWhatAutoChoosesBehindACoarseAndSlowSensor) {
  auto setup = test::published_testbed(1e-6);
  setup.force_sensor = {};
  setup.force_sensor.add(instruments::LowPassSetup{4.0 / 0.5e-3, 0.7});
  setup.force_sensor.add(instruments::QuantizerSetup{10.0});
  ASSERT_TRUE(test::is_collocated(setup));
  test::expect_the_same(simulate::simulate(test::with(setup, models::Solver::automatic)),
                        simulate::simulate(test::with(setup, models::Solver::rk4)));
}

/// Its slow sensor lets the interface part so slowly that two guesses find the end of the contact 1 % of it too late.
models::AxialSetup slowly_parting() {
  models::AxialSetup ringing;
  ringing.chaser_mass = 2.01582, ringing.target_mass = 75.0, ringing.approach_velocity = 0.0913428;
  ringing.contact.law = contact::Law::hertz;
  ringing.contact.stiffness = 1.255e9;
  ringing.actuator.add(instruments::LowPassSetup{4.0 / 0.000182577, 0.45782});
  ringing.force_sensor.add(instruments::LowPassSetup{2.0 * std::numbers::pi * 594.189, 1.0});
  ringing.solver = models::Solver::collocation;
  return ringing;
}
TEST(CollocationLaws, FindsTheEndOfAContactThatPartsSlowly) {
  const auto setup = slowly_parting();
  ASSERT_TRUE(test::is_collocated(setup));
  const auto every = simulate::simulate(test::with(setup, models::Solver::dopri5)),
             row = simulate::simulate(setup);
  for (const char* name : {"contact.duration_hil", "velocity.after_hil", "force.peak_hil"})
    EXPECT_NEAR(test::metric(row, name) / test::metric(every, name), 1.0, 2e-4) << name;
}

/// Where it does not fit, nor that of linear instruments (smooth_laws.cpp), the scenario is rk4's to the bit.
TEST(CollocationLaws, LeavesToRungeAndKuttaWhatDoesNotFit) {
  auto quantized = test::impacts(1)[0];
  quantized.actuator.add(instruments::QuantizerSetup{0.03 * test::depth_of(quantized)});
  auto nearly_perfect = test::impacts(1)[0];  // an error so small that a small quantum's share of it is large
  nearly_perfect.actuator.stages[0] =
      instruments::LowPassSetup{1e5 / models::contact_duration(nearly_perfect), 0.7};
  nearly_perfect.actuator.add(instruments::QuantizerSetup{0.005 * test::depth_of(nearly_perfect)});
  auto strongly_damped = test::impacts(1)[0];
  strongly_damped.contact.damping_number = 8.0;
  auto held = test::impacts(1)[0];
  held.force_sensor.add(instruments::SampleHoldSetup{1e6});
  auto limited = test::impacts(1)[0];
  limited.penetration_limit = 1e-9;
  auto restless = slowly_parting(),
       creeping = restless;  // sensors that the piece after the contact does not suit
  std::get<instruments::LowPassSetup>(restless.force_sensor.stages[0]) = {1e5, 0.45};
  std::get<instruments::LowPassSetup>(creeping.force_sensor.stages[0]) = {1e5, 1.15};
  const auto pulling = test::published_testbed(
      0.0, 5e-3);  // so late that the damping ends the contact while its depth is left
  for (const auto& setup :
       {quantized, nearly_perfect, strongly_damped, held, limited, restless, creeping, pulling}) {
    const auto row = simulate::simulate(setup);
    EXPECT_FALSE(test::is_collocated(setup));
    if (test::is_smooth(setup)) continue;
    test::expect_the_same(row, simulate::simulate(test::with(setup, models::Solver::rk4)));
  }
}

}  // namespace
}  // namespace hilspace
