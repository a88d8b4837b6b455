// Laws of the HIL model: docking plus instruments, published results, an independent solver.

#include <cmath>

#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"
#include "support/bits.hpp"
#include "support/plain_solver.hpp"

namespace hilspace {
namespace {

using test::bits;
using test::bondoky_531;
using test::impact;
using test::instrument;
using test::low_pass;
using test::metric;
using test::quantizer;

// HIL is docking plus instruments; without instruments it equals docking to the last bit, in separate runs.
TEST(HilModel, PerfectInstrumentsReproduceDocking) {
  for (const double restitution : {0.05, 0.5, 0.8, 1.0}) {
    const auto row =
        simulate::simulate(impact(30, 75, 0.1, "polyimide", "aluminium", contact::Law::flores, restitution));
    ASSERT_EQ(row.outcome, Outcome::ok);
    const auto catalogue = metrics::catalogue();
    for (const auto& entry : catalogue) {
      const std::string name(entry.name);
      if (!name.ends_with("_docking") && name != "restitution.docking") continue;
      const std::string twin = name.substr(0, name.size() - 7) + "hil";
      EXPECT_EQ(bits(metric(row, name)), bits(metric(row, twin))) << name;
    }
    for (const char* error : {"force.e_imax", "force.e_imax_pct", "force.e_abs_pct", "force.e_hint_pct",
                              "penetration.e_aint_pct", "velocity.error", "contact.duration_error"})
      EXPECT_EQ(metric(row, error), 0.0) << error;
  }
}

struct PublishedErrors {
  double delay;  // s
  double force, force_pct, force_integral, penetration, penetration_pct, penetration_integral, velocity,
      velocity_pct;
};

// Bondoky, Table 5.2, recomputed (docs/theory.md lists the deviations of the published values): 0.5 % or 0.5
// points. The penetration's percentage does not converge and gets 4 %.
TEST(HilModel, ReproducesThePublishedErrorsOverTheActuatorDelay) {
  for (const PublishedErrors& is :
       {PublishedErrors{0.2e-3, 162.6, 11.4, 9.86, 9.04e-6, 7.42, 5.85, -0.0082, 10.38},
        PublishedErrors{1.0e-3, 807.4, 67.8, 47.65, 47.41e-6, 46.66, 32.58, -0.0414, 52.53}}) {
    const auto row = simulate::simulate(bondoky_531(is.delay));
    ASSERT_EQ(row.outcome, Outcome::ok);
    EXPECT_NEAR(metric(row, "force.e_imax"), is.force, 0.005 * is.force);
    EXPECT_NEAR(metric(row, "force.e_imax_pct"), is.force_pct, 0.5);
    EXPECT_NEAR(metric(row, "force.e_hint_pct"), is.force_integral, 0.5);
    EXPECT_NEAR(metric(row, "penetration.e_imax"), is.penetration, 0.005 * is.penetration);
    EXPECT_NEAR(metric(row, "penetration.e_imax_pct"), is.penetration_pct, 0.04 * is.penetration_pct);
    EXPECT_NEAR(metric(row, "penetration.e_hint_pct"), is.penetration_integral, 0.5);
    EXPECT_NEAR(metric(row, "velocity.error"), is.velocity, 0.00005);
    EXPECT_NEAR(metric(row, "velocity.error_pct"), is.velocity_pct, 0.02);
    EXPECT_NEAR(metric(row, "force.peak_docking"), 1589.7, 0.05);
    EXPECT_NEAR(metric(row, "contact.duration_docking"), 4.670e-3, 0.5e-6);
  }
}

test::PlainCase plain_case(models::AxialSetup s) {
  return {s.chaser_mass,
          s.target_mass,
          s.approach_velocity,
          s.contact.stiffness,
          s.contact.damping_number,
          low_pass(s.actuator).natural_frequency,
          low_pass(s.actuator).damping,
          quantizer(s.actuator).resolution,
          low_pass(s.force_sensor).natural_frequency,
          low_pass(s.force_sensor).damping,
          quantizer(s.force_sensor).resolution};
}

class AgainstPlainSolver : public testing::TestWithParam<models::AxialSetup> {};

// The plain solver uses steps of 0.05 us: sampled quantities (peaks, durations) are accurate to a step of the
// fastest signal, smooth ones to about 1e-4.
TEST_P(AgainstPlainSolver, Agrees) {
  auto s = GetParam();
  const test::PlainResult plain = test::plain_simulation(plain_case(s), 5e-8);
  const auto row = simulate::simulate(s);
  ASSERT_EQ(row.outcome, Outcome::ok);
  const auto close = [&](const char* name, double expected, double share, double floor) {
    EXPECT_NEAR(metric(row, name), expected, share * std::abs(expected) + floor) << name;
  };
  close("force.peak_docking", plain.force_peak_docking, 1e-4, 0.0);
  close("penetration.peak_docking", plain.penetration_peak_docking, 1e-4, 0.0);
  close("contact.duration_docking", plain.duration_docking, 1e-4, 1e-7);
  close("velocity.after_docking", plain.velocity_docking, 1e-4, 0.0);
  close("force.peak_hil", plain.force_peak_hil, 1e-3, quantizer(s.force_sensor).resolution);
  close("penetration.peak_hil", plain.penetration_peak_hil, 5e-4, 0.0);
  close("contact.duration_hil", plain.duration_hil, 3e-4, 1e-7);
  close("velocity.after_hil", plain.velocity_hil, 2e-4, 0.0);
  close("force.e_imax", plain.force_e_imax, 2e-3, 0.2 * quantizer(s.force_sensor).resolution);
  close("penetration.e_imax", plain.penetration_e_imax, 2e-3, 1e-8);
  close("force.e_hint_pct", plain.force_e_hint_pct, 2e-3, 0.002);
  close("penetration.e_hint_pct", plain.penetration_e_hint_pct, 2e-3, 0.002);
}

std::vector<models::AxialSetup> assorted() {
  std::vector<models::AxialSetup> list;
  list.push_back(bondoky_531(0.2e-3));
  list.push_back(bondoky_531(1.2e-3));
  auto setup = bondoky_531(0.6e-3);  // no quantizers
  quantizer(setup.actuator).resolution = quantizer(setup.force_sensor).resolution = 0.0;
  list.push_back(setup);
  setup = bondoky_531(0.4e-3);  // coarse quantizers
  quantizer(setup.actuator).resolution = 10e-6;
  quantizer(setup.force_sensor).resolution = 100.0;
  list.push_back(setup);
  setup = bondoky_531(0.0);  // a slow sensor alone
  quantizer(setup.actuator).resolution = 0.0;
  setup.force_sensor = instrument(4.0 / 0.5e-3, 0.7, 0.1);
  list.push_back(setup);
  setup = bondoky_531(0.0);  // quantizers alone
  setup.force_sensor = instrument(0.0, 0.7, 1.0);
  list.push_back(setup);
  setup = impact(175, 375, 0.2, "aluminium", "aluminium", contact::Law::flores, 0.6);  // stiff
  setup.actuator = instrument(4.0 / 0.4e-3, 0.7, 1e-6);
  list.push_back(setup);
  setup = impact(10, 10, 0.05, "polyimide", "polyimide", contact::Law::hertz, 1.0);  // elastic, fine quantum
  setup.actuator = instrument(3000.0, 0.8, 0.1e-6);
  list.push_back(setup);
  setup = bondoky_531(0.3e-3);  // a quantum near the penetration
  quantizer(setup.actuator).resolution = 120e-6;
  list.push_back(setup);
  setup = bondoky_531(0.0);  // the same without a low-pass
  quantizer(setup.actuator).resolution = 60e-6;
  list.push_back(setup);
  setup = impact(30, 75, 0.1, "polyimide", "aluminium", contact::Law::flores, 0.05);  // strongly damped
  setup.actuator = instrument(4.0 / 0.3e-3, 0.7, 1e-6);
  list.push_back(setup);
  return list;
}
INSTANTIATE_TEST_SUITE_P(Assorted, AgainstPlainSolver, testing::ValuesIn(assorted()));

TEST(HilModel, DelayAddsEnergyToElasticContact) {
  double last = 0.0;
  for (const double delay : {0.1e-3, 0.2e-3, 0.4e-3, 0.8e-3}) {
    auto setup = impact(30, 75, 0.1, "polyimide", "aluminium", contact::Law::hertz, 1.0);
    low_pass(setup.actuator).natural_frequency = 4.0 / delay;
    const double gained = metric(simulate::simulate(setup), "energy.kinetic_error");
    EXPECT_GT(gained, last) << "delay " << delay;
    last = gained;
  }
}

TEST(HilModel, ErrorsVanishWithTheDelay) {
  double last = 1e9;
  for (const double delay : {1e-3, 1e-4, 1e-5, 1e-6}) {
    auto setup = impact(30, 75, 0.1, "polyimide", "aluminium", contact::Law::flores, 0.8);
    low_pass(setup.actuator).natural_frequency = 4.0 / delay;
    const double error = std::abs(metric(simulate::simulate(setup), "velocity.error_pct"));
    EXPECT_LT(error, 0.2 * last) << "delay " << delay;
    last = error;
  }
}

// Halving the step must not change a result by more than the stated accuracy, at any phase of the quantizer's
// crossings: a sweep of velocities shifts them through the grid.
TEST(HilModel, QuantizerCrossingsDoNotNeedLuck) {
  for (int i = 0; i < 40; ++i) {
    auto setup = bondoky_531(0.5e-3);
    setup.approach_velocity = 0.1 + 1e-4 * i;
    const auto row = simulate::simulate(setup), finer = simulate::simulate(simulate::finer(setup, 0));
    for (const char* name : {"velocity.after_hil", "contact.duration_hil", "penetration.e_imax",
                             "contact_force.peak_hil", "contact_force.e_imax", "penetration.e_hint_pct"}) {
      const double exact = metric(finer, name);
      EXPECT_NEAR(metric(row, name), exact, 2e-4 * std::abs(exact))
          << name << " at " << setup.approach_velocity;
    }
  }
}

// Alternative wirings must fail: with the sensor at 1e4 rad/s, or without quantizers, the numbers differ. So
// it is the wiring that reproduces the published results, not the tolerance.
TEST(HilModel, OtherWiringsGiveOtherNumbers) {
  struct Wrong {
    double delay, slow_sensor, bodies_rate, unquantised;  // s, N
  };
  for (const Wrong& is : {Wrong{0.2e-3, 392.0, 150.0, 156.4}, Wrong{1e-3, 1139.0, 652.0, 799.5}}) {
    auto slow_sensor = bondoky_531(is.delay);
    low_pass(slow_sensor.force_sensor).natural_frequency = 1e4;
    EXPECT_NEAR(metric(simulate::simulate(slow_sensor), "force.e_imax"), is.slow_sensor,
                0.002 * is.slow_sensor);
    auto unquantised = bondoky_531(is.delay);
    quantizer(unquantised.actuator).resolution = quantizer(unquantised.force_sensor).resolution = 0.0;
    EXPECT_NEAR(metric(simulate::simulate(unquantised), "force.e_imax"), is.unquantised,
                0.001 * is.unquantised);
    // A wiring that only the plain solver supports.
    auto plain = plain_case(bondoky_531(is.delay));
    plain.rate_of_bodies = true;
    EXPECT_NEAR(test::plain_simulation(plain, 5e-8).force_e_imax, is.bodies_rate, 0.005 * is.bodies_rate);
  }
}

}  // namespace
}  // namespace hilspace
