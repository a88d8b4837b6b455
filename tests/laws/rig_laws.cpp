// Laws of the rig's HIL model: docking in the limit of perfect hardware, the axial model in the limit of a
// fast computer, convergence, momentum.

#include <cmath>
#include <numeric>
#include <string>

#include "compensation/compensator.hpp"
#include "simulate/rig.hpp"
#include "support/axial_cases.hpp"
#include "support/rig_cases.hpp"

namespace hilspace {
namespace {

using test::metric;

// Without dead band and sensor dynamics only the actuator's lag and the sampling remain; the error scales
// with both.
TEST(RigModel, BecomesTheDockingModelAsItsComputerAndActuatorGetFaster) {
  const auto error = [](models::RigSetup setup, double rate) {
    setup.computer.rate = rate;
    setup.computer.force_threshold = 0.0;
    setup.plant.force_sensor = {};
    const auto row = simulate::simulate(setup);
    EXPECT_EQ(row.outcome, Outcome::ok);
    return std::abs(metric(row, "velocity.error_pct"));
  };
  const double slow = error(test::identified_rig_scenario<100000>(), 2e6);
  const double fast = error(test::identified_rig_scenario<400000>(), 8e6);
  EXPECT_LT(slow, 3.0);
  EXPECT_NEAR(fast, 0.25 * slow, 0.05 * slow);
}

// An actuator that controls itself, after settling, is the axial model's low-pass; the only difference left
// is the hold of the computer's output.
TEST(RigModel, BecomesTheAxialModelAsItsComputerGetsFaster) {
  models::AxialSetup axial = test::impact(35, 35, 0.05, "aluminium_6060", "peek", contact::Law::flores, 0.8);
  axial.actuator = test::instrument(3000.0, 0.8, 0.0);
  axial.force_sensor = test::instrument(2.0 * std::numbers::pi * 1e3, 0.707, 0.0);
  const auto limit = simulate::simulate(axial);
  std::array<double, 2> off{};
  for (std::size_t k = 0; k < 2; ++k) {
    models::RigSetup setup = test::identified_rig_scenario<3000>();
    setup.computer.rate = std::array{75e3, 750e3}[k];
    setup.computer.force_threshold = 0.0;
    setup.computer.command_max = 10.0;                      // of any stroke
    setup.computer.air_gap = setup.plant.air_gap = 500e-6;  // the ramp has settled when they touch
    const auto row = simulate::simulate(setup);
    off[k] = metric(row, "contact_force.peak_hil") / metric(limit, "contact_force.peak_hil") - 1.0;
    EXPECT_NEAR(metric(row, "contact_force.peak_docking"), metric(limit, "contact_force.peak_docking"), 1e-3);
  }
  EXPECT_LT(std::abs(off[0]), 0.02);
  EXPECT_NEAR(off[1], 0.1 * off[0], 0.03 * std::abs(off[0]));
}

TEST(RigModel, ConvergesAsItsStepsGetFiner) {
  const models::RigSetup setup = test::rig_scenario();
  models::RigSetup finest = simulate::finer(simulate::finer(setup, 0), 0);
  const auto limit = simulate::simulate(finest);
  const auto coarse = simulate::simulate(setup), fine = simulate::simulate(simulate::finer(setup, 0));
  for (const char* name : {"contact_force.peak_hil", "penetration.peak_hil", "velocity.after_hil"}) {
    const double is = metric(limit, name);
    EXPECT_LT(std::abs(metric(fine, name) - is), 1e-4 * std::abs(is)) << name;
    EXPECT_LT(std::abs(metric(coarse, name) - is), 1e-3 * std::abs(is)) << name;
  }
}

// The bodies' change of momentum equals the impulse of the force on them, sample by sample.
TEST(RigModel, KeepsTheMomentumOfItsBodies) {
  const auto traced = simulate::simulate_traced(test::rig_scenario());
  const auto& hil = traced.trace.groups.back();
  const auto channel = [&](std::string_view name) -> const std::vector<double>& {
    for (const auto& each : hil.channels)
      if (each.name == name) return each.values;
    throw std::invalid_argument("no such channel");
  };
  const auto &force = channel("force"), &velocity = channel("velocity");
  double impulse = 0.0;
  for (std::size_t k = 1; k < force.size(); ++k)
    impulse += 0.5 * (force[k - 1] + force[k]) * (hil.time[k] - hil.time[k - 1]);
  EXPECT_NEAR(impulse, 17.5 * (velocity.front() - velocity.back()), 1e-6 * impulse);
}

// A compliant actuator and frame prolong the contact.
TEST(RigModel, StaysInContactLongerWhereItGivesWay) {
  models::RigSetup setup = test::rig_scenario();
  const double stiff = metric(simulate::simulate(setup), "contact.duration_hil");
  setup.plant.compliance = 1.0 / 20e6;
  const double soft = metric(simulate::simulate(setup), "contact.duration_hil");
  setup.plant.frame_compliance = 1.0 / 20e6;
  EXPECT_GT(soft, 1.05 * stiff);
  EXPECT_GT(metric(simulate::simulate(setup), "contact.duration_hil"), soft);
}

TEST(RigModel, SaysSoWhenItTakesTooLong) {
  models::RigSetup setup = test::rig_scenario();
  setup.time_limit = 1e-3;
  EXPECT_EQ(simulate::simulate(setup).outcome, Outcome::time_limit);
}

/// The identified rig with a compensator in its computer, and the axial model with the same chains, whose holds are
/// the computer's. The axial model samples at multiples of the period, and so does the rig when its approach is one.
struct Twins {
  models::RigSetup rig;
  models::AxialSetup axial;
};
Twins twins(const compensation::CompensatorSetup& compensator, double rate) {
  Twins its;
  its.axial = test::impact(35, 35, 0.05, "aluminium_6060", "peek", contact::Law::flores, 0.8);
  its.axial.actuator = its.axial.force_sensor = {};
  its.axial.actuator.add(instruments::LowPassSetup{3000.0, 0.8});
  its.axial.force_sensor.add(instruments::LowPassSetup{2.0 * std::numbers::pi * 1e3, 0.707});
  its.axial.compensator = compensator;
  its.axial.compensator.rate = rate;
  its.rig = test::identified_rig_scenario<3000>();
  its.rig.computer.rate = rate;
  its.rig.computer.force_threshold = 0.0;
  its.rig.computer.command_max = 10.0;
  auto& compensation = its.rig.computer.compensation;
  compensation = {compensator, its.axial.actuator, its.axial.force_sensor, its.axial.contact};
  // What the computer takes for a force does not pull: the detection, at its least.
  its.axial.force_sensor.add(instruments::DeadBandSetup{1e-6});
  // An approach of whole samples, long enough for the ramp to settle.
  const double period = 1.0 / rate;
  double ahead = 0.0;
  if (compensator.position != compensation::Position::none) {
    auto with_rate = its.axial.compensator;
    ahead = compensation::lags_of(with_rate, its.axial.actuator, its.axial.force_sensor).position.first;
  }
  const double approach = std::round(12e-3 / period) * period;
  its.rig.computer.air_gap = its.rig.plant.air_gap = 0.05 * (approach - ahead);
  return its;
}

// What was studied is what the rig runs: the same compensator, sample by sample, gives the axial model's impact.
TEST(RigModel, CompensatesAsTheAxialModelDoes) {
  using compensation::Force, compensation::Position;
  struct Case {
    compensation::CompensatorSetup setup;
    double velocity, peak;  // allowed difference, points and share
  };
  compensation::CompensatorSetup number{Position::none, Force::damper};
  number.damping = 800.0;
  compensation::CompensatorSetup observer{Position::none, Force::damper};
  observer.damping = compensation::kByObserver;
  compensation::CompensatorSetup two_ports{Position::none, Force::passivity};
  two_ports.ports = 2;
  for (const Case& its : {
           Case{{}, 0.8, 1e-3},
           Case{two_ports, 2.0, 2.5e-2},
           Case{{Position::lead, Force::none, 1}, 0.4, 4e-3},
           Case{{Position::lead, Force::none, 2}, 0.4, 4e-3},
           Case{{Position::polynomial, Force::none, 1}, 0.4, 4e-3},
           Case{{Position::polynomial, Force::none, 3}, 0.4, 4e-3},
           Case{{Position::predictor, Force::none}, 0.4, 4e-3},
           Case{{Position::ats, Force::none}, 15.0, 0.2},
           Case{number, 0.8, 1e-3},
           Case{observer, 3.0, 5e-3},
           Case{{Position::none, Force::passivity}, 0.2, 2e-4},
           Case{{Position::none, Force::smith}, 0.2, 1e-3},
           Case{{Position::lead, Force::lead, 2}, 0.5, 3e-3},
           Case{{Position::none, Force::secant}, 0.5, 5e-3},
       }) {
    const auto [rig, axial] = twins(its.setup, 75e3);
    const auto is = simulate::simulate(rig);
    const auto wanted = simulate::simulate(axial);
    SCOPED_TRACE(std::string(compensation::kPositions[static_cast<std::size_t>(its.setup.position)].name) +
                 "/" + std::string(compensation::kForces[static_cast<std::size_t>(its.setup.force)].name));
    ASSERT_EQ(is.outcome, Outcome::ok);
    ASSERT_EQ(wanted.outcome, Outcome::ok);
    EXPECT_NEAR(metric(is, "velocity.error_pct"), metric(wanted, "velocity.error_pct"), its.velocity);
    const double peak = metric(wanted, "contact_force.peak_hil");
    EXPECT_NEAR(metric(is, "contact_force.peak_hil"), peak, its.peak * peak);
  }
}

// The published rig's own chain: the error of tens of percent falls to a few.
TEST(RigModel, IsNearlyRightWithALeadOfSecondOrder) {
  auto setup = test::rig_scenario();
  const double plain = metric(simulate::simulate(setup), "velocity.error_pct");
  EXPECT_GT(plain, 20.0);
  auto& compensation = setup.computer.compensation;
  compensation.compensator = {compensation::Position::lead, compensation::Force::none, 2};
  compensation.actuator.add(instruments::LowPassSetup{3000.0, 0.8});
  compensation.force_sensor.add(instruments::LowPassSetup{2.0 * std::numbers::pi * 1e3, 0.707});
  compensation.contact = setup.plant.contact;
  const auto row = simulate::simulate(setup);
  EXPECT_EQ(row.outcome, Outcome::ok);
  EXPECT_LT(std::abs(metric(row, "velocity.error_pct")), 0.2 * plain);
}

}  // namespace
}  // namespace hilspace
