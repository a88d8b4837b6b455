// Laws of delay compensators: who compensates how well, exact inverses, identities.

#include <cmath>
#include <numbers>
#include <vector>

#include "compensation/compensator.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"
#include "support/bits.hpp"

namespace hilspace {
namespace {

using compensation::CompensatorSetup;
using compensation::Force;
using compensation::Position;
using test::metric;

CompensatorSetup lead(int order) { return {Position::lead, Force::none, order}; }
CompensatorSetup predictor(double model_error) {
  CompensatorSetup setup{Position::predictor};
  setup.model_error = model_error;
  return setup;
}
CompensatorSetup of_force(Force force) { return {Position::none, force}; }
CompensatorSetup smith(double model_error) {
  auto setup = of_force(Force::smith);
  setup.model_error = model_error;
  return setup;
}
CompensatorSetup polynomial(int order) { return {Position::polynomial, Force::none, order}; }

/// The impact of Bondoky 5.3.1 without quanta: low-passes alone, of 1 ms total delay and 10 kHz.
models::AxialSetup continuous(double total_delay) {
  auto setup = test::bondoky_531(total_delay);
  test::quantizer(setup.actuator).resolution = test::quantizer(setup.force_sensor).resolution = 0.0;
  return setup;
}

/// EPOS: a robot 16 ms late, commanded at 250 Hz; a force sampled at 1 kHz; a spring of 1000 N/m.
models::AxialSetup epos() {
  models::AxialSetup setup;
  setup.chaser_mass = setup.target_mass = 126.0;
  setup.approach_velocity = 0.02;
  setup.contact.law = contact::Law::hertz;
  setup.contact.exponent = 1.0;
  setup.contact.stiffness = 1000.0;
  setup.actuator.add(instruments::SampleHoldSetup{250.0});
  setup.actuator.add(instruments::TransportDelaySetup{16e-3});
  setup.force_sensor.add(instruments::SampleHoldSetup{1000.0});
  return setup;
}

/// The same with the computer's rate of 250 Hz in the place of the hold before the robot.
models::AxialSetup epos_by_rate() {
  auto setup = epos();
  setup.actuator = setup.actuator.without(0);
  setup.compensator.rate = 250.0;
  return setup;
}

struct Figures {
  CompensatorSetup compensator;
  double velocity, force;  // errors of the velocity after and of the peak force, percent
  double tolerance = 0.2, force_tolerance = 0.3;
  const char* force_metric = "force.e_abs_pct";
};

void expect(models::AxialSetup setup, const Figures& is) {
  setup.compensator = is.compensator;
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_NEAR(metric(row, "velocity.error_pct"), is.velocity, is.tolerance);
  EXPECT_NEAR(metric(row, is.force_metric), is.force, is.force_tolerance);
}

struct Band {
  double low = 1e9, high = -1e9;
  void add(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
};
/// Where the samples fall within the contact is chance: the figure lies in the band over all phases.
void expect_within_the_phases(models::AxialSetup setup, const Figures& is) {
  const double rate = setup.compensator.rate;
  setup.compensator = is.compensator;
  setup.compensator.rate = rate;
  Band velocity, force;
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 4; ++k) {
      setup.compensator.phase = i / 8.0;
      if (auto* hold = std::get_if<instruments::SampleHoldSetup>(&setup.actuator.stages[0]))
        hold->phase = i / 8.0;
      std::get<instruments::SampleHoldSetup>(setup.force_sensor.stages[0]).phase = (k + 0.5) / 4.0;
      const auto row = simulate::simulate(setup);
      ASSERT_EQ(row.outcome, Outcome::ok);
      velocity.add(metric(row, "velocity.error_pct"));
      force.add(metric(row, "force.e_abs_pct"));
    }
  EXPECT_GE(is.velocity, velocity.low - is.tolerance);
  EXPECT_LE(is.velocity, velocity.high + is.tolerance);
  EXPECT_GE(is.force, force.low - is.force_tolerance);
  EXPECT_LE(is.force, force.high + is.force_tolerance);
}

TEST(Compensator, CompensatesTheImpactOfOneMillisecond) {
  for (const Figures& is :
       {Figures{{}, 52.519, 34.424}, Figures{lead(1), -0.396, 3.648}, Figures{lead(2), -0.085, -0.061},
        Figures{polynomial(3), 0.0, -1.7}, Figures{predictor(-0.2), 0.2, 1.0, 1.0, 1.0},
        Figures{smith(0.0), 0.0, 0.2, 0.2, 0.3, "contact_force.e_abs_pct"},
        Figures{smith(-0.2), 8.5, 5.5, 0.2, 0.3, "contact_force.e_abs_pct"},
        Figures{of_force(Force::passivity), 26.8, 34.4, 1.0, 1.0}})
    expect(continuous(1e-3), is);
}

TEST(Compensator, CompensatesTheRobotOfSixteenMilliseconds) {
  for (const Figures& is :
       {Figures{{}, 12.6, 6.1}, Figures{polynomial(3), 0.3, 0.1}, Figures{lead(1), 0.3, 0.3},
        Figures{lead(2), 0.3, 0.1}, Figures{of_force(Force::passivity), -0.4, 6.1, 1.0, 1.0}})
    expect_within_the_phases(epos(), is);
  expect_within_the_phases(epos(), {smith(0.0), 0.3, 0.0, 1.0, 1e9});
}

TEST(Compensator, CompensatesTheSameByTheRateOfTheComputer) {
  for (const Figures& is :
       {Figures{{}, 12.6, 6.1}, Figures{polynomial(3), 0.3, 0.1}, Figures{lead(1), 0.3, 0.3},
        Figures{lead(2), 0.3, 0.1}, Figures{smith(0.0), 0.3, 0.0, 1.0, 1.0},
        Figures{of_force(Force::passivity), -0.4, 6.1, 1.0, 1.0}})
    expect_within_the_phases(epos_by_rate(), is);
}

// It learns the lag of the actuator, and not those of the computer and the sensor.
TEST(Compensator, LearnsTheLagOfTheRobot) {
  expect_within_the_phases(epos_by_rate(), {CompensatorSetup{Position::ats}, 1.9, 0.8, 1.0, 1.0});
}

// The holds of the computer are those of a chain.
TEST(Rate, HoldsTheCommandAndTheForce) {
  for (const CompensatorSetup& compensator : {CompensatorSetup{}, lead(2), polynomial(2)}) {
    auto by_chain = continuous(1e-3), by_rate = by_chain;
    by_chain.compensator = by_rate.compensator = compensator;
    by_rate.compensator.rate = 20e3;
    instruments::ChainSetup held;
    held.add(instruments::SampleHoldSetup{20e3});
    for (const auto& stage : by_chain.actuator.all()) held.add(stage);
    by_chain.actuator = held;
    by_chain.force_sensor.add(instruments::SampleHoldSetup{20e3});
    const auto one = simulate::simulate(by_chain), other = simulate::simulate(by_rate);
    ASSERT_EQ(one.outcome, Outcome::ok);
    for (std::size_t i = 0; i < metrics::kMetricCount; ++i)
      EXPECT_EQ(test::bits(one.values[i]), test::bits(other.values[i])) << metrics::catalogue()[i].name;
  }
}

// The lag of the loop is seen from the contact alone: here of the interface 348 us, of the whole loop 370 us, near
// the sum of the instruments' lags, 372.28 us.
TEST(LoopLag, IsThatOfTheInstruments) {
  auto setup = continuous(1e-3);
  auto row = simulate::simulate(setup);
  const double whole =
      metric(row, "loop.lag_ratio") * metric(row, "contact.duration_docking") / std::numbers::pi;
  EXPECT_NEAR(metric(row, "loop.lag"), 348e-6, 1e-6);
  EXPECT_NEAR(whole, 370e-6, 1e-6);
  setup.compensator = lead(2);
  row = simulate::simulate(setup);
  EXPECT_NEAR(metric(row, "loop.lag"), -22.28e-6,
              1e-6);  // the interface is ahead by what the sensor is behind
  EXPECT_NEAR(metric(row, "loop.lag_ratio"), 0.0, 1e-3);
}

// What the observer sees is what the bodies gain: the energy is in the balance of the model.
TEST(LoopLag, ObserverSeesTheEnergyThatTheTestbedAdds) {
  for (const double total_delay : {0.2e-3, 1e-3}) {
    auto setup = continuous(total_delay);
    setup.contact.law = contact::Law::hertz;
    setup.contact.damping_number = 0.0;
    const auto row = simulate::simulate(setup);
    const double gain = metric(row, "energy.kinetic_hil") - metric(row, "energy.kinetic_docking");
    EXPECT_NEAR(metric(row, "energy.observed"), gain, 2e-4 * gain);
  }
}

// A low-pass has an exact inverse: behind one, lead 2 with its lag gives the docking model's motion.
TEST(Compensator, LeadInvertsALowPassExactly) {
  for (const double total_delay : {0.2e-3, 1e-3, 5e-3}) {
    auto setup = continuous(total_delay);
    setup.force_sensor = {};
    setup.compensator = lead(2);
    const auto row = simulate::simulate(setup);
    ASSERT_EQ(row.outcome, Outcome::ok);
    EXPECT_NEAR(metric(row, "velocity.error_pct"), 0.0, 2e-5) << total_delay;
    EXPECT_NEAR(metric(row, "force.e_hint_pct"), 0.0, 2e-4) << total_delay;
    EXPECT_NEAR(metric(row, "penetration.e_hint_pct"), 0.0, 2e-4) << total_delay;
  }
}

void expect_the_bits_of_none(models::AxialSetup setup, const CompensatorSetup& compensator) {
  const auto none = simulate::simulate(setup);
  setup.compensator = compensator;
  const auto with = simulate::simulate(setup);
  ASSERT_EQ(none.outcome, Outcome::ok);
  for (std::size_t i = 0; i < metrics::kMetricCount; ++i)
    EXPECT_EQ(test::bits(none.values[i]), test::bits(with.values[i])) << metrics::catalogue()[i].name;
}

// A compensator of no lag is none, to the last bit, whatever the instruments are.
/// A sensor that pulls moves the command of a lead ahead by A2 B/m more: the run starts before that meets the target.
TEST(Compensator, StartsBeforeTheCommandOfABiasedForceTouches) {
  constexpr double kBias = -8e3;  // N
  auto setup = continuous(0.0);
  setup.compensator = lead(2);
  setup.force_sensor = {};
  setup.force_sensor.add(instruments::LowPassSetup{2.0 * std::numbers::pi * 100.0, 1.0});
  setup.force_sensor.add(instruments::BiasSetup{kBias});
  const auto lag = compensation::lags_of(setup.compensator, setup.actuator, setup.force_sensor).position;
  const double pull = lag.second * -kBias / models::reduced_mass(setup);
  const auto traced = simulate::simulate_traced(setup);
  const double start = traced.trace.groups.front().time.front() * setup.approach_velocity;
  EXPECT_LE(start + lag.first * setup.approach_velocity + pull, 1e-12);
}

TEST(Compensator, OfNoLagIsNone) {
  for (const CompensatorSetup& compensator : {CompensatorSetup{Position::lead, Force::none, 2, 0.0},
                                              CompensatorSetup{Position::polynomial, Force::none, 3, 0.0},
                                              CompensatorSetup{Position::none, Force::none, 1, 1e-3, 0.5}}) {
    expect_the_bits_of_none(test::bondoky_531(1e-3), compensator);
    expect_the_bits_of_none(epos(), compensator);
    auto noisy = test::bondoky_531(0.3e-3);
    noisy.actuator.add(instruments::NoiseSetup{0.2e-6, 0.0, 0.7, 20e-6});
    noisy.force_sensor.add(instruments::TransportDelaySetup{50e-6});
    expect_the_bits_of_none(noisy, compensator);
  }
}

// "chain" compensates what a time of the same lag would, to first order.
TEST(Compensator, TakesTheLagOfTheChain) {
  auto setup = continuous(1e-3);
  setup.compensator = lead(1);
  const auto by_chain = simulate::simulate(setup);
  setup.compensator.lag = 372.2817e-6;
  const auto by_time = simulate::simulate(setup);
  EXPECT_NEAR(metric(by_chain, "velocity.after_hil"), metric(by_time, "velocity.after_hil"), 1e-7);
}

// Every method that uses a lag errs like a testbed of the lag that is left: exp(pi x delta/2) - 1.
TEST(Compensator, ALagHeldWronglyIsLeftOver) {
  models::AxialSetup setup;
  setup.chaser_mass = setup.target_mass = 126.0;
  setup.approach_velocity = 0.02;
  setup.contact = {.law = contact::Law::hertz, .stiffness = 1000.0, .exponent = 1.0};
  setup.actuator.add(instruments::LowPassSetup{2.0 * 0.7 / 16e-3, 0.7});
  const double x = 16e-3 * std::sqrt(1000.0 / 63.0);
  for (const double error : {-0.2, -0.1, 0.1, 0.2}) {
    setup.compensator = lead(2);
    setup.compensator.lag_error = error;
    const auto row = simulate::simulate(setup);
    ASSERT_EQ(row.outcome, Outcome::ok);
    EXPECT_NEAR(metric(row, "velocity.error_pct"), 100.0 * std::expm1(-0.5 * std::numbers::pi * x * error),
                0.1);
  }
}

// Three solvers that share neither method nor step control.
TEST(Compensator, SolversAgree) {
  for (const CompensatorSetup& compensator :
       {lead(1), lead(2), polynomial(2), predictor(-0.2), CompensatorSetup{Position::lead, Force::lead, 1},
        of_force(Force::secant), of_force(Force::damper)}) {
    auto setup = continuous(1e-3);
    setup.actuator.add(instruments::TransportDelaySetup{0.1e-3});
    setup.compensator = compensator;
    const auto fixed = simulate::simulate(setup);
    ASSERT_EQ(fixed.outcome, Outcome::ok);
    for (const auto solver : {models::Solver::dopri5, models::Solver::reference}) {
      setup.solver = solver;
      const auto other = simulate::simulate(setup);
      ASSERT_EQ(other.outcome, Outcome::ok);
      for (const char* name : {"velocity.after_hil", "force.peak_hil", "contact.duration_hil"})
        EXPECT_NEAR(metric(other, name), metric(fixed, name), 2e-4 * std::abs(metric(fixed, name))) << name;
    }
  }
}

/// A spring behind a delay, with an ideal sensor.
models::AxialSetup late_spring(double delay) {
  models::AxialSetup setup;
  setup.chaser_mass = setup.target_mass = 126.0;
  setup.approach_velocity = 0.02;
  setup.contact = {.law = contact::Law::hertz, .stiffness = 1000.0, .exponent = 1.0};
  setup.actuator.add(instruments::TransportDelaySetup{delay});
  return setup;
}

// Behind a delay a prediction with the right model is what the bodies do, however long the delay.
TEST(Compensator, PredictorWithTheRightModelIsExactBehindADelay) {
  for (const double delay : {20e-3, 100e-3}) {
    auto setup = late_spring(delay);
    setup.compensator = predictor(0.0);
    const auto row = simulate::simulate(setup);
    ASSERT_EQ(row.outcome, Outcome::ok);
    EXPECT_NEAR(metric(row, "velocity.error_pct"), 0.0, 0.05) << delay;
    EXPECT_NEAR(metric(row, "force.e_hint_pct"), 0.0, 0.05) << delay;
  }
}

// A passive testbed: an elastic contact gives back what it took and no more, with any delay and every solver.
TEST(Compensator, PassivityKeepsTheEnergy) {
  for (const double delay : {5e-3, 20e-3, 60e-3})
    for (const auto solver : {models::Solver::rk4, models::Solver::dopri5, models::Solver::reference}) {
      auto setup = late_spring(delay);
      setup.solver = solver;
      setup.compensator = of_force(Force::passivity);
      const auto row = simulate::simulate(setup);
      ASSERT_EQ(row.outcome, Outcome::ok);
      EXPECT_NEAR(metric(row, "restitution.hil"), 1.0, 1e-3) << delay;
    }
}

// A delay acts like a damping of -k tau, which a damper gives back, by that number or as the observer finds it; secant
// scales the late force up to the bodies'.
TEST(Compensator, DamperAndSecantMendTheVelocity) {
  auto setup = late_spring(5e-3);
  const double none = metric(simulate::simulate(setup), "velocity.error_pct");
  CompensatorSetup by_lag = of_force(Force::damper), by_observer = by_lag;
  by_lag.damping = 1000.0 * 5e-3;
  by_observer.damping = compensation::kByObserver;
  for (const auto& compensator : {by_lag, by_observer, of_force(Force::secant)}) {
    setup.compensator = compensator;
    const auto row = simulate::simulate(setup);
    ASSERT_EQ(row.outcome, Outcome::ok);
    EXPECT_LT(std::abs(metric(row, "velocity.error_pct")), 0.3 * none);
  }
}

// With low-passes alone it is designed on a model of its own, which has to find what the whole one does.
TEST(Compensation, ADamperIsDesignedForEveryLawOfTheTestbed) {
  for (const auto law : {contact::Law::hertz, contact::Law::flores, contact::Law::kelvin_voigt,
                         contact::Law::kelvin_voigt_tensile})
    for (const double total_delay : {0.2e-3, 1e-3, 3e-3})
      for (const double sensor : {1e3, 10e3}) {
        auto setup = continuous(total_delay);
        test::low_pass(setup.force_sensor).natural_frequency = 2.0 * std::numbers::pi * sensor;
        setup.contact.law = law;
        setup.contact.damping_number = contact::damping_number(law, 0.6);
        if (contact::kLaws[static_cast<std::size_t>(law)].damping == contact::Damping::viscosity) {
          setup.contact.exponent = 1.0;
          setup.contact.stiffness = 3e7;
          setup.contact.viscosity = 4e3;
        }
        setup.compensator = of_force(Force::damper);
        const auto row = simulate::simulate(setup);
        ASSERT_EQ(row.outcome, Outcome::ok);
        EXPECT_NEAR(metric(row, "restitution.hil"), metric(row, "restitution.docking"), 1e-5)
            << contact::kLaws[static_cast<std::size_t>(law)].name << " " << total_delay << " " << sensor;
      }
}

// A damper designed on the restitution gives it, where the computer knows the testbed and the contact.
TEST(Damper, GivesTheWantedRestitution) {
  std::vector<models::AxialSetup> setups{continuous(1e-3), continuous(0.2e-3), late_spring(5e-3), epos(),
                                         epos_by_rate()};
  for (auto& setup : setups) {
    const double rate = setup.compensator.rate;
    setup.compensator = of_force(Force::damper);
    setup.compensator.rate = rate;
    const auto row = simulate::simulate(setup);
    ASSERT_EQ(row.outcome, Outcome::ok);
    EXPECT_NEAR(metric(row, "velocity.error_pct"), 0.0, 1e-3) << &setup - setups.data();
  }
}

// Two ports see what the testbed adds, and take it: no energy is left over but what one sample's limit keeps.
TEST(Passivity, OfTwoPortsTakesWhatTheTestbedAdds) {
  for (const double delay : {5e-3, 16e-3}) {
    auto setup = late_spring(delay);
    setup.compensator = of_force(Force::passivity);
    setup.compensator.rate = 1000.0;
    setup.compensator.ports = 2;
    const auto two = simulate::simulate(setup);
    ASSERT_EQ(two.outcome, Outcome::ok);
    const double energy = metric(two, "energy.kinetic_docking");
    EXPECT_LE(metric(two, "energy.observed"), 1e-2 * energy) << delay;
  }
}

// What a damped contact takes is no energy of the testbed: one port gives it back to the bodies, two do not.
TEST(Passivity, OfTwoPortsLeavesADampedContactWhatItTakes) {
  auto setup = late_spring(16e-3);
  setup.contact.law = contact::Law::kelvin_voigt;
  setup.contact.viscosity = 60.0;
  setup.compensator = of_force(Force::passivity);
  setup.compensator.rate = 4000.0;
  EXPECT_GT(metric(simulate::simulate(setup), "velocity.error_pct"), 10.0);
  setup.compensator.ports = 2;
  EXPECT_NEAR(metric(simulate::simulate(setup), "velocity.error_pct"), 0.0, 0.5);
}

}  // namespace
}  // namespace hilspace
