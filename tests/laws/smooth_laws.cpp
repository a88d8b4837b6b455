// Collocation of linear instruments without quanta against closed forms, the reference solver, and itself in lanes.

#include <cmath>
#include <list>
#include <numbers>
#include <string>
#include <vector>

#include "contact/law.hpp"
#include "metrics/catalogue.hpp"
#include "metrics/numerical_error.hpp"
#include "simulate/collocation/smooth/smooth.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"
#include "support/collocation_cases.hpp"

namespace hilspace {
namespace {

using instruments::LowPassSetup;
using instruments::TransportDelaySetup;
using models::Solver;

/// Sections that outlive the setups that point to them.
std::list<std::vector<instruments::Section>>& sections() {
  static std::list<std::vector<instruments::Section>> all;
  return all;
}
instruments::TransferFunctionSetup transfer(std::vector<instruments::Section> its) {
  sections().push_back(std::move(its));
  return {sections().back()};
}
/// (1 + lead s/w)/(1 + 2 zeta s/w + s^2/w^2) and a first-order lag ten times as quick.
instruments::TransferFunctionSetup filter(double w, double zeta, double lead) {
  return transfer(
      {{{1.0, lead / w, 0.0}, {1.0, 2.0 * zeta / w, 1.0 / (w * w)}}, {{2.0, 0.0, 0.0}, {2.0, 0.2 / w, 0.0}}});
}

using Draws = test::Numbers<31>;

/// Impacts of every law that fits, behind low-passes, transfer functions and transport delays.
std::vector<models::AxialSetup> smooth_impacts(std::size_t count) {
  Draws numbers;
  std::vector<models::AxialSetup> setups;
  for (std::size_t i = 0; i < count; ++i) {
    models::AxialSetup setup;
    setup.chaser_mass = std::exp(numbers.between(1.0, 8.0));
    setup.target_mass = std::exp(numbers.between(1.0, 11.0));
    setup.approach_velocity = std::exp(numbers.between(-5.0, -1.0));
    if (i % 3 == 0) {
      setup.contact.law = numbers.one_in(2) ? contact::Law::kelvin_voigt : contact::Law::kelvin_voigt_tensile;
      setup.contact.exponent = 1.0;
      setup.contact.stiffness = std::exp(numbers.between(6.0, 14.0));
      setup.contact.viscosity =
          2.0 * numbers.between(0.0, 0.3) * std::sqrt(setup.contact.stiffness * models::reduced_mass(setup));
    } else {
      setup.contact.law = contact::Law::flores;
      setup.contact.exponent = numbers.one_in(4) ? 2.0 : 1.5;
      setup.contact.stiffness = std::exp(numbers.between(14.0, 24.0));
      setup.contact.damping_number = contact::damping_number(setup.contact.law, numbers.between(0.5, 1.0));
    }
    const double duration = models::contact_duration(setup), phase = std::numbers::pi / duration;
    const double slow = phase * std::exp(numbers.between(1.5, 5.0)), quick = 3.0 * slow;
    const std::size_t kind = numbers.below(4);
    if (kind == 0) {
      setup.actuator.add(filter(slow, numbers.between(0.5, 1.0), numbers.between(0.0, 0.8)));
      setup.force_sensor.add(filter(quick, numbers.between(0.5, 1.0), numbers.between(0.0, 0.8)));
    }
    if (kind == 1 || kind == 2) {
      setup.actuator.add(TransportDelaySetup{duration * std::exp(numbers.between(-6.0, -2.0))});
      if (numbers.one_in(2))
        setup.force_sensor.add(TransportDelaySetup{duration * std::exp(numbers.between(-6.0, -2.0))});
    }
    if (kind >= 2) {
      setup.actuator.add(LowPassSetup{slow, numbers.between(0.5, 1.0)});
      setup.force_sensor.add(LowPassSetup{quick, numbers.between(0.5, 1.0)});
    }
    setup.solver = Solver::collocation;
    setups.push_back(setup);
  }
  return setups;
}

using test::is_smooth;

/// Of all numbers 95 % are within three times their stated errors, and velocities are as good as is said of them.
TEST(SmoothLaws, AgreesWithTheReferenceWithinItsStatedErrors) {
  const auto catalogue = metrics::catalogue();
  std::vector<double> of_stated, of_velocities;
  int solved = 0;
  for (const auto& setup : smooth_impacts(24)) {
    if (!is_smooth(setup)) continue;
    ++solved;
    std::vector<metrics::Row> row(1), check(1);
    ASSERT_TRUE(simulate::simulate_lanes_checked(std::vector{setup}, row, check));
    const auto expected = simulate::simulate(test::with(setup, Solver::reference));
    ASSERT_EQ(expected.outcome, Outcome::ok);
    ASSERT_EQ(row[0].outcome, Outcome::ok);
    const auto errors = metrics::errors_of(row[0], check[0]);
    for (std::size_t i = 0; i < catalogue.size(); ++i) {
      const double off = std::abs(row[0].values[i] - expected.values[i]), size = std::abs(expected.values[i]);
      const std::string name(catalogue[i].name);
      if (!(off > 1e-7 * size) || test::is_a_residue(name)) continue;
      of_stated.push_back(off / errors[i]);
      if (name.starts_with("velocity.after") || name.starts_with("contact.duration_h"))
        of_velocities.push_back(off / size);
    }
  }
  EXPECT_GT(solved, 15);
  EXPECT_GT(test::share_within(3.0, of_stated), 0.95);
  EXPECT_GT(test::share_within(1e-5, of_velocities), 0.9);
  EXPECT_EQ(test::share_within(3e-4, of_velocities), 1.0);
}

/// x" = -k/m x(t - theta) behind x = v0 t: x = v0 sum_n (-k/m)^n (t - n theta)^(2n+1)/(2n+1)! as long as they touch, and a pulling
/// spring parts where x = 0.
TEST(SmoothLaws, AreThoseOfADelayedSpring) {
  for (const double delay : {0.3e-3, 2e-3, 20e-3}) {
    models::AxialSetup setup;
    setup.chaser_mass = 60.0, setup.target_mass = 90.0, setup.approach_velocity = 0.05;
    setup.contact.law = contact::Law::kelvin_voigt_tensile;
    setup.contact.exponent = 1.0;
    setup.contact.stiffness = 2000.0;
    setup.actuator.add(TransportDelaySetup{0.75 * delay});
    setup.force_sensor.add(TransportDelaySetup{0.25 * delay});
    setup.solver = Solver::collocation;
    ASSERT_TRUE(is_smooth(setup));
    const double w = std::sqrt(setup.contact.stiffness / models::reduced_mass(setup));
    // x, or x' of the bodies on the interface's clock.
    const auto motion = [&](double t, int derivative) {
      double sum = 0.0, sign = setup.approach_velocity / (derivative == 0 ? w : 1.0);
      for (int n = 0; t > n * delay; ++n, sign = -sign) {
        double term = sign;
        for (int k = 1; k <= 2 * n + 1 - derivative; ++k) term *= w * (t - n * delay) / k;
        sum += term;
      }
      return sum;
    };
    double end = std::numbers::pi / w;
    for (int turn = 0; turn < 30; ++turn) end -= motion(end, 0) / motion(end, 1);
    const auto row = simulate::simulate(setup);
    EXPECT_NEAR(test::metric(row, "contact.duration_hil") / end, 1.0, 1e-9) << delay;
    // The bodies hear the last of the force one delay later.
    EXPECT_NEAR(test::metric(row, "velocity.after_hil"), motion(end + delay, 1),
                1e-8 * setup.approach_velocity)
        << delay;
  }
}

/// The error of a solve falls by orders of magnitude with each few pieces more.
TEST(SmoothLaws, ConvergeWithTheNumberOfPieces) {
  auto setup = test::impact(30.0, 75.0, 0.1, "polyimide", "aluminium", contact::Law::flores, 0.8);
  setup.actuator = setup.force_sensor = {};
  setup.actuator.add(filter(8e3, 0.7, 0.3));
  setup.actuator.add(TransportDelaySetup{0.1e-3});
  setup.force_sensor.add(LowPassSetup{3e4, 0.7});
  const auto whole = models::resolved(setup);
  const auto velocity = [&](std::size_t pieces) {
    auto pair = simulate::start_smooth(whole).value();
    pair.plan.pieces = pieces;
    pair.run();
    return pair.velocity_hil;
  };
  const double best = velocity(simulate::kMostSmoothPieces);
  double before = std::abs(velocity(4) - best);
  for (const std::size_t pieces : {6u, 8u, 10u}) {
    const double off = std::abs(velocity(pieces) - best);
    EXPECT_LT(off, std::fmax(before / 5.0, 1e-8 * setup.approach_velocity)) << pieces;
    before = off;
  }
}

TEST(SmoothLaws, GiveTheSameBitsSinglyAndInLanesOfEveryKind) {
  const auto setups = smooth_impacts(200);
  test::expect_the_same_in_lanes(setups);
}

/// Where it does not fit, the scenario is rk4's to the bit.
TEST(SmoothLaws, LeaveToRungeAndKuttaWhatDoesNotFit) {
  const auto low_passes = [] {
    auto setup = test::impact(30.0, 75.0, 0.1, "polyimide", "aluminium", contact::Law::flores, 0.8);
    setup.actuator = setup.force_sensor = {};
    setup.actuator.add(LowPassSetup{8e3, 0.7});
    setup.actuator.add(TransportDelaySetup{0.1e-3});
    setup.force_sensor.add(LowPassSetup{6e4, 0.7});
    setup.solver = Solver::collocation;
    return setup;
  };
  ASSERT_TRUE(is_smooth(low_passes()));
  auto biased = low_passes(), ringing = low_passes(), leading = low_passes(), perfect = low_passes(),
       limited = low_passes();
  biased.force_sensor.add(instruments::BiasSetup{1.0});
  ringing.force_sensor = {};
  ringing.force_sensor.add(LowPassSetup{2e4, 0.005});
  leading.actuator = {};
  leading.actuator.add(transfer({{{1.0, 2e-3, 0.0}, {1.0, 1e-4, 0.0}}}));
  perfect.actuator = perfect.force_sensor = {};
  limited.penetration_limit = 1e-9;
  for (const auto& setup : {biased, ringing, leading, perfect, limited}) {
    EXPECT_FALSE(is_smooth(setup));
    test::expect_the_same(simulate::simulate(setup), simulate::simulate(test::with(setup, Solver::rk4)));
  }
}

TEST(SmoothLaws, AreWhatAutoChooses) {
  for (const auto& setup : smooth_impacts(12))
    if (is_smooth(setup))
      test::expect_the_same(simulate::simulate(test::with(setup, Solver::automatic)),
                            simulate::simulate(setup));
}

}  // namespace
}  // namespace hilspace
