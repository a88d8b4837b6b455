// A mechanism of features: the drogue's own chain, several contacts at once, conservation, ideal instruments.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string>

#include "contact/law.hpp"
#include "dynamics/eigen.hpp"
#include "dynamics/euler.hpp"
#include "mechanism/assembly.hpp"
#include "simulate/sixdof.hpp"
#include "support/axial_cases.hpp"
#include "support/feature_cases.hpp"
#include "support/same_models.hpp"
#include "support/sixdof_cases.hpp"
#include "support/sixdof_history.hpp"

namespace hilspace::test {
namespace {

using mechanism::Assembly;
using mechanism::FeatureSetup;
using mechanism::FeatureType;
using mechanism::Side;
using models::SixDofSetup;

metrics::Row finished(const SixDofSetup& setup) {
  const auto row = simulate::simulate(setup);
  EXPECT_EQ(row.outcome, Outcome::ok);
  return row;
}

/// The tip and the chain that the drogue of that setup is.
Assembly drogue_of(const SixDofSetup& setup) {
  const auto& its = setup.mechanism;
  auto drogue = feature(Side::target, FeatureType::revolution);
  drogue.profile = {{0.0, its.cylinder_radius},
                    {-its.cylinder_length, its.cylinder_radius},
                    {-its.cylinder_length - its.frustum_length,
                     its.cylinder_radius + its.frustum_length * std::tan(its.half_angle)}};
  return Assembly::of(std::array{feature(Side::chaser, FeatureType::sphere, its.tip_radius), drogue}, {});
}
void start_as_drogue(SixDofSetup& setup) {
  setup.mechanism.start_at = -setup.mechanism.cylinder_length - setup.mechanism.frustum_length;
  setup.mechanism.docked_at = -setup.mechanism.tip_radius;
}

SixDofSetup straight_hit() {
  auto setup = whole_docking();
  setup.offset = {};
  setup.attitude = {};
  setup.friction = {};
  setup.contact = {};
  setup.contact.stiffness = 1e6;
  setup.contact.exponent = 1.0;
  setup.first_impact = true;
  return setup;
}

TEST(Features, OfTheDroguesOwnChainGiveItsDocking) {
  for (auto setup : {whole_docking(), skew_docking()}) {
    equip(setup, 1e-3, 1e-6, 1e-4, 1.0);
    setup.first_impact = true;
    const auto drogue = finished(setup);
    const Assembly assembly = drogue_of(setup);
    start_as_drogue(setup);
    give(setup, assembly);
    const auto features = finished(setup);
    for (const char* name : {"force.peak_docking", "contact_force.peak_docking", "penetration.peak_docking",
                             "velocity.after_docking", "contact.duration_docking", "impact.time_docking",
                             "energy.friction_docking", "torque.peak_docking", "impact.place_docking"})
      EXPECT_NEAR(metric(features, name) / metric(drogue, name), 1.0, 1e-6) << name;
    for (const char* name : {"force.peak_hil", "velocity.after_hil", "impact.time_hil", "torque.peak_hil"})
      EXPECT_NEAR(metric(features, name) / metric(drogue, name), 1.0, 1e-5) << name;
  }
}

TEST(Features, OfTheDroguesOwnChainDockAsItDoes) {
  int docked = 0;
  for (const double offset : {-0.072, 0.03, 0.075})
    for (const double pitch : {-10.0, -2.5, 5.0}) {
      auto setup = map_cell(offset, pitch * kDegree);
      const auto drogue = simulate::simulate(setup);
      const Assembly assembly = drogue_of(setup);
      start_as_drogue(setup);
      give(setup, assembly);
      const auto features = simulate::simulate(setup);
      EXPECT_EQ(features.outcome, drogue.outcome) << offset << ", " << pitch;
      if (drogue.outcome != Outcome::ok) continue;
      EXPECT_EQ(features.end_docking, drogue.end_docking) << offset << ", " << pitch;
      EXPECT_EQ(metric(features, "run.impacts_docking"), metric(drogue, "run.impacts_docking"));
      docked += drogue.end_docking == RunEnd::docked ? 1 : 0;
    }
  EXPECT_GT(docked, 2);
}

/// Both planes at the angle b to the axis push with k d: 2 k sin^2(b) x along it, an oscillator of that
/// stiffness. Peak of each: k d = sqrt(m k/2) v; of both, 2 sin(b) times as much.
TEST(Features, InAValleyTwoContactsShareTheForceOfAClosedForm) {
  for (const double angle : {30.0 * kDegree, 45.0 * kDegree, 70.0 * kDegree}) {
    auto setup = straight_hit();
    const Assembly assembly = valley(angle, setup.mechanism.tip_radius);
    give(setup, assembly);
    const auto trace = simulate::simulate_traced(setup);
    ASSERT_EQ(trace.row.outcome, Outcome::ok);
    const double mass = models::reduced_mass(setup), k = setup.contact.stiffness, v = setup.approach_velocity;
    const double single = std::sqrt(0.5 * mass * k) * v;
    EXPECT_NEAR(metric(trace.row, "contact_force.peak_docking") / (2.0 * single), 1.0, 1e-7);
    EXPECT_NEAR(metric(trace.row, "force.peak_docking") / (2.0 * std::sin(angle) * single), 1.0, 1e-7);
    EXPECT_NEAR(metric(trace.row, "contact.duration_docking") /
                    (std::numbers::pi * std::sqrt(0.5 * mass / k) / std::sin(angle)),
                1.0, 1e-5);
    EXPECT_NEAR(metric(trace.row, "velocity.after_docking") / metric(trace.row, "velocity.before_docking"),
                -1.0, 1e-7);
    EXPECT_LT(metric(trace.row, "energy.imbalance_docking"), 1e-6);
    const History history{trace.trace.groups[0]};
    for (std::size_t i = 0; i < trace.trace.groups[0].time.size(); ++i)
      EXPECT_NEAR(history.vector("measured_force", i).z(), 0.0, 1e-9);
  }
}

/// Peak on one plane of a valley at a right angle, hit straight: nothing of the other.
TEST(Features, OfAPlaneAreThePlane) {
  auto setup = straight_hit();
  setup.attitude = {0.1, -0.05, 0.02};
  setup.friction = {0.35, 0.25, 0.015};
  setup.offset = {0.01, -0.02};
  setup.mechanism.kind = mechanism::MechanismKind::plane;
  const auto plane = finished(setup);
  const Assembly assembly =
      Assembly::of(std::array{feature(Side::chaser, FeatureType::sphere, setup.mechanism.tip_radius),
                              feature(Side::target, FeatureType::plane)},
                   {});
  give(setup, assembly);
  setup.mechanism.start_at = -setup.mechanism.tip_radius;
  const auto features = finished(setup);
  for (const char* name : {"force.peak_docking", "velocity.after_docking", "contact.duration_docking",
                           "energy.friction_docking", "torque.peak_docking"})
    EXPECT_NEAR(metric(features, name) / metric(plane, name), 1.0, 1e-9) << name;
}

SixDofSetup ring_bounce() {
  auto setup = straight_hit();
  setup.offset = {0.03, -0.02};
  setup.attitude = {2.0 * kDegree, -3.0 * kDegree, 1.5 * kDegree};
  setup.angular_velocity = {0.004, -0.003, 0.002};
  setup.lateral_velocity = {0.004, -0.01};
  return setup;
}

/// 1e-6 of the initial energy through every contact of a tilted ring on the other's petals.
/// What comes past the base beside a pad has not docked: it has met nothing, in space and in the testbed.
TEST(Features, PassedBesideAreLeft) {
  for (const double offset : {0.0, 2.0}) {
    auto setup = straight_hit();
    setup.first_impact = false;
    setup.offset = {offset, 0.0};
    setup.mechanism.start_at = -0.05;
    setup.mechanism.docked_at = 0.02;
    auto pad = feature(Side::target, FeatureType::pad);
    pad.width = pad.height = 0.1;
    const Assembly assembly =
        Assembly::of(std::array{feature(Side::chaser, FeatureType::sphere, 0.025), pad}, {});
    give(setup, assembly);
    const auto row = simulate::simulate(setup);
    EXPECT_EQ(row.outcome, offset == 0.0 ? Outcome::ok : Outcome::no_contact);
    EXPECT_EQ(row.end_docking, RunEnd::left_mouth) << offset;
    EXPECT_EQ(metric(row, "success.docking"), 0.0);
  }
}

TEST(Features, OfRingsWithPetalsKeepEnergyWhileTheyBounce) {
  const Assembly assembly = rings();
  auto setup = ring_bounce();
  give(setup, assembly);
  const auto row = finished(setup);
  EXPECT_LT(metric(row, "energy.imbalance_docking"), 1e-6);
  EXPECT_LT(metric(row, "velocity.after_docking"), 0.0);
  EXPECT_GT(metric(row, "contact_force.peak_docking"), 100.0);
}

TEST(Features, KeepTheMomentumOfThePair) {
  const Assembly assembly = rings();
  auto setup = ring_bounce();
  setup.friction = {0.35, 0.25, 0.015};
  equip(setup, 1e-3, 0.0, 1e-4, 0.0);
  give(setup, assembly);
  const auto trace = simulate::simulate_traced(setup).trace;
  for (const auto& group : trace.groups) {
    const Drift its = drift(setup, group);
    EXPECT_LT(its.momentum, 1e-12) << group.name;
    EXPECT_LT(its.angular_momentum, 1e-12) << group.name;
  }
}

/// Without friction the recorded forces along the recorded normals are what the chaser gets.
TEST(Features, AreRecordedAsTheyPushTheChaser) {
  const Assembly assembly = rings();
  auto setup = ring_bounce();
  setup.hil = false;
  give(setup, assembly);
  const std::atomic<bool> stop = false;
  const auto trace = simulate::simulate_traced(setup, 0.0, stop, true).trace;
  const auto& docking = trace.groups.front();
  std::map<double, Eigen::Vector3d> pushes;
  for (const double time : docking.time) pushes[time].setZero();
  for (const auto& contact : docking.contacts)
    pushes[contact.time] += contact.force * Eigen::Vector3d(contact.normal.data());
  Eigen::Vector3d impulse = Eigen::Vector3d::Zero();
  for (auto at = pushes.begin(), next = std::next(at); next != pushes.end(); at = next++)
    impulse += 0.5 * (next->first - at->first) * (at->second + next->second);
  const History its{docking};
  const std::size_t end = docking.time.size() - 1;
  const Eigen::Vector3d given =
      setup.chaser.mass * (its.vector("chaser_velocity", end) - its.vector("chaser_velocity", 0));
  EXPECT_GT(given.norm(), 1.0);
  EXPECT_LT((impulse - given).norm(), 1e-2 * given.norm()) << impulse.transpose() << " " << given.transpose();
}

TEST(Features, BehindIdealInstrumentsGiveTheBitsOfTheDockingModel) {
  const Assembly assembly = rings();
  auto setup = ring_bounce();
  setup.friction = {0.35, 0.25, 0.015};
  give(setup, assembly);
  const auto row = finished(setup);
  expect_hil_is_docking(row, 20);
}

/// Every direction of a ball on the axis of a cone is as near: its contact jumps from side to side.
TEST(Features, WhoseContactJumpsFromPlaceToPlaceStall) {
  auto cone = feature(Side::target, FeatureType::cone, 0.05);
  cone.mouth_radius = 0.2;
  cone.length = 0.15;
  const Assembly assembly =
      Assembly::of(std::array{feature(Side::chaser, FeatureType::sphere, 0.06), cone}, {});
  auto setup = straight_hit();
  setup.first_impact = false;
  setup.contact.law = contact::Law::hunt_crossley;
  setup.contact.damping_number = contact::damping_number(contact::Law::hunt_crossley, 0.4);
  setup.contact.stiffness = 1e5;
  setup.friction = {0.2, 0.15, 0.015};
  give(setup, assembly);
  EXPECT_EQ(simulate::simulate(setup).outcome, Outcome::stalled);
}

/// The top of a low petal stands over the rim when it comes there: its contact begins pressed in by millimetres.
TEST(Features, EnteredPastAnEndAreBroken) {
  auto petal = feature(Side::chaser, FeatureType::petal, 0.5985);
  petal.half_angle = 45.0 * kDegree;
  petal.height = 0.01;
  petal.half_width = {28.5 * kDegree, 15.0 * kDegree};
  const Assembly assembly =
      Assembly::of(std::array{petal, feature(Side::target, FeatureType::edge, 0.6)}, {});
  auto setup = straight_hit();
  setup.offset = {0.03, 0.0};
  setup.mechanism.start_at = -0.1;
  give(setup, assembly);
  EXPECT_EQ(simulate::simulate(setup).outcome, Outcome::broken_contact);
}

/// Behind a robot that shows the petal to the side it is as broken, whatever the chain; a hold alone breaks nothing.
TEST(Features, EnteredPastAnEndBehindARobotAreBroken) {
  auto petal = feature(Side::chaser, FeatureType::petal, 0.5985);
  petal.half_angle = 45.0 * kDegree;
  petal.height = 0.01;
  petal.half_width = {28.5 * kDegree, 15.0 * kDegree};
  auto wall = feature(Side::target, FeatureType::plane);
  wall.at = {0.3, 0.0, 0.0};
  const std::array pairs{mechanism::FeaturePairSetup{"petal", "edge", std::nullopt},
                         mechanism::FeaturePairSetup{"point", "plane", std::nullopt}};
  const Assembly assembly = Assembly::of(std::array{petal, feature(Side::chaser, FeatureType::point),
                                                    feature(Side::target, FeatureType::edge, 0.6), wall},
                                         pairs);
  auto setup = straight_hit();
  setup.mechanism.start_at = -0.1;
  setup.time_limit = 20.0;
  give(setup, assembly);
  setup.robot[0].add(instruments::TransportDelaySetup{1e-3});
  setup.robot[1].add(instruments::SampleHoldSetup{1e3});
  EXPECT_EQ(simulate::simulate(setup).outcome, Outcome::ok);
  setup.robot[1].add(instruments::BiasSetup{0.03});
  EXPECT_EQ(simulate::simulate(setup).outcome, Outcome::broken_contact);
}

TEST(Features, HeldByTheRobotAreNotBroken) {
  const Assembly assembly = Assembly::of(
      std::array{feature(Side::chaser, FeatureType::sphere, 0.02), feature(Side::target, FeatureType::plane)},
      {});
  auto setup = straight_hit();
  setup.hil = true;
  for (auto& chain : setup.robot) chain.add(instruments::SampleHoldSetup{1e3});
  give(setup, assembly);
  EXPECT_EQ(simulate::simulate(setup).outcome, Outcome::ok);
}

}  // namespace
}  // namespace hilspace::test
