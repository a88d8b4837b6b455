// What is read of the steps in six degrees of freedom: energies on both sides of a jump, peaks of contacts that are short,
// the last instant.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "contact/law.hpp"
#include "simulate/sixdof.hpp"
#include "support/feature_cases.hpp"
#include "support/sixdof_history.hpp"
#include "support/sixdof_on_axis.hpp"

namespace hilspace::test {
namespace {

/// A cell ends on a jump of the stored energy, which is largest on one side of it: of a contact that is pressed just before it,
/// of one that lets go behind it.
TEST(SixDofTally, OfEnergiesAtCellsIsTheAxialOne) {
  for (const double quantum : {20e-6, 100e-6}) {
    SCOPED_TRACE(quantum);
    auto setup = hit_on_the_axis();
    setup.robot[0].add(instruments::LowPassSetup{4.0 / 1e-3, 0.7});
    setup.robot[0].add(instruments::QuantizerSetup{quantum});
    setup.wrench_sensor[0].add(instruments::QuantizerSetup{10.0});
    const auto one = simulate::simulate(on_one_axis(setup)), other = simulate::simulate(setup);
    ASSERT_EQ(other.outcome, Outcome::ok);
    for (const char* name : {"energy.potential_hil", "energy.mechanical_error"})
      EXPECT_NEAR(metric(other, name) / metric(one, name), 1.0, 1e-5) << name;
  }
}

/// A contact on a long arm of a thin body moves little mass, and is over within a largest step. Scaled by that
/// mass all are alike:
///
///   1/m = 1/m_c + 1/m_t + r^2/I_c + r^2/I_t,   F/(v sqrt(k m)) = const
TEST(SixDofTally, OfAShortContactIsThatOfItsOwnMass) {
  constexpr double kArm = 2.0, kStiffness = 1e6, kSpeed = 0.01, kTarget = 70.0;
  auto ball = feature(mechanism::Side::chaser, mechanism::FeatureType::sphere, 0.035);
  ball.at = {0.0, kArm, 0.0};
  const auto assembly = mechanism::Assembly::of(
      std::array{ball, feature(mechanism::Side::target, mechanism::FeatureType::plane)}, {});
  double peak = 0.0;
  for (const double inertia : {30.0, 3e-2, 3e-5})
    for (const auto solver : {models::Solver::reference, models::Solver::dopri5}) {
      SCOPED_TRACE(testing::Message() << inertia << " kg m2, solver " << static_cast<int>(solver));
      models::SixDofSetup setup;
      setup.first_impact = true;
      setup.hil = false;
      setup.solver = solver;
      setup.chaser = {100.0, diagonal(inertia, inertia, inertia), {1.0, 0.0, 0.0}};
      setup.target = {200.0, diagonal(60.0, kTarget, kTarget), {-1.0, 0.0, 0.0}};
      setup.contact.law = contact::Law::hunt_crossley;
      setup.contact.stiffness = kStiffness;
      setup.contact.exponent = 1.0;
      setup.contact.damping_number = contact::damping_number(contact::Law::hunt_crossley, 0.7);
      setup.approach_velocity = kSpeed;
      give(setup, assembly);
      setup.mechanism.start_at = -0.04;
      const auto row = simulate::simulate(setup);
      ASSERT_EQ(row.outcome, Outcome::ok);
      const double mass = 1.0 / (1.0 / 100.0 + 1.0 / 200.0 + kArm * kArm / inertia + kArm * kArm / kTarget);
      const double its = metric(row, "force.peak_docking") / (kSpeed * std::sqrt(kStiffness * mass));
      if (peak == 0.0) peak = its;
      EXPECT_NEAR(its / peak, 1.0, solver == models::Solver::reference ? 5e-5 : 5e-3);
    }
}

/// The centre of mass of both goes straight on, also to the last sample of the run that ends first.
TEST(SixDofTrace, MovesTheCentreOfMassOnALine) {
  auto setup = skew_docking();
  setup.first_impact = true;
  equip(setup, 20e-3, 0.0, 1e-4, 0.0);
  const auto trace = simulate::simulate_traced(setup).trace;
  ASSERT_EQ(trace.groups.size(), 2u);
  EXPECT_LT(trace.groups[0].time.back(), trace.groups[1].time.back());
  for (const auto& group : trace.groups) {
    const History its{group};
    const auto place = [&](std::size_t k) -> Eigen::Vector3d {
      return (setup.chaser.mass * its.vector("chaser_position", k) +
              setup.target.mass * its.vector("target_position", k)) /
             (setup.chaser.mass + setup.target.mass);
    };
    const Eigen::Vector3d velocity = its.momentum(setup, 0) / (setup.chaser.mass + setup.target.mass);
    ASSERT_GT(group.time.size(), 20u);
    for (std::size_t k = 0; k < group.time.size(); ++k)
      EXPECT_LT((place(k) - place(0) - (group.time[k] - group.time[0]) * velocity).norm(), 1e-9)
          << group.name << " " << k << " of " << group.time.size();
  }
}

}  // namespace
}  // namespace hilspace::test
