// Laws of hybrid contacts: what a real spring and a computed force are together, behind a late testbed.

#include <array>
#include <cmath>
#include <numbers>

#include "hybrid/shares.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"
#include "support/bits.hpp"

namespace hilspace {
namespace {

using hybrid::Source;
using test::metric;

/// EPOS: 63 kg against a real spring of 1000 N/m, wanted with 40 N s/m, behind a robot 16 ms late; the computed
/// force follows the measured place, another 16 ms late.
models::AxialSetup epos(double virtual_damping) {
  models::AxialSetup setup;
  setup.chaser_mass = setup.target_mass = 126.0;
  setup.approach_velocity = 0.02;
  setup.contact.law = contact::Law::kelvin_voigt;
  setup.contact.exponent = 1.0;
  setup.contact.stiffness = 1000.0;
  setup.contact.viscosity = 40.0;
  setup.actuator.add(instruments::TransportDelaySetup{16e-3});
  setup.hybrid.is_real = setup.hybrid.is_computed = true;
  setup.hybrid.real_stiffness = 1000.0;
  setup.hybrid.virtual_damping = virtual_damping;
  setup.hybrid.measurement_delay = 16e-3;
  return setup;
}

double corrected(const models::AxialSetup& setup) {
  return hybrid::corrected_damping({setup.contact.stiffness, setup.contact.viscosity}, setup.hybrid,
                                   hybrid::lags_of(setup.hybrid, setup.actuator, setup.force_sensor));
}

void expect(const models::AxialSetup& setup, double restitution, double peak) {
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_NEAR(metric(row, "restitution.hil"), restitution, 2e-4);
  EXPECT_NEAR(metric(row, "force.peak_hil"), peak, 1e-3);
}

// A contact that never pulls comes back exp(-2 zeta acos(zeta)/sqrt(1 - zeta^2)) times as fast.
TEST(HybridContact, WantedIsTheDockingModel) {
  const auto row = simulate::simulate(epos(40.0));
  const double zeta = 40.0 / (2.0 * std::sqrt(1000.0 * 63.0));
  const double wanted = std::exp(-2.0 * zeta * std::acos(zeta) / std::sqrt(1.0 - zeta * zeta));
  EXPECT_NEAR(metric(row, "restitution.docking"), wanted, 1e-6);
  EXPECT_NEAR(wanted, 0.7879, 5e-5);
  EXPECT_NEAR(metric(row, "force.peak_docking"), 4.513, 1e-3);
}

TEST(HybridContact, FilledDampingIsTooLittleBehindARobot) { expect(epos(40.0), 0.8810, 4.8215); }

TEST(HybridContact, CorrectedDampingIsRightToFirstOrder) {
  auto setup = epos(0.0);
  EXPECT_NEAR(corrected(setup), 56.0, 1e-12);
  setup.hybrid.virtual_damping = corrected(setup);
  expect(setup, 0.8090, 4.6982);
}

// Where the samples fall within the contact is chance: the figure of 0.8202, corrected for the delays alone, lies in
// the band over the phases. Half a period of each hold is a lag, too, and its correction brings it nearer to 0.7879.
TEST(HybridContact, HoldsAreALag) {
  auto setup = epos(56.0);
  setup.actuator = {};
  setup.actuator.add(instruments::SampleHoldSetup{250.0});
  setup.actuator.add(instruments::TransportDelaySetup{16e-3});
  setup.force_sensor.add(instruments::SampleHoldSetup{1000.0});
  double low = 1e9, high = 0.0;
  for (int i = 0; i < 8; ++i) {
    std::get<instruments::SampleHoldSetup>(setup.actuator.stages[0]).phase = i / 8.0;
    const double ratio = metric(simulate::simulate(setup), "restitution.hil");
    low = std::min(low, ratio);
    high = std::max(high, ratio);
  }
  EXPECT_LT(low, 0.8202);
  EXPECT_GT(high, 0.8202);
  EXPECT_LT(high - low, 0.005);
  EXPECT_NEAR(corrected(setup), 40.0 + 1000.0 * (16e-3 + 2e-3 + 0.5e-3), 1e-9);
  setup.hybrid.virtual_damping = corrected(setup);
  EXPECT_NEAR(metric(simulate::simulate(setup), "restitution.hil"), 0.8100, 0.003);
}

/// All of the contact is computed.
models::AxialSetup computed_alone(Source source) {
  auto setup = epos(40.0);
  setup.hybrid.is_real = false;
  setup.hybrid.real_stiffness = 0.0;
  setup.hybrid.virtual_stiffness = 1000.0;
  setup.hybrid.source = source;
  setup.hybrid.measurement_delay = 0.0;
  return setup;
}

// What follows the command is not late, however late the robot is; what follows the robot is, as the contact itself.
TEST(HybridContact, OfTheCommandIsNotLate) {
  EXPECT_NEAR(metric(simulate::simulate(computed_alone(Source::commanded)), "velocity.error_pct"), 0.0, 1e-6);
  const auto late = simulate::simulate(computed_alone(Source::actual));
  auto real = computed_alone(Source::actual);
  real.hybrid = {};
  EXPECT_GT(metric(late, "velocity.error_pct"), 5.0);
  EXPECT_NEAR(metric(late, "velocity.after_hil") / metric(simulate::simulate(real), "velocity.after_hil"),
              1.0, 1e-6);
}

// The computer that holds its force for T is late by T/2.
TEST(HybridContact, HeldIsLateByHalfAPeriod) {
  auto held = computed_alone(Source::measured), late = held;
  held.actuator = late.actuator = {};
  held.hybrid.rate = 100.0;
  late.hybrid.measurement_delay = 5e-3;
  const double error = metric(simulate::simulate(late), "velocity.error_pct");
  EXPECT_GT(error, 2.0);
  EXPECT_NEAR(metric(simulate::simulate(held), "velocity.error_pct") / error, 1.0, 0.15);
}

// Without delays the parts are the whole: computed alone bit for bit, together with a real spring to rounding.
TEST(HybridContact, WithoutDelayIsTheWantedContact) {
  for (const auto law : {contact::Law::kelvin_voigt, contact::Law::kelvin_voigt_tensile})
    for (const auto source : {Source::commanded, Source::actual, Source::measured}) {
      auto setup = epos(40.0);
      setup.contact.law = law;
      setup.actuator = {};
      setup.hybrid.measurement_delay = 0.0;
      setup.hybrid.source = source;
      setup.hybrid.is_real = false;
      setup.hybrid.real_stiffness = 0.0;
      setup.hybrid.virtual_stiffness = 1000.0;
      auto row = simulate::simulate(setup);
      ASSERT_EQ(row.outcome, Outcome::ok);
      EXPECT_EQ(test::bits(metric(row, "velocity.after_hil")),
                test::bits(metric(row, "velocity.after_docking")));
      EXPECT_EQ(metric(row, "force.e_imax"), 0.0);
      EXPECT_EQ(metric(row, "contact_force.e_imax"), 0.0);

      setup.hybrid.is_real = true;
      for (const double real : {300.0, 1000.0, 4000.0}) {  // the last one stiffer than what is wanted
        setup.hybrid.real_stiffness = real;
        setup.hybrid.real_damping = 15.0;
        setup.hybrid.virtual_stiffness = 1000.0 - real;
        setup.hybrid.virtual_damping = 25.0;
        row = simulate::simulate(setup);
        ASSERT_EQ(row.outcome, Outcome::ok);
        EXPECT_NEAR(metric(row, "restitution.hil"), metric(row, "restitution.docking"), 1e-9) << real;
      }
    }
}

// A lossless spring behind a late robot gives what the observer sees: 3.037 mJ. Force and rate have to be of one
// instant: with the measured rate, another 16 ms late, it reads too much.
TEST(HybridContact, ObserverSeesWhatALosslessSpringGives) {
  auto setup = epos(0.0);
  setup.approach_velocity = 0.021;
  setup.contact.stiffness = setup.hybrid.real_stiffness = 977.0;
  setup.contact.viscosity = 0.0;
  const auto row = simulate::simulate(setup);
  const double gain = metric(row, "energy.kinetic_hil") - metric(row, "energy.kinetic_docking");
  EXPECT_NEAR(gain, 3.037e-3, 1e-6);
  EXPECT_NEAR(metric(row, "energy.observed"), gain, 1e-6);
  EXPECT_GT(metric(row, "energy.observed_late_error"), 0.5 * gain);
  setup.hybrid.measurement_delay = 0.0;
  EXPECT_NEAR(metric(simulate::simulate(setup), "energy.observed_late_error"), 0.0, 1e-6);
}

// The rebound passes 1 where the envelope begins, as far as half an oscillation shows it.
TEST(HybridContact, EnvelopeIsThatOfTheTestbed) {
  auto setup = epos(0.0);
  setup.contact.law = contact::Law::kelvin_voigt_tensile;
  const auto row = simulate::simulate(setup);
  EXPECT_NEAR(metric(row, "virtual.damping_min"), 16.12, 5e-3);
  EXPECT_NEAR(metric(row, "virtual.damping_max"), 3069.0, 0.6);
  EXPECT_GT(metric(row, "virtual.stiffness_max"), 30e3);
  const auto rebound = [&](double damping) {
    setup.hybrid.virtual_damping = damping;
    return metric(simulate::simulate(setup), "restitution.hil");
  };
  EXPECT_GT(rebound(0.95 * 16.12), 1.0);
  EXPECT_LT(rebound(1.05 * 16.12), 1.0);
}

// The 1D test (Zebenay et al., table 2): stiffness, speed, damping and the measured rebound of each.
struct Measured {
  double stiffness, velocity, damping, ratio;
};
constexpr std::array kTable2{Measured{977.0, 21e-3, 0.0, 1.11},   Measured{1020.0, 18.5e-3, 20.0, 1.08},
                             Measured{975.0, 18e-3, 30.0, 1.00},  Measured{1050.0, 17.5e-3, 40.0, 0.97},
                             Measured{1030.0, 20e-3, 70.0, 0.85}, Measured{1040.0, 20e-3, 90.0, 0.75},
                             Measured{822.0, 21e-3, 100.0, 0.71}};

/// One of them; with `held` as documented, at 250 Hz and 1 kHz.
double rebound(const Measured& its, bool held, double robot_delay = 16e-3) {
  auto setup = epos(its.damping);
  setup.contact.stiffness = setup.hybrid.real_stiffness = its.stiffness;
  setup.contact.viscosity = its.damping;
  setup.approach_velocity = its.velocity;
  setup.actuator = {};
  if (held) setup.actuator.add(instruments::SampleHoldSetup{250.0});
  setup.actuator.add(instruments::TransportDelaySetup{robot_delay});
  if (held) setup.force_sensor.add(instruments::SampleHoldSetup{1000.0});
  return metric(simulate::simulate(setup), "restitution.hil");
}

// The documented wiring misses what was measured by a root mean square of 0.068, always downwards where there is damping.
// Printed mean and deviation of the stiffness, 1066 and 118, are not those of the listed values.
TEST(HybridContact, DocumentedWiringIsNotWhatWasMeasured) {
  double squares = 0.0, sum = 0.0, spread = 0.0;
  for (const auto& its : kTable2) {
    const double off = rebound(its, true) - its.ratio;
    EXPECT_LT(off, its.damping > 0.0 ? -0.04 : 0.04) << its.damping;
    squares += off * off;
    sum += its.stiffness;
  }
  EXPECT_NEAR(std::sqrt(squares / kTable2.size()), 0.068, 1e-3);
  const double mean = sum / kTable2.size();
  for (const auto& its : kTable2) spread += (its.stiffness - mean) * (its.stiffness - mean);
  EXPECT_NEAR(mean, 987.7, 0.05);
  EXPECT_NEAR(std::sqrt(spread / (kTable2.size() - 1)), 78.7, 0.05);
}

// The test without damping alone takes a delay of 16.9 ms.
TEST(HybridContact, UndampedTestIsThatOfADelay) {
  EXPECT_LT(rebound(kTable2[0], false, 16.8e-3), 1.11);
  EXPECT_NEAR(rebound(kTable2[0], false, 16.9e-3), 1.11, 1e-4);
  EXPECT_GT(rebound(kTable2[0], false, 17.0e-3), 1.11);
}

// With the damper alone another 16 ms late 18 N s/m are neutral, not 30: 17.2 for delays, 19.7 with the holds.
TEST(HybridContact, NeutralDampingOfALateDamperIsNot30) {
  Measured its{1000.0, 20e-3, 17.2, 1.0};
  EXPECT_NEAR(rebound(its, false), 1.0, 1e-4);
  its.damping = 19.7;
  EXPECT_NEAR(rebound(its, true), 1.0, 5e-3);
  its.damping = 30.0;
  EXPECT_LT(rebound(its, true), 0.95);
}

// The solvers share models, not steps.
TEST(HybridContact, SolversAgree) {
  auto setup = epos(56.0);
  setup.hybrid.virtual_stiffness = 500.0;
  setup.contact.stiffness = 1500.0;
  const double fixed = metric(simulate::simulate(setup), "restitution.hil");
  for (const auto solver : {models::Solver::dopri5, models::Solver::reference}) {
    setup.solver = solver;
    EXPECT_NEAR(metric(simulate::simulate(setup), "restitution.hil"), fixed, 1e-6);
  }
}

// Lanes take scenarios of one form together, whatever their numbers.
TEST(HybridContact, LanesGiveTheBitsOfSingles) {
  std::vector<models::AxialSetup> setups;
  for (int i = 0; i < 12; ++i) {
    auto setup = epos(20.0 + 5.0 * i);
    setup.hybrid.source = static_cast<Source>(i % 3);
    setup.hybrid.virtual_stiffness = 50.0 * i - 200.0;
    if (i % 2 == 0) setup.contact.law = contact::Law::kelvin_voigt_tensile;
    if (i > 8) setup.hybrid.rate = 250.0;
    if (i % 4 == 3) setup.compensator.position = compensation::Position::polynomial;
    setups.push_back(setup);
  }
  std::vector<metrics::Row> rows(setups.size());
  ASSERT_TRUE(simulate::simulate_lanes(setups, rows));
  for (std::size_t i = 0; i < setups.size(); ++i) {
    const auto single = simulate::simulate(setups[i]);
    ASSERT_EQ(rows[i].outcome, single.outcome) << i;
    for (std::size_t k = 0; k < single.values.size(); ++k)
      EXPECT_EQ(test::bits(rows[i].values[k]), test::bits(single.values[k])) << i << ' ' << k;
  }
}

}  // namespace
}  // namespace hilspace
