// Collocation of linear instruments with what is linear beside them, a delay compensator and a bias, against closed forms and the
// reference solver.

#include <cmath>
#include <string>
#include <vector>

#include "compensation/setup.hpp"
#include "metrics/catalogue.hpp"
#include "metrics/numerical_error.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"
#include "support/collocation_cases.hpp"
#include "support/smooth_cases.hpp"

namespace hilspace {
namespace {

using compensation::CompensatorSetup;
using compensation::Force;
using compensation::Position;
using instruments::LowPassSetup;
using instruments::TransportDelaySetup;
using models::Solver;
using test::is_smooth;

models::AxialSetup bare_impact() {
  auto setup = test::impact(30.0, 75.0, 0.1, "polyimide", "aluminium", contact::Law::flores, 0.8);
  setup.actuator = setup.force_sensor = {};
  setup.solver = Solver::collocation;
  return setup;
}

/// The impacts of smooth_cases.hpp, each with one of the linear compensators, whose lag is up to 20 % wrong.
std::vector<models::AxialSetup> compensated_impacts(std::size_t count) {
  test::Numbers<37> numbers;
  auto setups = test::smooth_impacts(count);
  for (std::size_t i = 0; i < count; ++i) {
    CompensatorSetup& its = setups[i].compensator;
    const std::size_t kind = numbers.below(6);
    if (kind < 2) its = {.position = Position::lead, .order = static_cast<int>(kind) + 1};
    if (kind >= 2 && kind < 5) its = {.position = Position::polynomial, .order = static_cast<int>(kind) - 1};
    if (kind == 5) its = {.force = Force::lead};
    its.lag_error = numbers.between(-0.2, 0.2);
  }
  std::erase_if(setups, [](const auto& setup) { return !models::is_realisable(models::resolved(setup)); });
  return setups;
}

TEST(SmoothCompensationLaws, AgreesWithTheReferenceWithinItsStatedErrors) {
  test::expect_agreement_with_reference(compensated_impacts(24), 8);
}

/// A low-pass is inverted to the end by a lead of order 2, and a first-order lag of the sensor by one of the force: the HIL model is
/// then the docking model.
TEST(SmoothCompensationLaws, AnInvertedInstrumentIsAsIfItWereNotThere) {
  auto actuator = bare_impact();
  actuator.actuator.add(LowPassSetup{8e3, 0.7});
  actuator.compensator = {.position = Position::lead, .order = 2};
  auto sensor = bare_impact();
  sensor.force_sensor.add(test::transfer({{{1.0, 0.0, 0.0}, {1.0, 5e-5, 0.0}}}));
  sensor.compensator = {.force = Force::lead};
  for (const auto& setup : {actuator, sensor}) {
    ASSERT_TRUE(is_smooth(setup));
    const auto row = simulate::simulate(setup);
    EXPECT_NEAR(test::metric(row, "velocity.after_hil") / test::metric(row, "velocity.after_docking"), 1.0,
                1e-7);
    EXPECT_NEAR(test::metric(row, "contact.duration_hil") / test::metric(row, "contact.duration_docking"),
                1.0, 1e-7);
    EXPECT_LT(test::metric(row, "force.e_imax"), 1e-4 * test::metric(row, "force.peak_docking"));
  }
}

/// x" = -k/m (2 x(t - theta) - x(t - theta - A)) behind x = v0 t, and so on with the taps of higher orders:
///
///   x = v0 sum_n (-k/m)^n sum over all choices of n taps, product of their weights times (t - sum of their delays)^(2n+1)/(2n+1)!
TEST(SmoothCompensationLaws, AreThoseOfASpringBehindAnExtrapolation) {
  constexpr double kDelay = 2e-3;
  const std::vector<std::vector<double>> weights{{2.0, -1.0}, {3.0, -3.0, 1.0}, {4.0, -6.0, 4.0, -1.0}};
  for (const int order : {1, 2, 3}) {
    models::AxialSetup setup;
    setup.chaser_mass = 60.0, setup.target_mass = 90.0, setup.approach_velocity = 0.05;
    setup.contact.law = contact::Law::kelvin_voigt_tensile;
    setup.contact.exponent = 1.0;
    setup.contact.stiffness = 2000.0;
    setup.actuator.add(TransportDelaySetup{kDelay});
    setup.compensator = {.position = Position::polynomial, .order = order, .lag_error = -0.5};
    setup.solver = Solver::collocation;
    ASSERT_TRUE(is_smooth(setup)) << order;
    const double square = setup.contact.stiffness / models::reduced_mass(setup), step = 0.5 * kDelay;
    const auto& its = weights[static_cast<std::size_t>(order) - 1];
    // x, or x' of the bodies on the interface's clock. Powers of the sum of taps: coefficients of the steps of A.
    const auto motion = [&](double t, int derivative) {
      double sum = 0.0;
      std::vector<double> taps{1.0};
      for (int n = 0; t > n * kDelay && n < 40; ++n) {
        for (std::size_t j = 0; j < taps.size(); ++j) {
          const double since = t - n * kDelay - static_cast<double>(j) * step;
          if (since > 0.0)
            sum += taps[j] * std::pow(-square, n) * std::pow(since, 2 * n + 1 - derivative) /
                   std::tgamma(2 * n + 2 - derivative);
        }
        std::vector<double> next(taps.size() + its.size() - 1);
        for (std::size_t j = 0; j < taps.size(); ++j)
          for (std::size_t k = 0; k < its.size(); ++k) next[j + k] += taps[j] * its[k];
        taps = next;
      }
      return setup.approach_velocity * sum;
    };
    const auto row = simulate::simulate(setup);
    double end = test::metric(row, "contact.duration_hil");
    EXPECT_NEAR(motion(end, 0) / (setup.approach_velocity * end), 0.0, 1e-6) << order;
    for (int turn = 0; turn < 5; ++turn) end -= motion(end, 0) / motion(end, 1);
    EXPECT_NEAR(test::metric(row, "contact.duration_hil") / end, 1.0, 1e-6) << order;
  }
}

/// A bias of the actuator moves the contact on the ramp, and nothing else.
TEST(SmoothCompensationLaws, ABiasOfTheActuatorMovesTheContact) {
  const auto row_of = [](double bias) {
    auto setup = bare_impact();
    setup.actuator.add(LowPassSetup{8e3, 0.7});
    setup.actuator.add(instruments::BiasSetup{bias});
    setup.actuator.add(TransportDelaySetup{1e-4});
    setup.force_sensor.add(LowPassSetup{6e4, 0.7});
    EXPECT_TRUE(is_smooth(setup));
    const auto expected = simulate::simulate(test::with(setup, Solver::reference));
    const auto row = simulate::simulate(setup);
    for (const char* name : {"velocity.after_hil", "contact.duration_hil", "force.e_imax",
                             "penetration.e_imax", "penetration.e_aint_pct", "energy.mechanical_hil"})
      EXPECT_NEAR(test::metric(row, name) / test::metric(expected, name), 1.0, 2e-4) << name << " " << bias;
    return row;
  };
  const auto ahead = row_of(40e-6), behind = row_of(-40e-6), plain = row_of(1e-9);
  for (const auto* its : {&ahead, &behind})
    for (const char* name : {"velocity.after_hil", "contact.duration_hil", "force.peak_hil"})
      EXPECT_NEAR(test::metric(*its, name) / test::metric(plain, name), 1.0, 5e-6) << name;
  EXPECT_GT(test::metric(behind, "force.e_imax"), 1.1 * test::metric(plain, "force.e_imax"));
}

/// Contacts that a large bias, or a lag by hand, parts by many of their durations are read as closely as those that overlap.
TEST(SmoothCompensationLaws, ContactsFarApartAreReadAsCloselyAsOthers) {
  const auto row_of = [](double bias) {
    auto setup = bare_impact();
    setup.actuator.add(LowPassSetup{8e3, 0.7});
    setup.actuator.add(instruments::BiasSetup{bias});
    setup.force_sensor.add(LowPassSetup{6e4, 0.7});
    EXPECT_TRUE(is_smooth(setup));
    return simulate::simulate(setup);
  };
  const auto plain = row_of(1e-9);
  for (const double bias : {-20e-3, -2e-3, 2e-3, 20e-3})
    for (const char* name :
         {"contact_force.peak_docking", "contact_force.peak_hil", "force.peak_hil", "penetration.peak_hil",
          "energy.mechanical_hil", "energy.dissipated_hil", "energy.observed", "contact_force.e_aint_pct"})
      EXPECT_NEAR(test::metric(row_of(bias), name) / test::metric(plain, name), 1.0, 1e-3)
          << name << " " << bias;
}

TEST(SmoothCompensationLaws, GiveTheSameBitsSinglyAndInLanesOfEveryKind) {
  test::expect_the_same_in_lanes(compensated_impacts(60));
}

/// What is not linear is rk4's to the bit: predictions, and what acts while the interface touches; and so is a bias of the sensor.
TEST(SmoothCompensationLaws, LeaveToRungeAndKuttaWhatDoesNotFit) {
  auto setup = bare_impact();
  setup.actuator.add(LowPassSetup{8e3, 0.7});
  setup.force_sensor.add(LowPassSetup{6e4, 0.7});
  auto predictor = setup, secant = setup, damper = setup, sampled = setup, smith = setup, biased = setup;
  predictor.compensator = {.position = Position::predictor};
  secant.compensator = {.force = Force::secant};
  damper.compensator = {.force = Force::damper, .damping = 10.0};
  sampled.compensator = {.position = Position::lead, .rate = 1e5};
  smith.compensator = {.force = Force::smith};
  biased.force_sensor.add(instruments::BiasSetup{0.5});
  for (const auto& its : {predictor, secant, damper, sampled, smith, biased}) {
    EXPECT_FALSE(is_smooth(its));
    test::expect_the_same(simulate::simulate(its), simulate::simulate(test::with(its, Solver::rk4)));
  }
}

}  // namespace
}  // namespace hilspace
