// Collocation against Runge and Kutta, closed forms, and itself in lanes.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "contact/law.hpp"
#include "metrics/numerical_error.hpp"
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
double depth_of(const models::AxialSetup& setup) {
  return contact::elastic_depth(setup.contact, models::reduced_mass(setup), setup.approach_velocity);
}
/// The same, behind quantizers: of 0.05 to 2 % of the depth, and up to 0.3 % of the peak of the force or none.
std::vector<models::AxialSetup> quantized_impacts(std::size_t count) {
  Draws numbers;
  auto setups = impacts(count);
  for (auto& setup : setups) {
    const double depth = depth_of(setup);
    setup.actuator.add(instruments::QuantizerSetup{depth * std::exp(numbers.between(-7.6, -3.9))});
    if (!numbers.one_in(2))
      setup.force_sensor.add(instruments::QuantizerSetup{numbers.between(0.0, 0.003) *
                                                         contact::elastic_force(setup.contact, depth)});
  }
  return setups;
}

bool is_collocated(const models::AxialSetup& setup) {
  const auto whole = models::resolved(setup);
  auto pair = simulate::start_collocation(whole);
  if (!pair) return false;
  pair->run();
  return simulate::is_solved(*pair, whole);
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

models::AxialSetup with(models::AxialSetup setup, models::Solver solver) {
  setup.solver = solver;
  return setup;
}
double share_within(double bound, const std::vector<double>& errors) {
  return static_cast<double>(std::ranges::count_if(errors, [&](double x) { return x <= bound; })) /
         static_cast<double>(errors.size());
}

/// A fine quantum of the actuator, cell by cell where the contact is slow and by its spread where it is fast, against
/// every crossing; and the error that the check states, within a factor of 3.
TEST(CollocationLaws, AgreesWithEveryCrossingOfFineQuanta) {
  const auto setups = quantized_impacts(110);
  std::vector<metrics::Row> rows(setups.size()), checks(setups.size());
  ASSERT_TRUE(simulate::simulate_lanes_checked(setups, rows, checks));
  std::vector<double> largest_force, duration, velocity, peaks, stated;
  for (std::size_t k = 0; k < setups.size(); ++k) {
    if (!is_collocated(setups[k])) {
      EXPECT_EQ(checks[k].outcome, Outcome::not_run);
      continue;
    }
    const auto every = simulate::simulate(with(setups[k], models::Solver::dopri5));
    const auto error = [&](const char* name) {
      return std::abs(test::metric(rows[k], name) / test::metric(every, name) - 1.0);
    };
    largest_force.push_back(error("force.e_imax"));
    duration.push_back(error("contact.duration_hil"));
    velocity.push_back(error("velocity.after_hil"));
    peaks.push_back(std::max({error("penetration.peak_hil"), error("contact_force.peak_hil"),
                              error("energy.potential_hil"), error("energy.mechanical_hil")}));
    const auto errors = metrics::errors_of(rows[k], checks[k]);
    for (std::size_t i = 0; i < metrics::kMetricCount; ++i) {
      const std::string name(metrics::catalogue()[i].name);
      if (is_a_residue(name) || std::isnan(rows[k].values[i])) continue;
      // What both leave open: 1e-5 of the number.
      const double open = std::max(errors[i], 1e-5 * std::abs(every.values[i]));
      stated.push_back(std::abs(rows[k].values[i] - every.values[i]) / open);
    }
  }
  EXPECT_GT(largest_force.size(), 35u);
  EXPECT_GE(share_within(2e-3, largest_force), 0.95);
  EXPECT_LE(std::ranges::max(largest_force), 1e-2);
  EXPECT_LE(std::ranges::max(duration), 1e-3);
  EXPECT_LE(std::ranges::max(velocity), 1e-3);
  EXPECT_GE(share_within(2e-3, peaks), 0.95);
  EXPECT_GE(share_within(3.0, stated), 0.95);
}

/// The published testbed's scenario.
models::AxialSetup published_testbed(double quantum) {
  models::AxialSetup setup = quantized_impacts(1)[0];
  setup.chaser_mass = 30.0, setup.target_mass = 75.0, setup.approach_velocity = 0.1;
  setup.contact.law = contact::Law::flores;
  setup.contact.stiffness = 9.07e8;
  setup.contact.damping_number = contact::damping_number(setup.contact.law, 0.8);
  setup.actuator.stages.front() = instruments::LowPassSetup{4.0 / 0.6e-3, 0.7};
  setup.actuator.stages.back() = instruments::QuantizerSetup{quantum};
  setup.force_sensor = {};
  setup.force_sensor.add(instruments::LowPassSetup{2e4 * std::numbers::pi, 0.7});
  return setup;
}

/// By brute force with every crossing: without the ripple the force errs by 4 %.
TEST(CollocationLaws, AddsTheRippleOfAQuantumToTheMeasuredForce) {
  for (const double quantum : {0.5e-6, 1e-6, 2e-6}) {
    const auto setup = published_testbed(quantum);
    ASSERT_TRUE(is_collocated(setup)) << quantum;
    const double every =
        test::metric(simulate::simulate(with(setup, models::Solver::dopri5)), "force.e_imax");
    EXPECT_NEAR(test::metric(simulate::simulate(setup), "force.e_imax"), every, 2e-3 * every) << quantum;
  }
}

/// What the quantum gives the bodies where the interface turns: left out, it moves the end of the contact by 2e-4 to 3e-3
/// of the difference of both durations.
TEST(CollocationLaws, GivesTheBodiesWhatTheQuantumLeavesAtTheTurn) {
  double largest = 0.0;
  for (const double delay : {0.3e-3, 0.6e-3, 1.0e-3})
    for (const double quantum : {0.8e-6, 1e-6, 1.3e-6}) {
      auto setup = published_testbed(quantum);
      setup.approach_velocity = 0.06;
      setup.actuator.stages.front() = instruments::LowPassSetup{4.0 / delay, 0.7};
      ASSERT_TRUE(is_collocated(setup)) << quantum;
      const auto every = simulate::simulate(with(setup, models::Solver::dopri5)),
                 row = simulate::simulate(setup);
      for (const char* name : {"contact.duration_error", "velocity.error", "energy.observed"})
        largest = std::max(largest, std::abs(test::metric(row, name) / test::metric(every, name) - 1.0));
    }
  EXPECT_LT(largest, 3e-4);
}

/// The energy that a late sensor adds is largest after a few of its time constants, and 1e-4 of the whole: with the velocity
/// of the piece's polynomial it is twice as large.
TEST(CollocationLaws, FollowsTheSensorWhereTheEnergyIsLargest) {
  for (const double restitution : {0.5, 0.6})
    for (const double velocity : {0.06, 0.12, 0.2})
      for (const double quantum : {0.25e-6, 1e-6}) {
        auto setup = published_testbed(quantum);
        setup.contact.damping_number = contact::damping_number(setup.contact.law, restitution);
        setup.approach_velocity = velocity;
        ASSERT_TRUE(is_collocated(setup)) << quantum;
        const double every =
            test::metric(simulate::simulate(with(setup, models::Solver::dopri5)), "energy.mechanical_error");
        EXPECT_NEAR(test::metric(simulate::simulate(setup), "energy.mechanical_error"), every, 0.1 * every)
            << restitution << ' ' << velocity << ' ' << quantum;
      }
}

/// An energy that rises once more between onset and end, by 3e-4 of it, is read there twice as far above what it was.
TEST(CollocationLaws, LeavesToRungeAndKuttaAnEnergyThatHardlyRisesAgain) {
  auto setup = published_testbed(1e-6);
  setup.chaser_mass = 55.0, setup.target_mass = 110.0, setup.approach_velocity = 0.05;
  setup.contact.damping_number = contact::damping_number(setup.contact.law, 0.617171717172);
  setup.actuator.stages.front() = instruments::LowPassSetup{4.0 / 1.08888888889e-3, 0.7};
  setup.force_sensor.add(instruments::QuantizerSetup{1.0});
  const double every =
      test::metric(simulate::simulate(with(setup, models::Solver::dopri5)), "energy.mechanical_error");
  EXPECT_NEAR(test::metric(simulate::simulate(setup), "energy.mechanical_error"), every, 0.15 * every);
}

/// A late testbed errs most close to the end of the docking model's contact, or after it. Close to it the percentage is of
/// next to nothing, and of that kink; after it, of nothing.
TEST(CollocationLaws, KnowsThePercentageOfWhatEnds) {
  int of_nothing = 0, of_something = 0;
  for (const double stiffness : {1e9, 8e9})
    for (const double restitution : {0.5, 0.6, 0.7, 0.8, 0.9})
      for (const double delay : {1.0e-3, 1.3e-3, 1.6e-3, 2.0e-3, 2.5e-3}) {
        auto setup = published_testbed(1e-6);
        setup.contact.stiffness = stiffness;
        setup.contact.damping_number = contact::damping_number(setup.contact.law, restitution);
        setup.actuator = {};
        setup.actuator.add(instruments::LowPassSetup{4.0 / delay, 0.7});
        if (!is_collocated(setup)) continue;
        const auto every = simulate::simulate(with(setup, models::Solver::dopri5)),
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

/// A sensor of which many time constants fall into an interval of the onset: the series of its decay has no meaning there.
TEST(CollocationLaws, KnowsTheEnergyBehindASensorOfAnyBandwidth) {
  int solved = 0;
  for (const double bandwidth : {1e4, 3e4, 7e4, 1e5, 3e5, 1e6}) {
    auto setup = published_testbed(1e-6);
    setup.approach_velocity = 0.01;
    setup.contact.stiffness = 1e8;
    setup.actuator = {};
    setup.actuator.add(instruments::LowPassSetup{4.0 / 1e-3, 0.7});
    setup.force_sensor = {};
    setup.force_sensor.add(instruments::LowPassSetup{2.0 * std::numbers::pi * bandwidth, 0.6});
    if (!is_collocated(setup)) continue;
    ++solved;
    const double every =
        test::metric(simulate::simulate(with(setup, models::Solver::rk4)), "energy.mechanical_hil");
    EXPECT_NEAR(test::metric(simulate::simulate(setup), "energy.mechanical_hil"), every, 1e-4 * every)
        << bandwidth;
  }
  EXPECT_EQ(solved, 6);
}

/// A sensor of 0.6 ms undershoots by many quanta once the contact is over. What it rounds to 0 is less than half a quantum of
/// either sign: with all that is negative the velocity after is 2e-4 off, and more with a quantum of 4 N, of 1 % of the peak.
TEST(CollocationLaws, GivesTheBodiesWhatASlowSensorRounds) {
  models::AxialSetup setup = published_testbed(1e-6);
  setup.chaser_mass = 67.62, setup.target_mass = 63.08, setup.approach_velocity = 0.0927;
  setup.actuator = {};
  setup.actuator.add(instruments::LowPassSetup{4.0 / 1.2476e-3, 0.7});
  for (const double quantum : {0.1, 0.5, 4.0}) {
    setup.force_sensor = {};
    setup.force_sensor.add(instruments::LowPassSetup{4.0 / 0.6e-3, 0.7});
    setup.force_sensor.add(instruments::QuantizerSetup{quantum});
    ASSERT_TRUE(is_collocated(setup)) << quantum;
    const double every =
        test::metric(simulate::simulate(with(setup, models::Solver::dopri5)), "velocity.after_hil");
    EXPECT_NEAR(test::metric(simulate::simulate(setup), "velocity.after_hil"), every,
                (quantum > 1.0 ? 1e-4 : 2e-5) * std::abs(every))
        << quantum;
  }
}

void expect_the_same(const metrics::Row& a, const metrics::Row& b) {
  EXPECT_EQ(a.outcome, b.outcome);
  for (std::size_t i = 0; i < metrics::kMetricCount; ++i)
    EXPECT_EQ(test::bits(a.values[i]), test::bits(b.values[i])) << metrics::catalogue()[i].name;
}

TEST(CollocationLaws, GivesTheSameBitsSinglyAndInLanesOfEveryKind) {
  auto setups = impacts(500);
  for (const auto& setup : quantized_impacts(500)) setups.push_back(setup);
  std::vector<metrics::Row> checks(setups.size());
  for (std::size_t i = 0; i < setups.size(); ++i) {
    metrics::Row row;
    simulate::simulate_lanes_with("baseline", {&setups[i], 1}, {&row, 1}, {&checks[i], 1});
  }
  for (const auto& set : simulate::instruction_sets()) {
    std::vector<metrics::Row> rows(setups.size()), again(setups.size());
    simulate::simulate_lanes_with(set, setups, rows, again);
    for (std::size_t i = 0; i < setups.size(); ++i) {
      expect_the_same(rows[i], simulate::simulate(setups[i]));
      expect_the_same(again[i], checks[i]);
    }
  }
}

TEST(CollocationLaws, IsWhatAutoChoosesWhereItFits) {
  for (const auto& setup : quantized_impacts(12))
    expect_the_same(simulate::simulate(with(setup, models::Solver::automatic)),
                    simulate::simulate(with(
                        setup, is_collocated(setup) ? models::Solver::collocation : models::Solver::rk4)));
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
  ASSERT_TRUE(is_collocated(setup));
  const auto every = simulate::simulate(with(setup, models::Solver::dopri5)), row = simulate::simulate(setup);
  for (const char* name : {"contact.duration_hil", "velocity.after_hil", "force.peak_hil"})
    EXPECT_NEAR(test::metric(row, name) / test::metric(every, name), 1.0, 2e-4) << name;
}

/// Where it does not fit, the scenario is rk4's to the bit.
TEST(CollocationLaws, LeavesToRungeAndKuttaWhatDoesNotFit) {
  auto quantized = impacts(1)[0];
  quantized.actuator.add(instruments::QuantizerSetup{0.03 * depth_of(quantized)});
  auto nearly_perfect = impacts(1)[0];  // an error so small that a small quantum's share of it is large
  nearly_perfect.actuator.stages[0] =
      instruments::LowPassSetup{1e5 / models::contact_duration(nearly_perfect), 0.7};
  nearly_perfect.actuator.add(instruments::QuantizerSetup{0.005 * depth_of(nearly_perfect)});
  auto strongly_damped = impacts(1)[0];
  strongly_damped.contact.damping_number = 8.0;
  auto held = impacts(1)[0];
  held.force_sensor.add(instruments::SampleHoldSetup{1e6});
  auto limited = impacts(1)[0];
  limited.penetration_limit = 1e-9;
  auto restless = slowly_parting(),
       creeping = restless;  // sensors that the piece after the contact does not suit
  std::get<instruments::LowPassSetup>(restless.force_sensor.stages[0]) = {1e5, 0.45};
  std::get<instruments::LowPassSetup>(creeping.force_sensor.stages[0]) = {1e5, 1.15};
  for (auto setup : {quantized, nearly_perfect, strongly_damped, held, limited, restless, creeping}) {
    const auto row = simulate::simulate(setup);
    EXPECT_FALSE(is_collocated(setup));
    setup.solver = models::Solver::rk4;
    expect_the_same(row, simulate::simulate(setup));
  }
}

}  // namespace
}  // namespace hilspace
