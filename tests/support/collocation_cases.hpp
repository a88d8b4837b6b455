#pragma once
// Impacts that collocation solves, or nearly.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <vector>

#include "contact/law.hpp"
#include "metrics/numerical_error.hpp"
#include "models/axial_setup.hpp"
#include "simulate/collocation/collocation.hpp"
#include "simulate/collocation/smooth/smooth.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"
#include "support/bits.hpp"
#include "support/numbers.hpp"

namespace hilspace::test {

using ImpactDraws = Numbers<21>;

/// Impacts with a low-pass each: lags from a thousandth to a fifth of the contact, any mass, stiffness and rate.
inline std::vector<models::AxialSetup> impacts(std::size_t count) {
  ImpactDraws numbers;
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
inline double depth_of(const models::AxialSetup& setup) {
  return contact::elastic_depth(setup.contact, models::reduced_mass(setup), setup.approach_velocity);
}
/// The same, behind quantizers: of 0.05 to 2 % of the depth, and up to 0.2 % of the peak of the force or none.
inline std::vector<models::AxialSetup> quantized_impacts(std::size_t count) {
  ImpactDraws numbers;
  auto setups = impacts(count);
  for (auto& setup : setups) {
    const double depth = depth_of(setup);
    setup.actuator.add(instruments::QuantizerSetup{depth * std::exp(numbers.between(-7.6, -3.9))});
    if (!numbers.one_in(2))
      setup.force_sensor.add(instruments::QuantizerSetup{numbers.between(0.0, 0.002) *
                                                         contact::elastic_force(setup.contact, depth)});
  }
  return setups;
}

inline bool is_collocated(const models::AxialSetup& setup) {
  const auto whole = models::resolved(setup);
  auto pair = simulate::start_collocation(whole);
  if (!pair) return false;
  pair->run();
  return simulate::is_solved(*pair, whole.penetration_limit, whole.time_limit);
}

/// By collocation of linear instruments without quanta.
inline bool is_smooth(const models::AxialSetup& setup) {
  const auto whole = models::resolved(setup);
  if (simulate::start_collocation(whole)) return false;
  auto pair = simulate::start_smooth(whole);
  if (!pair) return false;
  pair->run();
  return simulate::is_solved(*pair, whole.penetration_limit, whole.time_limit);
}

inline models::AxialSetup with(models::AxialSetup setup, models::Solver solver) {
  setup.solver = solver;
  return setup;
}
/// A number and its stated error.
struct Stated {
  double value, error;
};
inline Stated stated(const models::AxialSetup& setup, const char* name) {
  std::vector<metrics::Row> row(1), check(1);
  EXPECT_TRUE(simulate::simulate_lanes_checked(std::vector{setup}, row, check));
  metrics::Row errors = row[0];
  errors.values = metrics::errors_of(row[0], check[0]);
  return {metric(row[0], name), metric(errors, name)};
}
/// Relative difference of a number from that with every crossing.
inline double off(const metrics::Row& row, const metrics::Row& every, const char* name) {
  return std::abs(metric(row, name) / metric(every, name) - 1.0);
}
/// The published testbed's scenario, behind an actuator of that total delay.
inline models::AxialSetup published_testbed(double quantum, double delay = 0.6e-3) {
  models::AxialSetup setup;
  setup.solver = models::Solver::collocation;
  setup.chaser_mass = 30.0, setup.target_mass = 75.0, setup.approach_velocity = 0.1;
  setup.contact.law = contact::Law::flores;
  setup.contact.stiffness = 9.0795e8;
  setup.contact.damping_number = contact::damping_number(setup.contact.law, 0.8);
  setup.actuator.add(instruments::LowPassSetup{4.0 / delay, 0.7});
  if (quantum > 0.0) setup.actuator.add(instruments::QuantizerSetup{quantum});
  setup.force_sensor.add(instruments::LowPassSetup{2e4 * std::numbers::pi, 0.7});
  return setup;
}

inline void expect_the_same(const metrics::Row& a, const metrics::Row& b) {
  EXPECT_EQ(a.outcome, b.outcome);
  for (std::size_t i = 0; i < metrics::kMetricCount; ++i)
    EXPECT_EQ(bits(a.values[i]), bits(b.values[i])) << metrics::catalogue()[i].name;
}
/// Rows and checks of the baseline, one by one, are those of every instruction set, and rows those of simulate().
inline void expect_the_same_in_lanes(const std::vector<models::AxialSetup>& setups) {
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

/// The share of these errors that are no larger than the bound.
inline double share_within(double bound, const std::vector<double>& errors) {
  return static_cast<double>(std::ranges::count_if(errors, [&](double x) { return x <= bound; })) /
         static_cast<double>(errors.size());
}

/// Small differences of nearly equal numbers, and balances of energy.
inline bool is_a_residue(const std::string& name) {
  return name.starts_with("energy.balance_docking") || name.starts_with("energy.mechanical_error");
}

/// How the solver of linear instruments agrees with the reference solver, on those of the scenarios that it solves.
struct SmoothAgreement {
  int solved = 0;
  std::vector<double> of_stated;      // differences over stated errors, of all numbers but residues
  std::vector<double> of_velocities;  // relative, of velocities after and of the HIL model's duration
};
inline SmoothAgreement agreement_with_reference(const std::vector<models::AxialSetup>& setups) {
  const auto catalogue = metrics::catalogue();
  SmoothAgreement found;
  for (const auto& setup : setups) {
    if (!is_smooth(setup)) continue;
    ++found.solved;
    std::vector<metrics::Row> row(1), check(1);
    EXPECT_TRUE(simulate::simulate_lanes_checked(std::vector{setup}, row, check));
    const auto expected = simulate::simulate(with(setup, models::Solver::reference));
    EXPECT_EQ(expected.outcome, Outcome::ok);
    EXPECT_EQ(row[0].outcome, Outcome::ok);
    const auto errors = metrics::errors_of(row[0], check[0]);
    for (std::size_t i = 0; i < catalogue.size(); ++i) {
      const double off = std::abs(row[0].values[i] - expected.values[i]), size = std::abs(expected.values[i]);
      const std::string name(catalogue[i].name);
      if (!(off > 1e-7 * size) || is_a_residue(name)) continue;
      found.of_stated.push_back(off / errors[i]);
      if (name.starts_with("velocity.after") || name.starts_with("contact.duration_h"))
        found.of_velocities.push_back(off / size);
    }
  }
  return found;
}
/// 95 % of all numbers are within three times their stated errors, and velocities are as good as is said of them.
inline void expect_agreement_with_reference(const std::vector<models::AxialSetup>& setups, int least_solved) {
  const SmoothAgreement found = agreement_with_reference(setups);
  EXPECT_GT(found.solved, least_solved);
  EXPECT_GT(share_within(3.0, found.of_stated), 0.95);
  EXPECT_GT(share_within(1e-5, found.of_velocities), 0.9);
  EXPECT_EQ(share_within(3e-4, found.of_velocities), 1.0);
}

}  // namespace hilspace::test
