#include "models/rig_compensator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "models/rig_computer.hpp"
#include "support/allocations.hpp"
#include "support/rig_cases.hpp"

namespace hilspace::models {
namespace {

using compensation::CompensatorSetup, compensation::Force, compensation::Position;

RigComputerSetup computer_with(const CompensatorSetup& compensator) {
  auto scenario = test::identified_rig_scenario<3000>();
  scenario.computer.compensation.compensator = compensator;
  scenario.computer.compensation.actuator.add(instruments::LowPassSetup{3000.0, 0.8});
  scenario.computer.compensation.force_sensor.add(instruments::LowPassSetup{6283.0, 0.707});
  scenario.computer.compensation.contact = scenario.plant.contact;
  return scenario.computer;
}

std::vector<CompensatorSetup> all() {
  std::vector<CompensatorSetup> list;
  for (const auto position :
       {Position::none, Position::polynomial, Position::lead, Position::predictor, Position::ats})
    for (const auto force :
         {Force::none, Force::lead, Force::secant, Force::damper, Force::passivity, Force::smith}) {
      if (position == Position::none && force == Force::none) continue;
      CompensatorSetup setup{position, force, position == Position::polynomial ? 3 : 2};
      setup.damping = compensation::kByObserver;
      if (force == Force::damper && position == Position::none) setup.damping = 500.0;
      setup.ports = position == Position::none ? 2 : 1;
      list.push_back(setup);
    }
  return list;
}

// The loop is hard real time.
TEST(RigCompensator, NeitherAllocatesNorFailsWithinTheLoop) {
  for (const auto& compensator : all()) {
    RigComputer computer(computer_with(compensator));
    const int before = test::allocations();
    double extension = 20e-6;
    for (int k = 0; k < 4000; ++k) {
      extension += 0.02 * (computer.reference() - extension);
      const double depth = std::max(extension - 63e-6, 0.0);
      const double command = computer.cycle(extension, 22.0 * (k % 7 == 0) + 4e6 * depth);
      EXPECT_TRUE(std::isfinite(command) && std::isfinite(computer.displacement()));
      if (k % 500 == 499) computer.miss(k == 3999 ? 300 : 2);
    }
    EXPECT_EQ(test::allocations() - before, 0);
  }
}

// The actuator waits until the command reaches it: at the start nothing jumps.
TEST(RigCompensator, BeginsAsMuchEarlierAsItLooksAhead) {
  const RigComputerSetup plain = computer_with({});
  const RigComputerSetup setup = computer_with({Position::lead, Force::none, 2});
  RigComputer computer(setup), other(plain);
  EXPECT_EQ(other.displacement(), -plain.air_gap);
  const double lag = 1.6 / 3000.0 + 1.414 / 6283.0 + 1.0 / setup.rate;
  EXPECT_NEAR(computer.displacement(), -setup.air_gap - lag * setup.approach_velocity, 1e-9);
  computer.cycle(setup.offset, 0.0);
  EXPECT_NEAR(computer.reference(), setup.offset, 1e-12);
  for (int k = 0; k < 10; ++k) computer.cycle(setup.offset, 0.0);
  EXPECT_NEAR(computer.reference(), setup.offset + 10.0 / setup.rate * setup.approach_velocity, 1e-12);
}

// Of a linear contact on a ramp Smith's correction is k v times the lag of the modelled testbed, whatever part of a
// sample its states' steps are: the memory of its delay has to hold all of them.
TEST(RigCompensator, RemembersItsDelaysAtEveryLengthOfItsSteps) {
  constexpr double k = 1e6, v = 0.01, delay = 2e-3;
  for (const double w : {100.0, 9e3, 12e3, 14e3, 20e3, 40e3}) {
    auto setup = computer_with({Position::none, Force::smith});
    auto& its = setup.compensation;
    its.contact = {.law = contact::Law::hertz, .stiffness = k, .exponent = 1.0};
    its.actuator = its.force_sensor = {};
    its.actuator.add(instruments::TransportDelaySetup{delay});
    its.actuator.add(instruments::LowPassSetup{w, 0.8});
    const double sample = 1.0 / setup.rate;
    RigCompensator compensator(setup);
    double d = 0.0, force = 0.0;
    compensator.start({d, v, 0.0}, d);
    for (double t = 0.0; t < 10.0 * delay + 100.0 / w; t += sample) {
      force = compensator.sample({d, v, 0.0}, 0.0, 0.0, 0.0).force;
      compensator.advance({d, v, 0.0}, sample);
      d += sample * v;
    }
    EXPECT_NEAR(force / (k * v), delay + 1.6 / w, 2.0 * sample) << w;
  }
}

}  // namespace
}  // namespace hilspace::models
