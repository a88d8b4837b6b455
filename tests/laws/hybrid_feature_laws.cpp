// Hybrid contacts of mechanisms of features, of one contact and of several at once: with the axial model and one tip on one
// surface as special cases.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <string>

#include "dynamics/eigen.hpp"
#include "hybrid/spatial.hpp"
#include "mechanism/assembly.hpp"
#include "support/bits.hpp"
#include "support/feature_cases.hpp"
#include "support/same_models.hpp"
#include "support/sixdof_history.hpp"
#include "support/sixdof_on_axis.hpp"

namespace hilspace::test {
namespace {

using hybrid::Source;
using instruments::TransportDelaySetup;
using mechanism::Assembly;
using mechanism::FeatureType;
using mechanism::Side;

/// The tip of that setup on a plane.
Assembly plane(double radius) {
  return Assembly::of(std::array{feature(Side::chaser, FeatureType::sphere, radius),
                                 feature(Side::target, FeatureType::plane)},
                      {});
}

/// A contact that may pull, of a real spring and what fills it up, behind a robot 16 ms late and a measurement 16 ms later.
models::SixDofSetup late_testbed() {
  auto setup = hit_on_the_axis();
  setup.chaser.mass = setup.target.mass = 126.0;
  setup.approach_velocity = 0.02;
  setup.contact = {contact::Law::kelvin_voigt_tensile, 1000.0, 1.0};
  setup.contact.viscosity = 40.0;
  setup.first_impact = true;
  for (auto& chain : setup.robot) chain.add(TransportDelaySetup{16e-3});
  setup.hybrid.its.is_real = setup.hybrid.its.is_computed = true;
  setup.hybrid.its.real_damping = 10.0;
  setup.hybrid.its.measurement_delay = 16e-3;
  setup.hybrid.springs = diagonal(900.0, 600.0, 600.0);
  setup.hybrid.wanted = {1000.0, 40.0};
  setup.hybrid.damping = hybrid::Share::fill;  // far from the wanted contact
  setup.step = 0.5e-3;
  return setup;
}

constexpr std::array kSources{Source::measured, Source::actual, Source::commanded};

void follow(Source source, models::SixDofSetup& setup) {
  setup.hybrid.its.source = source;
  if (source != Source::measured) setup.hybrid.its.measurement_delay = 0.0;
}

void leave_computed_part(models::SixDofSetup& setup) {
  setup.hybrid.its.is_real = false;
  setup.hybrid.its.real_damping = 0.0;
}

TEST(HybridFeatures, OnTheAxisAreTheAxialOne) {
  for (const Source source : kSources)
    for (const bool is_real : {true, false}) {
      auto setup = late_testbed();
      const Assembly assembly = plane(setup.mechanism.tip_radius);
      give(setup, assembly);
      follow(source, setup);
      if (!is_real) leave_computed_part(setup);
      // Where the command is followed nothing is late.
      const bool is_late = is_real || source != Source::commanded;
      expect_axial(setup, 1e-6, false, is_late ? 1e-3 : -1.0);
    }
}

/// The computed part alone never pulls where the wanted contact may not; real springs need no computed part.
TEST(HybridFeatures, OfOnePartAreTheAxialOne) {
  auto setup = late_testbed();
  const Assembly assembly = plane(setup.mechanism.tip_radius);
  give(setup, assembly);
  auto computed = setup;
  computed.contact.law = contact::Law::kelvin_voigt;
  leave_computed_part(computed);
  expect_axial(computed, 1e-6);
  setup.hybrid.its.is_computed = false;
  expect_axial(setup, 1e-6);
}

/// What the robot or the computer holds stands still.
TEST(HybridFeatures, BehindHoldsAreTheAxialOne) {
  auto setup = late_testbed();
  const Assembly assembly = plane(setup.mechanism.tip_radius);
  give(setup, assembly);
  setup.mechanism.start_at = -setup.mechanism.tip_radius;  // as the axial one, between the same samples
  for (auto& chain : setup.robot) {
    chain = {};
    chain.add(instruments::SampleHoldSetup{250.0});
    chain.add(TransportDelaySetup{16e-3});
  }
  setup.wrench_sensor[0].add(instruments::SampleHoldSetup{1000.0});
  for (const Source source : {Source::measured, Source::actual})
    for (const double rate : {0.0, 300.0}) {
      follow(source, setup);
      setup.hybrid.its.rate = rate;
      // The late jumps of a held place move with the steps, which begin elsewhere in both.
      expect_axial(setup, source == Source::actual && rate == 0.0 ? 1e-3 : 1e-5);
    }
}

/// A plane of features is the plane: with springs in all directions, turned, held, and with torsional dampers; and behind a
/// lead, which takes the rate of both parts' forces.
TEST(HybridFeatures, OfAPlaneAreThePlane) {
  auto turned = late_testbed();
  turned.attitude = {0.1, -0.05, 0.02};
  turned.offset = {0.01, -0.02};
  turned.friction = {0.35, 0.25, 0.015};
  turned.angular_velocity = {0.02, -0.01, 0.015};
  turned.hybrid.torsional_damping = {5.0, 3.0, 4.0};
  turned.hybrid.its.rate = 500.0;
  auto led = late_testbed();
  led.compensator = {compensation::Position::lead, compensation::Force::none, 2};
  for (auto setup : {turned, led}) {
    const auto one = simulate::simulate(setup);
    const Assembly assembly = plane(setup.mechanism.tip_radius);
    give(setup, assembly);
    setup.mechanism.start_at = -setup.mechanism.tip_radius;
    const auto other = simulate::simulate(setup);
    ASSERT_EQ(one.outcome, Outcome::ok);
    ASSERT_EQ(other.outcome, Outcome::ok);
    for (const char* name : {"force.peak_hil", "velocity.after_hil", "contact_force.peak_hil"})
      EXPECT_NEAR(metric(other, name) / metric(one, name), 1.0, 1e-6) << name;
    // A lead of order 2 jumps with the force at the onset, and the interface later: what the force does over that jump
    // depends on the steps.
    const bool jumps = setup.compensator.order == 2;
    for (const char* name : {"energy.damping_hil", "energy.balance_hil"})
      EXPECT_NEAR(metric(other, name), metric(one, name),
                  (jumps ? 1e-4 : 1e-6) * metric(one, "energy.damping_hil"))
          << name;
    for (const char* name : {"energy.friction_hil", "torque.peak_hil"})
      EXPECT_NEAR(metric(other, name), metric(one, name), 1e-6 * std::abs(metric(one, name))) << name;
  }
}

/// Both planes at the angle b to the axis, with the depth sin(b) x of each, push with (k x + b x') sin(b): an axial hybrid
/// contact of 2 sin^2(b) times the stiffness and damping of each part, whatever is late.
TEST(HybridFeatures, InAValleyShareTheForceOfTheAxialOne) {
  for (const Source source : kSources)
    for (const double angle : {30.0 * kDegree, 70.0 * kDegree}) {
      auto setup = late_testbed();
      follow(source, setup);
      const double s = std::sin(angle), share = 2.0 * s * s;
      auto axial = on_one_axis(setup);
      axial.hybrid = hybrid::along(setup.hybrid, {-s, 0.0, -std::cos(angle)});
      for (double* each :
           {&axial.contact.stiffness, &axial.contact.viscosity, &axial.hybrid.real_stiffness,
            &axial.hybrid.real_damping, &axial.hybrid.virtual_stiffness, &axial.hybrid.virtual_damping})
        *each *= share;
      const Assembly assembly = valley(angle, setup.mechanism.tip_radius);
      give(setup, assembly);
      const auto one = simulate::simulate(axial), other = simulate::simulate(setup);
      ASSERT_EQ(one.outcome, Outcome::ok);
      ASSERT_EQ(other.outcome, Outcome::ok);
      EXPECT_GT(std::abs(metric(one, "velocity.error_pct")), 0.1);
      for (const char* name : {"force.peak_hil", "contact.duration_hil"})
        EXPECT_NEAR(metric(other, name) / metric(one, name), 1.0, 1e-5) << name;
      EXPECT_NEAR(2.0 * metric(other, "load.contact_hil") / metric(other, "contact_force.peak_hil"), 1.0,
                  1e-4);
      // Along the normal of the first one.
      EXPECT_NEAR(metric(other, "velocity.after_hil") / s / metric(one, "velocity.after_hil"), 1.0, 1e-5);
      EXPECT_NEAR(metric(other, "contact_force.peak_hil") * s / metric(one, "contact_force.peak_hil"), 1.0,
                  1e-5);
    }
}

/// Petals on the edges of two rings, several contacts of changing places and normals.
models::SixDofSetup ring_hit() {
  auto setup = whole_docking();
  setup.friction = {};
  setup.contact = {contact::Law::kelvin_voigt, 2e4, 1.0};
  setup.contact.viscosity = 100.0;
  setup.offset = {0.03, -0.02};
  setup.attitude = {2.0 * kDegree, -3.0 * kDegree, 1.5 * kDegree};
  setup.angular_velocity = {0.004, -0.003, 0.002};
  setup.lateral_velocity = {0.004, -0.01};
  setup.first_impact = true;
  setup.hybrid.its.is_computed = true;
  setup.hybrid.wanted = {setup.contact.stiffness, setup.contact.viscosity};
  return setup;
}

/// What the computed part alone makes without a delay is the wanted contact, bit for bit.
TEST(HybridFeatures, ComputedAloneAreTheDockingModel) {
  const Assembly assembly = rings();
  for (const auto law : {contact::Law::kelvin_voigt, contact::Law::kelvin_voigt_tensile})
    for (const Source source : kSources) {
      auto setup = ring_hit();
      setup.contact.law = law;
      setup.hybrid.its.source = source;
      give(setup, assembly);
      const auto row = simulate::simulate(setup);
      ASSERT_EQ(row.outcome, Outcome::ok);
      EXPECT_GT(metric(row, "capture.contacts_docking"), 1.0);
      for (const char* name :
           {"velocity.after", "contact.duration", "force.peak", "torque.peak", "contact_force.peak",
            "energy.damping", "capture.contacts", "capture.contacts_begun", "load.force"})
        EXPECT_EQ(bits(metric(row, std::string(name) + "_hil")),
                  bits(metric(row, std::string(name) + "_docking")))
            << name;
    }
}

/// Springs with directions and what fills them up make the wanted contact along all normals at once.
TEST(HybridFeatures, FilledSpringsAreTheDockingModel) {
  const Assembly assembly = rings();
  for (const double along : {5e3, 4e4}) {
    auto setup = ring_hit();
    setup.contact.law = contact::Law::kelvin_voigt_tensile;
    setup.hybrid.its.is_real = true;
    setup.hybrid.its.real_damping = 40.0;
    setup.hybrid.springs = diagonal(along, 1e4, 1e4);
    give(setup, assembly);
    const std::atomic<bool> stop = false;
    const auto traced = simulate::simulate_traced(setup, 0.0, stop);
    const auto& row = traced.row;
    ASSERT_EQ(row.outcome, Outcome::ok);
    const auto& hil = traced.trace.groups.back();
    const History its{hil};
    for (std::size_t k = 0; k < hil.channels.front().values.size(); ++k)  // at every instant
      EXPECT_LT(std::abs(its.at("energy_balance", k)), 1e-6 * its.at("kinetic_energy", 0));
    for (const char* name :
         {"velocity.after", "contact.duration", "torque.peak", "force.peak", "energy.damping"})
      EXPECT_NEAR(metric(row, std::string(name) + "_hil") / metric(row, std::string(name) + "_docking"), 1.0,
                  1e-8)
          << name;
  }
}

models::SixDofSetup late_ring_hit() {
  auto setup = ring_hit();
  setup.contact.law = contact::Law::kelvin_voigt_tensile;
  for (auto& chain : setup.robot) chain.add(TransportDelaySetup{2e-3});
  setup.hybrid.its.is_real = true;
  setup.hybrid.springs = diagonal(1.5e4, 1e4, 1e4);
  setup.hybrid.its.measurement_delay = 1e-3;
  setup.hybrid.lags = {2e-3, 3e-3};
  setup.hybrid.torsional_damping = {5.0, 3.0, 4.0};
  return setup;
}

/// Whatever is late, the computed forces act on both bodies.
TEST(HybridFeatures, KeepMomentum) {
  const Assembly assembly = rings();
  auto setup = late_ring_hit();
  give(setup, assembly);
  const std::atomic<bool> stop = false;
  const auto traced = simulate::simulate_traced(setup, 0.0, stop);
  ASSERT_EQ(traced.row.outcome, Outcome::ok);
  EXPECT_GT(std::abs(metric(traced.row, "velocity.error_pct")), 0.1);
  const Drift its = drift(setup, traced.trace.groups.back());
  EXPECT_LT(its.momentum, 1e-10);
  EXPECT_LT(its.angular_momentum, 1e-8);
}

TEST(HybridFeatures, SolversAgree) {
  const Assembly assembly = rings();
  auto setup = late_ring_hit();
  give(setup, assembly);
  const auto one = simulate::simulate(setup);
  setup.solver = models::Solver::reference;
  const auto other = simulate::simulate(setup);
  ASSERT_EQ(one.outcome, Outcome::ok);
  ASSERT_EQ(other.outcome, Outcome::ok);
  for (const char* name : {"velocity.after_hil", "force.peak_hil", "torque.peak_hil"})
    EXPECT_NEAR(metric(one, name) / metric(other, name), 1.0, 1e-5) << name;
}

/// The trace has the contacts of both parts: one of the computed part is where its source shows it.
TEST(HybridFeatures, AreRecordedPartByPart) {
  const Assembly assembly = rings();
  const std::atomic<bool> stop = false;
  for (const bool is_computed : {true, false}) {
    auto setup = late_ring_hit();
    setup.hybrid.its.is_computed = is_computed;
    give(setup, assembly);
    const auto traced = simulate::simulate_traced(setup, 0.0, stop, true).trace.groups.back().contacts;
    std::size_t seen_twice = 0;
    for (std::size_t i = 0; i < traced.size(); ++i)
      for (std::size_t j = i + 1; j < traced.size() && traced[j].time == traced[i].time; ++j)
        seen_twice +=
            (Eigen::Vector3d(traced[i].point.data()) - Eigen::Vector3d(traced[j].point.data())).norm() < 1e-3;
    EXPECT_GT(traced.size(), 10u);
    EXPECT_EQ(seen_twice > 10, is_computed);
  }
}

}  // namespace
}  // namespace hilspace::test
