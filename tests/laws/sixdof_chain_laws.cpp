// Chains with delays and holds, and compensators, in six degrees of freedom: the axial model as a special case, the
// plain chains as another.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "simulate/sixdof.hpp"
#include "support/axial_cases.hpp"
#include "support/features.hpp"
#include "support/shared_assembly.hpp"
#include "support/sixdof_cases.hpp"

namespace hilspace::test {
namespace {

using compensation::Position;
using instruments::SampleHoldSetup;
using instruments::TransportDelaySetup;

/// Along the axis on a plane, with chains on the axis only.
models::SixDofSetup hit_on_the_axis() {
  auto setup = whole_docking();
  setup.mechanism.kind = mechanism::MechanismKind::plane;
  setup.offset = {};
  setup.attitude = {};
  setup.friction = {};
  setup.tolerance = 1e-12;
  setup.step = models::automatic_step(setup) / models::kFineSteps / 4.0;
  return setup;
}

void expect_axial(const models::SixDofSetup& setup, double tolerance) {
  models::AxialSetup axial;
  axial.chaser_mass = setup.chaser.mass;
  axial.target_mass = setup.target.mass;
  axial.approach_velocity = setup.approach_velocity;
  axial.contact = setup.contact;
  axial.actuator = setup.robot[0];
  axial.force_sensor = setup.wrench_sensor[0];
  axial.compensator = setup.compensator;
  axial.solver = models::Solver::dopri5;
  axial.tolerance = setup.tolerance;
  axial.step = setup.step;
  const auto one = simulate::simulate(axial), other = simulate::simulate(setup);
  ASSERT_EQ(one.outcome, Outcome::ok);
  ASSERT_EQ(other.outcome, Outcome::ok);
  EXPECT_GT(std::abs(metric(one, "velocity.error_pct")), 1e-3);
  for (const char* name :
       {"force.peak_docking", "velocity.after_docking", "force.peak_hil", "penetration.peak_hil",
        "velocity.after_hil", "contact_force.peak_hil", "contact.duration_hil"})
    EXPECT_NEAR(metric(other, name) / metric(one, name), 1.0, tolerance) << name;
}

TEST(SixDofChain, OfADelayIsTheAxialOne) {
  auto setup = hit_on_the_axis();
  setup.robot[0].add(TransportDelaySetup{0.3e-3});
  setup.wrench_sensor[0].add(instruments::LowPassSetup{4.0 / 1e-4, 0.7});
  expect_axial(setup, 1e-6);
}

TEST(SixDofChain, OfHoldsAndDelaysIsTheAxialOne) {
  auto setup = hit_on_the_axis();
  setup.robot[0].add(SampleHoldSetup{4e3});
  setup.robot[0].add(TransportDelaySetup{0.2e-3});
  setup.robot[0].add(instruments::LowPassSetup{4.0 / 2e-4, 0.7});
  setup.wrench_sensor[0].add(TransportDelaySetup{0.1e-3});
  setup.wrench_sensor[0].add(SampleHoldSetup{10e3});
  expect_axial(setup, 1e-5);
}

TEST(SixDofChain, OfPlainStagesIsThePlainOne) {
  for (auto setup : {whole_docking(), skew_docking()}) {
    setup.first_impact = true;
    equip(setup, 1e-3, 0.0, 1e-4, 0.0);
    const auto plain = simulate::simulate(setup);
    for (auto& chain : setup.robot) chain.add(TransportDelaySetup{0.0});
    const auto general = simulate::simulate(setup);
    ASSERT_EQ(general.outcome, Outcome::ok);
    for (const char* name :
         {"force.peak_hil", "velocity.after_hil", "torque.peak_hil", "energy.friction_hil"})
      EXPECT_NEAR(metric(general, name) / metric(plain, name), 1.0, 1e-6) << name;
  }
}

TEST(SixDofCompensator, OnTheAxisIsTheAxialOne) {
  for (const auto& [position, order] :
       {std::pair{Position::lead, 1}, {Position::lead, 2}, {Position::polynomial, 3}}) {
    auto setup = hit_on_the_axis();
    setup.robot[0].add(instruments::LowPassSetup{4.0 / 1e-3, 0.7});
    setup.wrench_sensor[0].add(instruments::LowPassSetup{4.0 / 1e-4, 0.7});
    setup.compensator = {position, compensation::Force::none, order};
    expect_axial(setup, 2e-6);
  }
}

/// The lead of order 2 is the inverse of a low-pass, of angles as well: what is left is the sensor's share, and what
/// would have made the rebound faster by a third is gone.
TEST(SixDofCompensator, InvertsTheLowPassesOfEveryComponent) {
  auto setup = skew_docking();
  setup.first_impact = true;
  equip(setup, 1e-3, 0.0, 0.0, 0.0);
  const double without = metric(simulate::simulate(setup), "velocity.error_pct");
  setup.compensator = {Position::lead, compensation::Force::none, 2};
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_GT(std::abs(without), 10.0);
  EXPECT_LT(std::abs(metric(row, "velocity.error_pct")), 1e-3);
  EXPECT_NEAR(metric(row, "force.peak_hil") / metric(row, "force.peak_docking"), 1.0, 1e-5);
}

/// A ball far from the axis is shown at its place by the angles: only they are late here, and only they are led.
TEST(SixDofCompensator, InvertsTheLowPassesOfTheAngles) {
  auto setup = hit_on_the_axis();
  auto ball = feature(mechanism::Side::chaser, mechanism::FeatureType::sphere, 0.02);
  ball.at = Vec3{0.0, 0.3, -0.2};
  setup.mechanism.kind = mechanism::MechanismKind::features;
  const auto on_a_plane = mechanism::Assembly::of(
      std::array{ball, feature(mechanism::Side::target, mechanism::FeatureType::plane)}, {});
  setup.mechanism.assembly = shared(on_a_plane);
  setup.mechanism.start_at = -0.03;
  setup.angular_velocity = {0.0, 0.02, 0.03};
  setup.first_impact = true;
  for (std::size_t i = models::kLinearComponents; i < models::kComponents; ++i)
    setup.robot[i].add(instruments::LowPassSetup{4.0 / 1e-3, 0.7});
  const double without = metric(simulate::simulate(setup), "velocity.error_pct");
  setup.compensator = {Position::lead, compensation::Force::none, 2};
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_GT(std::abs(without), 1.0);
  EXPECT_LT(std::abs(metric(row, "velocity.error_pct")), 1e-3);
}

}  // namespace
}  // namespace hilspace::test
