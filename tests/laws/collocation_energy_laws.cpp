// The largest kinetic and stored energy together, by collocation, against every crossing of the quantizers.

#include <numbers>

#include "contact/law.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"
#include "support/collocation_cases.hpp"

namespace hilspace {
namespace {

/// The published testbed's scenario behind a sensor of 1 N.
models::AxialSetup impact(double quantum, double delay, double restitution, double velocity) {
  auto setup = test::published_testbed(quantum, delay);
  setup.force_sensor.add(instruments::QuantizerSetup{1.0});
  setup.contact.damping_number = contact::damping_number(setup.contact.law, restitution);
  setup.approach_velocity = velocity;
  return setup;
}
double by_every_crossing(const models::AxialSetup& setup, const char* name) {
  return test::metric(simulate::simulate(test::with(setup, models::Solver::dopri5)), name);
}

/// The energy that a late sensor adds is largest after a few of its time constants, and 1e-4 of the whole: it counts what
/// each cell of the first ones gives the sensor, and what the sensor's quantum takes from the bodies.
TEST(CollocationEnergyLaws, FollowsTheSensorWhereTheEnergyIsLargest) {
  for (const double restitution : {0.5, 0.6, 0.75})
    for (const double velocity : {0.12, 0.16, 0.2})
      for (const double quantum : {0.25e-6, 1e-6}) {
        const auto setup = impact(quantum, 0.6e-3, restitution, velocity);
        ASSERT_TRUE(test::is_collocated(setup)) << quantum;
        const double every = by_every_crossing(setup, "energy.mechanical_error");
        EXPECT_NEAR(test::metric(simulate::simulate(setup), "energy.mechanical_error"), every, 3e-3 * every)
            << restitution << ' ' << velocity << ' ' << quantum;
      }
}

/// Where the interface retreats, the energy falls by a tooth whenever it leaves a cell: it is largest just before that, and
/// not where its mean is.
TEST(CollocationEnergyLaws, FindsTheToothOfTheLargestEnergy) {
  int solved = 0;
  for (const double restitution : {0.55, 0.7, 0.85})
    for (const double delay : {0.8e-3, 0.9e-3, 1.0e-3, 1.1e-3, 1.2e-3}) {
      auto setup = test::published_testbed(1e-6, delay);
      setup.contact.damping_number = contact::damping_number(setup.contact.law, restitution);
      if (!test::is_collocated(setup)) continue;
      ++solved;
      const double every = by_every_crossing(setup, "energy.mechanical_hil");
      EXPECT_NEAR(test::metric(simulate::simulate(setup), "energy.mechanical_hil"), every, 1.5e-5 * every)
          << restitution << ' ' << delay;
    }
  EXPECT_GE(solved, 14);
}

/// A slow interface stays in a cell for some two radians of the sensor, whose force passes the levels of its quantum on a curve.
TEST(CollocationEnergyLaws, KnowsTheLevelsThatTheSensorShowsOfASlowContact) {
  for (const double restitution : {0.52, 0.57, 0.62})
    for (const double velocity : {0.039, 0.043, 0.047}) {
      auto setup = impact(1e-6, 1.05e-3, restitution, velocity);
      setup.chaser_mass = 55.0, setup.target_mass = 90.0;
      ASSERT_TRUE(test::is_collocated(setup)) << velocity;
      const double every = by_every_crossing(setup, "energy.mechanical_error");
      const auto [value, error] = test::stated(setup, "energy.mechanical_error");
      EXPECT_NEAR(value, every, 1.2e-3 * every) << restitution << ' ' << velocity;
      EXPECT_NEAR(value, every, 3.0 * error) << restitution << ' ' << velocity;
    }
}

/// Between onset and end the energy rises once more, by 3e-4 of it.
TEST(CollocationEnergyLaws, KnowsAnEnergyThatHardlyRisesAgain) {
  auto setup = impact(1e-6, 1.08888888889e-3, 0.617171717172, 0.05);
  setup.chaser_mass = 55.0, setup.target_mass = 110.0;
  ASSERT_TRUE(test::is_collocated(setup));
  const double every = by_every_crossing(setup, "energy.mechanical_error");
  EXPECT_NEAR(test::metric(simulate::simulate(setup), "energy.mechanical_error"), every, 1e-2 * every);
}

/// A sensor of which many time constants fall into an interval of the onset: the series of its decay has no meaning there.
TEST(CollocationEnergyLaws, KnowsTheEnergyBehindASensorOfAnyBandwidth) {
  int solved = 0;
  for (const double bandwidth : {1e4, 3e4, 7e4, 1e5, 3e5, 1e6}) {
    auto setup = test::published_testbed(0.0, 1e-3);
    setup.approach_velocity = 0.01;
    setup.contact.stiffness = 1e8;
    setup.force_sensor = {};
    setup.force_sensor.add(instruments::LowPassSetup{2.0 * std::numbers::pi * bandwidth, 0.6});
    if (!test::is_collocated(setup)) continue;
    ++solved;
    const double every =
        test::metric(simulate::simulate(test::with(setup, models::Solver::rk4)), "energy.mechanical_hil");
    EXPECT_NEAR(test::metric(simulate::simulate(setup), "energy.mechanical_hil"), every, 1e-4 * every)
        << bandwidth;
  }
  EXPECT_EQ(solved, 6);
}

}  // namespace
}  // namespace hilspace
