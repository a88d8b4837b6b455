// Collocation of fine quanta behind transfer functions, transport delays and several low-passes.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "contact/law.hpp"
#include "metrics/catalogue.hpp"
#include "metrics/numerical_error.hpp"
#include "simulate/collocation/collocation.hpp"
#include "simulate/collocation/smooth/smooth.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"
#include "support/collocation_cases.hpp"
#include "support/smooth_cases.hpp"

namespace hilspace {
namespace {

using instruments::LowPassSetup;
using instruments::QuantizerSetup;
using instruments::TransportDelaySetup;
using models::Solver;
using test::off;

/// (1 + lead s/w)/(1 + 2 zeta s/w + s^2/w^2).
instruments::TransferFunctionSetup lagging(double w, double zeta, double lead) {
  return test::transfer({{{1.0, lead / w, 0.0}, {1.0, 2.0 * zeta / w, 1.0 / (w * w)}}});
}
/// (1 + lead s/w)/(1 + s/w), which passes jumps on.
instruments::TransferFunctionSetup leading(double w, double lead) {
  return test::transfer({{{1.0, lead / w, 0.0}, {1.0, 1.0 / w, 0.0}}});
}

bool is_chained(const models::AxialSetup& setup) {
  const auto whole = models::resolved(setup);
  if (simulate::start_collocation(whole) || simulate::start_smooth(whole)) return false;
  auto pair = simulate::start_chained(whole);
  if (!pair) return false;
  pair->run();
  return simulate::is_solved(*pair, whole.penetration_limit, whole.time_limit);
}

/// The published testbed with another actuator.
template <class... Stages>
models::AxialSetup testbed(const Stages&... stages) {
  models::AxialSetup setup = test::published_testbed(0.0);
  setup.actuator = {};
  (setup.actuator.add(stages), ...);
  return setup;
}

using ChainDraws = test::Numbers<37>;

/// Impacts behind every kind of chain, with lags of up to a seventh of the contact, and quanta of 0.1 to 2 um and 0.1 to 2 N.
std::vector<models::AxialSetup> chained_impacts(std::size_t count) {
  ChainDraws numbers;
  const auto scaled = [&](double low, double high) {
    return std::exp(numbers.between(std::log(low), std::log(high)));
  };
  std::vector<models::AxialSetup> setups;
  for (std::size_t i = 0; i < count; ++i) {
    models::AxialSetup setup = test::published_testbed(0.0);
    setup.chaser_mass = scaled(20.0, 200.0), setup.target_mass = scaled(20.0, 200.0);
    setup.approach_velocity = numbers.between(0.05, 0.2);
    setup.contact.damping_number = contact::damping_number(setup.contact.law, numbers.between(0.5, 1.0));
    setup.actuator = setup.force_sensor = {};
    const double delay = scaled(0.05e-3, 0.5e-3), w = scaled(4e3, 3e4);
    switch (i % 5) {
      case 0:
        setup.actuator.add(TransportDelaySetup{delay});
        break;
      case 1:
        setup.actuator.add(lagging(w, numbers.between(0.5, 1.0), numbers.between(0.0, 0.8)));
        break;
      case 2:
        setup.actuator.add(LowPassSetup{w, numbers.between(0.5, 1.0)});
        setup.actuator.add(TransportDelaySetup{0.5 * delay});
        break;
      case 3:
        setup.actuator.add(LowPassSetup{w, 0.7});
        setup.actuator.add(lagging(2.0 * w, 0.7, 0.0));
        break;
      default:
        setup.actuator.add(leading(0.5 * w, numbers.between(0.1, 0.9)));
    }
    if (!numbers.one_in(6)) setup.actuator.add(QuantizerSetup{scaled(0.1e-6, 2e-6)});
    setup.force_sensor.add(
        LowPassSetup{2.0 * std::numbers::pi * scaled(5e3, 12e3), numbers.between(0.6, 0.9)});
    setup.force_sensor.add(QuantizerSetup{scaled(0.1, 2.0)});
    setups.push_back(setup);
  }
  return setups;
}

/// Against every crossing of every quantum: 95 % of all numbers are within three times their stated errors.
TEST(ChainedLaws, AgreeWithEveryCrossingWithinTheirStatedErrors) {
  std::vector<double> stated, velocity, largest_force;
  int solved = 0;
  for (const auto& setup : chained_impacts(30)) {
    if (!is_chained(setup)) continue;
    ++solved;
    std::vector<metrics::Row> row(1), check(1);
    ASSERT_TRUE(simulate::simulate_lanes_checked(std::vector{setup}, row, check));
    const auto every = simulate::simulate(test::with(setup, Solver::dopri5));
    velocity.push_back(off(row[0], every, "velocity.after_hil"));
    largest_force.push_back(off(row[0], every, "force.e_imax"));
    const auto errors = metrics::errors_of(row[0], check[0]);
    for (std::size_t i = 0; i < metrics::kMetricCount; ++i) {
      const std::string name(metrics::catalogue()[i].name);
      if (test::is_a_residue(name) || std::isnan(row[0].values[i])) continue;
      const double open = std::max(errors[i], 1e-5 * std::abs(every.values[i]));  // 1e-5 of the number
      stated.push_back(std::abs(row[0].values[i] - every.values[i]) / open);
    }
  }
  EXPECT_GE(solved, 24);
  EXPECT_GE(test::share_within(3.0, stated), 0.98);
  EXPECT_GE(test::share_within(1e-5, velocity), 0.9);
  EXPECT_LE(std::ranges::max(velocity), 5e-5);
  EXPECT_LE(std::ranges::max(largest_force), 1e-3);
}

/// What the mean over a cell and the turns give the bodies, behind a delay, behind a transfer function, and behind one that passes
/// jumps on.
TEST(ChainedLaws, GiveTheBodiesWhatTheQuantaLeave) {
  double of_velocity = 0.0, of_error = 0.0;
  for (const double quantum : {0.8e-6, 1e-6, 1.3e-6})
    for (auto setup : {testbed(TransportDelaySetup{0.2e-3}, QuantizerSetup{quantum}),
                       testbed(LowPassSetup{8e3, 0.7}, TransportDelaySetup{0.1e-3}, QuantizerSetup{quantum}),
                       testbed(lagging(7e3, 0.7, 0.3), QuantizerSetup{quantum}),
                       testbed(leading(4e3, 0.3), QuantizerSetup{quantum})}) {
      setup.force_sensor.add(QuantizerSetup{0.5});
      ASSERT_TRUE(is_chained(setup));
      const auto every = simulate::simulate(test::with(setup, Solver::dopri5)),
                 row = simulate::simulate(setup);
      of_velocity = std::max(of_velocity, off(row, every, "velocity.after_hil"));
      of_error = std::max(of_error, off(row, every, "contact.duration_error"));
    }
  EXPECT_LT(of_velocity, 1e-5);
  EXPECT_LT(of_error, 2e-4);
}

/// To second order of the quantum the mean force makes the contact shorter.
TEST(ChainedLaws, KnowTheMeanForceOverACell) {
  double of_duration = 0.0, of_velocity = 0.0;
  for (const double w : {5e3, 6e3, 7e3, 8e3, 10e3, 12e3}) {
    const auto setup = testbed(lagging(w, 0.7, 0.3), QuantizerSetup{1.3e-6});
    ASSERT_TRUE(is_chained(setup));
    const auto every = simulate::simulate(test::with(setup, Solver::dopri5)), row = simulate::simulate(setup);
    of_duration = std::max(of_duration, off(row, every, "contact.duration_hil"));
    of_velocity = std::max(of_velocity, off(row, every, "velocity.after_hil"));
  }
  EXPECT_LT(of_duration, 6e-7);  // 1.5e-6 without
  EXPECT_LT(of_velocity, 6e-7);  // 1.6e-6
}

/// Behind a long delay the penetration errs most where the docking model's contact ends, and a tooth there is anywhere.
TEST(ChainedLaws, StateWhatToothIsWhereTheDockingModelParts) {
  std::vector<double> stated;
  for (const double delay : {0.9e-3, 1.1e-3, 1.3e-3, 1.5e-3, 1.7e-3})
    for (const double velocity : {0.06, 0.08, 0.1, 0.12}) {
      auto setup = testbed(TransportDelaySetup{delay}, QuantizerSetup{1e-6});
      setup.contact.law = contact::Law::hertz;
      setup.contact.damping_number = 0.0;
      setup.approach_velocity = velocity;
      if (!is_chained(setup)) continue;
      const auto [value, error] = test::stated(setup, "penetration.e_imax");
      const double every =
          test::metric(simulate::simulate(test::with(setup, Solver::dopri5)), "penetration.e_imax");
      stated.push_back(std::abs(value - every) / (error + 1e-5 * every));
    }
  EXPECT_GE(stated.size(), 15U);
  EXPECT_EQ(test::share_within(3.0, stated), 1.0);
}

/// Quanta that are next to nothing leave the solve of linear instruments without any.
TEST(ChainedLaws, AreThoseOfLinearInstrumentsWithoutQuanta) {
  for (auto setup :
       {testbed(TransportDelaySetup{0.02e-3}), testbed(TransportDelaySetup{0.2e-3}),
        testbed(TransportDelaySetup{0.5e-3}), testbed(LowPassSetup{8e3, 0.7}, TransportDelaySetup{0.1e-3}),
        testbed(lagging(7e3, 0.7, 0.3)), testbed(leading(4e3, 0.3))}) {
    ASSERT_TRUE(test::is_smooth(setup));
    const auto smooth = simulate::simulate(setup);
    setup.force_sensor.add(QuantizerSetup{1e-7});
    ASSERT_TRUE(is_chained(setup));
    const auto row = simulate::simulate(setup);
    EXPECT_LT(off(row, smooth, "velocity.after_hil"), 1e-6);
    EXPECT_LT(off(row, smooth, "contact.duration_hil"), 1e-6);
    for (const char* name : {"contact_force.peak_hil", "penetration.peak_hil", "force.e_imax",
                             "penetration.e_imax", "energy.dissipated_hil", "force.e_aint_pct"})
      EXPECT_LT(off(row, smooth, name), 2e-4) << name;
  }
}

TEST(ChainedLaws, GiveTheSameBitsSinglyAndInLanesOfEveryKind) {
  test::expect_the_same_in_lanes(chained_impacts(100));
}

/// Where it does not fit, the scenario is rk4's to the bit.
TEST(ChainedLaws, LeaveToRungeAndKuttaWhatDoesNotFit) {
  const QuantizerSetup fine{1e-6};
  const auto fits = testbed(TransportDelaySetup{0.2e-3}, fine);
  ASSERT_TRUE(is_chained(fits));
  auto late = fits, biased = fits, limited = fits, linear = fits, slow = fits;
  late.force_sensor.add(TransportDelaySetup{0.1e-3});
  biased.force_sensor.add(instruments::BiasSetup{1.0});
  limited.penetration_limit = 1e-9;
  linear.contact.law = contact::Law::kelvin_voigt;
  linear.contact.exponent = 1.0;
  slow.force_sensor = {};
  slow.force_sensor.add(LowPassSetup{2e4, 0.4});
  // A ringing interface recedes so quickly, for a moment, that the contact would pull, and pushes again before it parts.
  auto ringing = fits;
  ringing.chaser_mass = 172.0, ringing.target_mass = 284.0, ringing.approach_velocity = 0.0636;
  ringing.contact.stiffness = 3.28e7, ringing.contact.damping_number = 1.5;
  ringing.actuator = ringing.force_sensor = {};
  ringing.actuator.add(lagging(357.6, 0.132, 0.179));
  ringing.actuator.add(TransportDelaySetup{0.357e-3});
  ringing.actuator.add(QuantizerSetup{1.24e-6});
  ringing.force_sensor.add(LowPassSetup{1.93e4, 0.7});
  for (const auto& setup : {ringing, late, biased, limited, linear, slow,
                            testbed(TransportDelaySetup{0.2e-3}, QuantizerSetup{20e-6}),
                            testbed(TransportDelaySetup{0.2e-3}, QuantizerSetup{1e-6, 0.25}),
                            testbed(fine, TransportDelaySetup{0.2e-3}),
                            testbed(test::transfer({{{1.01, 0.0, 0.0}, {1.0, 1e-4, 0.0}}}), fine)}) {
    EXPECT_FALSE(is_chained(setup));
    test::expect_the_same(simulate::simulate(setup), simulate::simulate(test::with(setup, Solver::rk4)));
  }
}

TEST(ChainedLaws, AreWhatAutoChooses) {
  int solved = 0;
  for (const auto& setup : chained_impacts(12))
    if (is_chained(test::with(setup, Solver::automatic))) {
      ++solved;
      test::expect_the_same(simulate::simulate(test::with(setup, Solver::automatic)),
                            simulate::simulate(test::with(setup, Solver::collocation)));
    }
  EXPECT_GE(solved, 8);
}

}  // namespace
}  // namespace hilspace
