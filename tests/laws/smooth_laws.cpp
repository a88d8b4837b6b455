// Collocation of linear instruments without quanta against closed forms, the reference solver, and itself in lanes.

#include <cmath>
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
#include "support/smooth_cases.hpp"

namespace hilspace {
namespace {

using instruments::LowPassSetup;
using instruments::TransportDelaySetup;
using models::Solver;

using test::is_smooth;
using test::smooth_impacts;

TEST(SmoothLaws, AgreesWithTheReferenceWithinItsStatedErrors) {
  test::expect_agreement_with_reference(smooth_impacts(24), 15);
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
  setup.actuator.add(test::filter(8e3, 0.7, 0.3));
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
    EXPECT_LT(off, std::fmax(before / 5.0, 3e-8 * setup.approach_velocity)) << pieces;
    before = off;
  }
}

/// A strongly damped contact that may not pull ends far from 0. The interface is still on its way back when the sensor has come to rest
/// and the slow actuator has not: that counts as penetration.
TEST(SmoothLaws, FollowTheInterfaceBackFromADampedContact) {
  models::AxialSetup setup;
  setup.chaser_mass = 30.0, setup.target_mass = 75.0, setup.approach_velocity = 0.12;
  setup.contact.law = contact::Law::kelvin_voigt;
  setup.contact.exponent = 1.0;
  setup.contact.stiffness = 2e5, setup.contact.viscosity = 4300.0;
  setup.actuator.add(LowPassSetup{400.0, 0.7});
  setup.force_sensor.add(LowPassSetup{4e4, 0.7});
  setup.solver = Solver::collocation;
  ASSERT_TRUE(is_smooth(setup));
  const auto row = simulate::simulate(setup),
             expected = simulate::simulate(test::with(setup, Solver::reference));
  for (const char* name : {"penetration.e_aint_pct", "penetration.e_hint_pct"})
    EXPECT_NEAR(test::metric(row, name) / test::metric(expected, name), 1.0, 1e-3) << name;
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
  leading.actuator.add(test::transfer({{{1.0, 2e-3, 0.0}, {1.0, 1e-4, 0.0}}}));
  perfect.actuator = perfect.force_sensor = {};
  limited.penetration_limit = 1e-9;
  // For a moment the contact would pull, and pushes again before it parts.
  auto pulling = low_passes();
  pulling.chaser_mass = 172.0, pulling.target_mass = 284.0, pulling.approach_velocity = 0.0636;
  pulling.contact.stiffness = 3.28e7, pulling.contact.damping_number = 1.5;
  pulling.actuator = pulling.force_sensor = {};
  pulling.actuator.add(
      test::transfer({{{1.0, 0.179 / 357.6, 0.0}, {1.0, 0.264 / 357.6, 1.0 / (357.6 * 357.6)}}}));
  pulling.actuator.add(TransportDelaySetup{0.357e-3});
  pulling.force_sensor.add(LowPassSetup{1.93e4, 0.7});
  for (const auto& setup : {biased, ringing, leading, perfect, limited, pulling}) {
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
