// Collocation against Runge and Kutta, closed forms, and itself in lanes.

#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "contact/law.hpp"
#include "simulate/collocation/collocation.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"
#include "support/bits.hpp"
#include "support/numbers.hpp"

namespace hilspace {
namespace {

using Draws = test::Numbers<21>;

/// Impacts with a low-pass each: lags from a thousandth to a fifth of the contact, any mass, stiffness and rate.
std::vector<models::AxialSetup> impacts(std::size_t count) {
  Draws numbers;
  std::vector<models::AxialSetup> setups;
  for (std::size_t i = 0; i < count; ++i) {
    models::AxialSetup setup;
    setup.chaser_mass = std::exp(numbers.between(1.0, 8.0));
    setup.target_mass = std::exp(numbers.between(1.0, 11.0));
    setup.approach_velocity = std::exp(numbers.between(-5.0, -1.0));
    setup.contact.law = numbers.one_in(5) ? contact::Law::hertz : contact::Law::flores;
    setup.contact.stiffness = std::exp(numbers.between(14.0, 24.0));
    setup.contact.damping_number = contact::damping_number(setup.contact.law, numbers.between(0.5, 1.0));
    const double phase = std::numbers::pi / models::contact_duration(setup);
    setup.actuator.add(
        instruments::LowPassSetup{phase * std::exp(numbers.between(1.5, 5.0)), numbers.between(0.5, 1.0)});
    setup.force_sensor.add(
        instruments::LowPassSetup{phase * std::exp(numbers.between(2.5, 6.0)), numbers.between(0.5, 1.0)});
    setup.solver = models::Solver::collocation;
    setups.push_back(setup);
  }
  return setups;
}
bool is_collocated(const models::AxialSetup& setup) {
  const auto whole = models::resolved(setup);
  if (!simulate::fits_collocation(whole)) return false;
  auto pair = simulate::start_collocation(whole);
  pair.run();
  return simulate::is_solved(pair, whole);
}

/// Small differences of nearly equal numbers, and balances of energy.
bool is_a_residue(const std::string& name) {
  return name.starts_with("energy.balance_docking") || name.starts_with("energy.mechanical_error");
}
/// Those that turn on the instant of a flat maximum, or on the kink of a penetration that ends.
bool is_sensitive(const std::string& name) {
  return name.ends_with(".e_imax_pct") || name.ends_with(".e_abs_pct") || name == "penetration.e_aint_pct" ||
         name == "penetration.e_hint_pct" || name == "force.e_aint_pct" || name == "contact.duration_error" ||
         name == "penetration.e_imax" || name == "penetration.e_hmax_pct";
}

TEST(CollocationLaws, AgreesWithFineSteps) {
  const auto catalogue = metrics::catalogue();
  int compared = 0;
  for (const auto& setup : impacts(60)) {
    if (!is_collocated(setup)) continue;
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
      if (is_a_residue(name) || (std::isnan(x) && std::isnan(y))) continue;
      if (is_elastic && name.starts_with("energy.dissipated")) continue;  // nothing
      EXPECT_NEAR(x, y, (is_sensitive(name) ? 2e-2 : 2e-3) * std::abs(y)) << name;
      if (name.starts_with("velocity.after") || name.starts_with("energy.dissipated_d")) {
        EXPECT_NEAR(x, y, 2e-5 * std::abs(y)) << name;
      }
    }
  }
  EXPECT_GT(compared, 25);
}

/// Hertz's contact gives everything back, in 2.9432 (m^2/(k^2 v))^(1/5) after Hertz's theory.
TEST(CollocationLaws, KeepsTheEnergyOfAnElasticContact) {
  int seen = 0;
  for (auto setup : impacts(40)) {
    if (setup.contact.damping_number != 0.0 || !is_collocated(setup)) continue;
    const auto row = simulate::simulate(setup);
    EXPECT_NEAR(test::metric(row, "restitution.docking"), 1.0, 1e-6);
    EXPECT_NEAR(test::metric(row, "contact.duration_docking") / models::contact_duration(setup), 1.0, 1e-5);
    ++seen;
  }
  EXPECT_GT(seen, 2);
}

void expect_the_same(const metrics::Row& a, const metrics::Row& b) {
  EXPECT_EQ(a.outcome, b.outcome);
  for (std::size_t i = 0; i < metrics::kMetricCount; ++i)
    EXPECT_EQ(test::bits(a.values[i]), test::bits(b.values[i])) << metrics::catalogue()[i].name;
}

TEST(CollocationLaws, GivesTheSameBitsSinglyAndInLanesOfEveryKind) {
  const auto setups = impacts(67);
  for (const auto& set : simulate::instruction_sets()) {
    std::vector<metrics::Row> rows(setups.size());
    simulate::simulate_lanes_with(set, setups, rows);
    for (std::size_t i = 0; i < setups.size(); ++i) expect_the_same(rows[i], simulate::simulate(setups[i]));
  }
}

/// Where it does not fit, the scenario is rk4's to the bit.
TEST(CollocationLaws, LeavesToRungeAndKuttaWhatDoesNotFit) {
  auto quantized = impacts(1)[0];
  quantized.actuator.add(instruments::QuantizerSetup{1e-6});
  auto strongly_damped = impacts(1)[0];
  strongly_damped.contact.damping_number = 8.0;
  auto held = impacts(1)[0];
  held.force_sensor.add(instruments::SampleHoldSetup{1e6});
  auto limited = impacts(1)[0];
  limited.penetration_limit = 1e-9;
  // Its slow sensor lets the interface part so slowly that the end of the contact is found 1 % of it too late.
  models::AxialSetup ringing;
  ringing.chaser_mass = 2.01582, ringing.target_mass = 75.0, ringing.approach_velocity = 0.0913428;
  ringing.contact.law = contact::Law::hertz;
  ringing.contact.stiffness = 1.255e9;
  ringing.actuator.add(instruments::LowPassSetup{4.0 / 0.000182577, 0.45782});
  ringing.force_sensor.add(instruments::LowPassSetup{2.0 * std::numbers::pi * 594.189, 1.0});
  ringing.solver = models::Solver::collocation;
  auto restless = ringing, creeping = ringing;  // sensors that the piece after the contact does not suit
  std::get<instruments::LowPassSetup>(restless.force_sensor.stages[0]) = {1e5, 0.45};
  std::get<instruments::LowPassSetup>(creeping.force_sensor.stages[0]) = {1e5, 1.15};
  for (auto setup : {quantized, strongly_damped, held, limited, ringing, restless, creeping}) {
    const auto row = simulate::simulate(setup);
    EXPECT_FALSE(is_collocated(setup));
    setup.solver = models::Solver::rk4;
    expect_the_same(row, simulate::simulate(setup));
  }
}

}  // namespace
}  // namespace hilspace
