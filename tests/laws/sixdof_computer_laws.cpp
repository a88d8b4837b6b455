// The testbed's computer in six degrees of freedom: hybrid contacts and compensators of the force, with the axial model
// as a special case.

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numbers>
#include <string>
#include <tuple>
#include <utility>

#include "support/bits.hpp"
#include "support/sixdof_history.hpp"
#include "support/sixdof_on_axis.hpp"

namespace hilspace::test {
namespace {

using compensation::Force;
using compensation::Position;
using hybrid::Share;
using hybrid::Source;
using instruments::LowPassSetup;
using instruments::SampleHoldSetup;
using instruments::TransportDelaySetup;

Mat3 springs(double along, double across) { return diagonal(along, across, across); }

/// EPOS on a plane: 63 kg against a real spring of 1000 N/m, wanted with 40 N s/m, behind a robot 16 ms late; the computed
/// force follows the measured place, another 16 ms late.
models::SixDofSetup epos() {
  auto setup = hit_on_the_axis();
  setup.chaser.mass = setup.target.mass = 126.0;
  setup.approach_velocity = 0.02;
  setup.contact = {contact::Law::kelvin_voigt, 1000.0, 1.0};
  setup.contact.viscosity = 40.0;
  for (auto& chain : setup.robot) chain.add(TransportDelaySetup{16e-3});
  setup.hybrid.its.is_real = setup.hybrid.its.is_computed = true;
  setup.hybrid.its.measurement_delay = 16e-3;
  setup.hybrid.springs = springs(1000.0, 1000.0);
  setup.hybrid.wanted = {1000.0, 40.0};
  setup.hybrid.lags = {16e-3, 32e-3};
  setup.step = 0.5e-3;
  return setup;
}

TEST(SixDofHybrid, OnTheAxisIsTheAxialOne) {
  for (const auto source : {Source::measured, Source::actual, Source::commanded})
    for (const double wanted : {1000.0, 1500.0, 700.0})
      for (const auto law : {contact::Law::kelvin_voigt, contact::Law::kelvin_voigt_tensile}) {
        auto setup = epos();
        setup.contact.law = law;
        setup.contact.stiffness = setup.hybrid.wanted.stiffness = wanted;
        setup.hybrid.its.source = source;
        if (source != Source::measured) setup.hybrid.its.measurement_delay = 0.0;
        SCOPED_TRACE(wanted);
        expect_axial(setup, 1e-5);
      }
}

/// Passivity looks at the real contact alone, whose force the sensor measures, whatever the computer adds to it.
TEST(SixDofHybrid, BehindPassivityIsTheAxialOne) {
  for (const int ports : {1, 2})
    for (const double wanted : {700.0, 1500.0}) {
      auto setup = epos();
      setup.contact.stiffness = setup.hybrid.wanted.stiffness = wanted;
      setup.compensator.force = Force::passivity;
      setup.compensator.ports = ports;
      setup.compensator.rate = 500.0;
      SCOPED_TRACE(ports);
      SCOPED_TRACE(wanted);
      expect_axial(setup, 1e-5);
    }
}

TEST(SixDofHybrid, BehindHoldsIsTheAxialOne) {
  auto setup = epos();
  for (auto& chain : setup.robot) {
    chain = {};
    chain.add(SampleHoldSetup{250.0});
    chain.add(TransportDelaySetup{16e-3});
  }
  setup.wrench_sensor[0].add(SampleHoldSetup{1000.0});
  for (const double rate : {500.0, 300.0}) {  // at the samples of the robot as well, and between them
    setup.hybrid.its.rate = rate;
    expect_axial(setup, 1e-5);
  }
}

/// What an observer sees and how late the loop is, along the one normal of a straight hit; the limits of the testbed.
TEST(SixDofHybrid, IsSeenAsOnTheAxis) {
  auto plain = hit_on_the_axis();
  for (auto& chain : plain.robot) chain.add(LowPassSetup{4.0 / 1e-3, 0.7});
  for (auto& chain : plain.wrench_sensor) chain.add(LowPassSetup{4.0 / 1e-4, 0.7});
  for (const auto& setup : {epos(), plain}) {
    const auto one = simulate::simulate(on_one_axis(setup)), other = simulate::simulate(setup);
    ASSERT_EQ(other.outcome, Outcome::ok);
    for (const char* name : {"energy.observed", "energy.dissipated_hil", "loop.lag", "loop.lag_ratio"}) {
      ASSERT_GT(metric(one, name), 0.0) << name;
      EXPECT_NEAR(metric(other, name) / metric(one, name), 1.0, 1e-5) << name;
    }
    for (const char* name : {"virtual.damping_min", "virtual.damping_max", "virtual.stiffness_max"})
      EXPECT_EQ(bits(metric(other, name)), bits(metric(one, name))) << name;
  }
  EXPECT_NEAR(metric(simulate::simulate(epos()), "virtual.damping_min"), 16.12, 5e-3);
}

/// An oblique hit turns both bodies: the observer's energy is the gain of all of their motion, and the lag is that of the
/// low-passes, to the order in which a contact is short for them.
TEST(SixDofHybrid, IsSeenInASkewHit) {
  auto setup = skew_docking();
  setup.friction = {};
  setup.first_impact = true;
  equip(setup, 0.1e-3, 0.0, 0.0, 0.0);
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_NEAR(metric(row, "energy.observed"), metric(row, "energy.balance_hil"), 1e-15);
  const double late = 2.0 * 0.7 * 0.1e-3 / 4.0;
  EXPECT_NEAR(metric(row, "loop.lag"), late, 0.02 * late);
  EXPECT_NEAR(metric(row, "loop.lag_ratio"),
              std::numbers::pi * metric(row, "loop.lag") / metric(row, "contact.duration_docking"), 1e-3);
}

/// The figures of EPOS: the filled damping is too little behind a robot, the corrected one right to first order.
TEST(SixDofHybrid, OfEposHasItsFigures) {
  for (const auto& [share, restitution, peak] :
       {std::tuple{Share::fill, 0.8810, 4.8215}, {Share::corrected, 0.8090, 4.6982}}) {
    auto setup = epos();
    setup.hybrid.damping = share;
    const auto row = simulate::simulate(setup);
    ASSERT_EQ(row.outcome, Outcome::ok);
    EXPECT_NEAR(-metric(row, "velocity.after_hil") / setup.approach_velocity, restitution, 2e-4);
    EXPECT_NEAR(metric(row, "force.peak_hil"), peak, 1e-3);
  }
}

/// Both parts, without any delay.
models::SixDofSetup undelayed(models::SixDofSetup setup) {
  setup.first_impact = true;
  setup.friction = {};
  setup.contact = {contact::Law::kelvin_voigt, 2e4, 1.0};
  setup.contact.viscosity = 100.0;
  setup.hybrid.its.is_computed = true;
  setup.hybrid.wanted = {setup.contact.stiffness, setup.contact.viscosity};
  return setup;
}

/// The computed part alone is the wanted contact: bit for bit, where the same chains without it give the docking model's
/// bits, else to rounding.
TEST(SixDofHybrid, ComputedAloneIsTheDockingModel) {
  for (const auto law : {contact::Law::kelvin_voigt, contact::Law::kelvin_voigt_tensile})
    for (const auto source : {Source::measured, Source::actual, Source::commanded})
      for (const auto& scene : {hit_on_the_axis(), whole_docking(), skew_docking()}) {
        auto setup = undelayed(scene);
        const bool is_skew = setup.robot == skew_docking().robot && setup.offset == skew_docking().offset;
        setup.contact.law = law;
        setup.hybrid.its.source = source;
        const auto row = simulate::simulate(setup);
        ASSERT_EQ(row.outcome, Outcome::ok);
        for (const char* name : {"velocity.after", "contact.duration", "torque.peak", "force.peak"}) {
          const double hil = metric(row, std::string(name) + "_hil"),
                       docking = metric(row, std::string(name) + "_docking");
          if (is_skew)
            EXPECT_NEAR(hil / docking, 1.0, 1e-12) << name;
          else
            EXPECT_EQ(bits(hil), bits(docking)) << name;
        }
      }
}

/// Springs with directions and what fills them up make the wanted contact, along any normal, softer or stiffer than it.
TEST(SixDofHybrid, FilledSpringsAreTheDockingModel) {
  for (const auto reading : {hybrid::ComplianceReading::force, hybrid::ComplianceReading::displacement})
    for (const double along : {5e3, 4e4})
      for (const auto& scene : {whole_docking(), skew_docking()}) {
        auto setup = undelayed(scene);
        setup.hybrid.its.is_real = true;
        setup.hybrid.its.real_damping = 40.0;
        setup.hybrid.springs = springs(along, 1e4);
        setup.hybrid.reading = reading;
        const auto row = simulate::simulate(setup);
        ASSERT_EQ(row.outcome, Outcome::ok);
        for (const char* name : {"velocity.after", "contact.duration", "torque.peak", "force.peak"})
          EXPECT_NEAR(metric(row, std::string(name) + "_hil") / metric(row, std::string(name) + "_docking"),
                      1.0, 1e-8)
              << name;
      }
}

/// A probe that meets a plane at an angle sees 1/(n K^-1 n), or n K n where its tip moves along the normal alone; and the
/// computed part n diag(k) n.
TEST(SixDofHybrid, SpringsActAlongTheNormal) {
  const double angle = 30.0 * kDegree, c = std::cos(angle) * std::cos(angle), s = 1.0 - c;
  const double along = 3e4, across = 1.2e4;
  auto setup = undelayed(hit_on_the_axis());
  setup.chaser.port = setup.target.port = {};  // nothing turns
  setup.attitude = {0.0, angle, 0.0};
  setup.lateral_velocity = {0.0, setup.approach_velocity * std::tan(angle)};  // along the normal
  setup.hybrid.its.is_real = true;
  setup.hybrid.springs = springs(along, across);
  const auto expect_stiffness = [&](double stiffness) {
    const auto row = simulate::simulate(setup);
    ASSERT_EQ(row.outcome, Outcome::ok);
    const double m = models::reduced_mass(setup), v = setup.approach_velocity / std::cos(angle);
    EXPECT_NEAR(metric(row, "force.peak_hil") / (v * std::sqrt(stiffness * m)), 1.0, 1e-6);
    EXPECT_NEAR(metric(row, "contact.duration_hil") / (std::numbers::pi * std::sqrt(m / stiffness)), 1.0,
                1e-6);
  };
  setup.hybrid.its.is_computed = false;
  setup.hybrid.reading = hybrid::ComplianceReading::displacement;
  expect_stiffness(c * along + s * across);
  setup.hybrid.reading = hybrid::ComplianceReading::force;
  expect_stiffness(1.0 / (c / along + s / across));
  setup.hybrid.its.is_real = false;
  setup.hybrid.its.is_computed = true;
  setup.hybrid.stiffness = Share::along_axes;
  setup.hybrid.damping = Share::value;
  setup.hybrid.stiffness_along = {along, across, across};
  expect_stiffness(c * along + s * across);
}

/// J w' = -c w of both bodies, as long as the contact lasts.
TEST(SixDofHybrid, TorsionalDampersTakeTheTurning) {
  auto setup = undelayed(hit_on_the_axis());
  setup.contact.viscosity = 0.0;  // which would end the force before the contact
  setup.hybrid.damping = Share::value;
  setup.angular_velocity = {0.3, 0.0, 0.0};
  setup.hybrid.torsional_damping = {40.0, 0.0, 0.0};
  const std::atomic<bool> stop = false;
  const auto traced = simulate::simulate_traced(setup, 0.0, stop);
  ASSERT_EQ(traced.row.outcome, Outcome::ok);
  const double T = metric(traced.row, "contact.duration_hil");
  const double decay = std::exp(-40.0 * (1.0 / setup.chaser.inertia[0] + 1.0 / setup.target.inertia[0]) * T);
  const auto& hil = traced.trace.groups.back();
  const History its{hil};
  const std::size_t last = hil.channels.front().values.size() - 1;
  EXPECT_LT(decay, 0.99);
  EXPECT_NEAR(metric(traced.row, "energy.balance_hil") / metric(traced.row, "energy.damping_hil"), 0.0, 1e-6);
  EXPECT_NEAR((its.at("chaser_rate_x", last) - its.at("target_rate_x", last)) / 0.3, decay, 1e-6);
}

/// Whatever is late, the computed force acts on both bodies.
TEST(SixDofHybrid, KeepsMomentum) {
  auto setup = undelayed(skew_docking());
  for (auto& chain : setup.robot) chain.add(TransportDelaySetup{2e-3});
  setup.hybrid.its.is_real = true;
  setup.hybrid.springs = springs(1.5e4, 1e4);
  setup.hybrid.its.measurement_delay = 1e-3;
  setup.hybrid.lags = {2e-3, 3e-3};
  setup.hybrid.torsional_damping = {5.0, 3.0, 4.0};
  const std::atomic<bool> stop = false;
  const auto traced = simulate::simulate_traced(setup, 0.0, stop);
  ASSERT_EQ(traced.row.outcome, Outcome::ok);
  EXPECT_GT(std::abs(metric(traced.row, "velocity.error_pct")), 0.1);
  const Drift its = drift(setup, traced.trace.groups.back());
  EXPECT_LT(its.momentum, 1e-10);
  EXPECT_LT(its.angular_momentum, 1e-8);
}

/// With a late angle the springs along the probe's axes are those of the late angle; the two solvers agree on it.
TEST(SixDofHybrid, SolversAgree) {
  auto setup = undelayed(skew_docking());
  for (auto& chain : setup.robot) chain.add(TransportDelaySetup{2e-3});
  setup.hybrid.its.is_real = true;
  setup.hybrid.springs = springs(3e4, 1e4);
  setup.hybrid.its.measurement_delay = 1e-3;
  setup.hybrid.lags = {2e-3, 3e-3};
  const auto one = simulate::simulate(setup);
  setup.solver = models::Solver::reference;
  const auto other = simulate::simulate(setup);
  ASSERT_EQ(one.outcome, Outcome::ok);
  ASSERT_EQ(other.outcome, Outcome::ok);
  for (const char* name : {"velocity.after_hil", "force.peak_hil", "torque.peak_hil"})
    EXPECT_NEAR(metric(one, name) / metric(other, name), 1.0, 1e-5) << name;
}

/// Behind two low-passes, 1 ms and 0.1 ms.
models::SixDofSetup behind_low_passes(models::SixDofSetup setup) {
  for (std::size_t i = 0; i < models::kComponents; ++i) {
    setup.robot[i].add(LowPassSetup{4.0 / 1e-3, 0.7});
    setup.wrench_sensor[i].add(LowPassSetup{4.0 / 1e-4, 0.7});
  }
  return setup;
}

TEST(SixDofForceCompensator, OnTheAxisIsTheAxialOne) {
  for (const auto position : {Position::none, Position::lead})
    for (const auto& [force, damping] : {std::pair{Force::lead, 0.0},
                                         {Force::secant, 0.0},
                                         {Force::damper, 900.0},
                                         {Force::damper, compensation::kByRestitution},
                                         {Force::damper, compensation::kByObserver},
                                         {Force::passivity, 0.0}}) {
      auto setup = behind_low_passes(hit_on_the_axis());
      setup.compensator.position = position;
      setup.compensator.force = force;
      setup.compensator.damping = damping;
      SCOPED_TRACE(static_cast<int>(force));
      expect_axial(setup, 1e-5, false, 1e-5);
    }
}

TEST(SixDofForceCompensator, BehindHoldsIsTheAxialOne) {
  for (const auto& [force, ports] :
       {std::pair{Force::damper, 1}, {Force::passivity, 1}, {Force::passivity, 2}}) {
    auto setup = behind_low_passes(hit_on_the_axis());
    setup.compensator.force = force;
    setup.compensator.ports = ports;
    setup.compensator.damping = 900.0;
    setup.compensator.rate = 20e3;
    SCOPED_TRACE(static_cast<int>(force));
    expect_axial(setup, 1e-4);
  }
}

/// A pure delay ahead of a damped contact: the third derivative in the rate of the command.
TEST(SixDofCompensator, LeadOfADelayIsTheAxialOne) {
  auto setup = hit_on_the_axis();
  for (auto& chain : setup.robot) chain.add(TransportDelaySetup{0.3e-3});
  for (auto& chain : setup.wrench_sensor) chain.add(LowPassSetup{4.0 / 1e-4, 0.7});
  setup.compensator = {Position::lead, Force::none, 2};
  expect_axial(setup, 1e-6);
}

/// An oblique hit is mended along its normal by what learns from it. The damping of a straight hit is too much for it.
TEST(SixDofForceCompensator, ActsAlongTheNormalOfASkewHit) {
  for (auto setup : {whole_docking(), skew_docking()}) {
    setup = behind_low_passes(setup);
    setup.friction = {};
    setup.first_impact = true;
    const auto error = [&](Force force, double damping = 0.0) {
      setup.compensator.force = force;
      setup.compensator.damping = damping;
      const auto row = simulate::simulate(setup);
      EXPECT_EQ(row.outcome, Outcome::ok);
      return metric(row, "velocity.error_pct");
    };
    EXPECT_NEAR(error(Force::none), 32.7, 0.2);
    EXPECT_NEAR(error(Force::damper, compensation::kByObserver), 0.6, 0.05);
    EXPECT_NEAR(error(Force::secant), 4.95, 0.1);
    EXPECT_NEAR(error(Force::passivity), 26.8, 0.1);
    EXPECT_LT(error(Force::damper, compensation::kByRestitution), -20.0);
  }
}

}  // namespace
}  // namespace hilspace::test
