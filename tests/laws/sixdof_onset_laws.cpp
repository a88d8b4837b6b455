// Where a contact begins in six degrees of freedom, behind quantizers and holds: a place that stands still for a while, though
// its rate does not say so, begins none by itself.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "contact/law.hpp"
#include "contact/material.hpp"
#include "simulate/sixdof.hpp"
#include "support/feature_cases.hpp"
#include "support/sixdof_on_axis.hpp"

namespace hilspace::test {
namespace {

using instruments::QuantizerSetup;
using instruments::SampleHoldSetup;
using mechanism::Assembly;
using mechanism::FeatureType;
using mechanism::Side;
using models::SixDofSetup;

/// A straight hit of a ball on a plane, at 10 mm/s.
SixDofSetup slow_hit(double radius) {
  SixDofSetup setup;
  setup.first_impact = true;
  setup.chaser = {100.0, diagonal(20.0, 30.0, 30.0), {1.0, 0.0, 0.0}};
  setup.target = {200.0, diagonal(60.0, 70.0, 70.0), {-1.0, 0.0, 0.0}};
  setup.mechanism.kind = mechanism::MechanismKind::plane;
  setup.mechanism.tip_radius = radius;
  setup.contact.law = contact::Law::flores;
  setup.contact.stiffness = contact::hertz_stiffness({4e9, 0.35}, {69e9, 0.34}, 0.03);
  setup.contact.damping_number = contact::damping_number(contact::Law::flores, 0.7);
  setup.approach_velocity = 0.01;
  return setup;
}

/// A level of the quantizer may be the place of the surface, or within a rounding error of it: then the place stands still there,
/// and the contact neither begins nor ends over and over in least steps.
TEST(SixDofOnset, OfAQuantizerDoesNotDependOnWhereItsCellsEnd) {
  for (const double quantum : {1e-6, 10e-6}) {
    double last = 0.0;
    for (const double millimetres : {20.0, 25.0, 26.0, 30.0, 35.0, 40.0})
      for (const bool features : {false, true}) {
        SCOPED_TRACE(testing::Message() << quantum << " m, " << millimetres << " mm, features " << features);
        auto setup = slow_hit(1e-3 * millimetres);
        for (std::size_t i = 0; i < models::kLinearComponents; ++i)
          setup.robot[i].add(QuantizerSetup{quantum});
        const Assembly assembly =
            Assembly::of(std::array{feature(Side::chaser, FeatureType::sphere, setup.mechanism.tip_radius),
                                    feature(Side::target, FeatureType::plane)},
                         {});
        if (features) {
          give(setup, assembly);
          setup.mechanism.start_at = -setup.mechanism.tip_radius;
        }
        std::array<simulate::SixDofWork, 2> work{};
        const auto row = simulate::simulate(setup, simulate::kNeverStop, &work);
        ASSERT_EQ(row.outcome, Outcome::ok);
        EXPECT_LT(work[1].steps, 400u);
        if (last == 0.0) last = metric(row, "velocity.after_hil");
        EXPECT_NEAR(metric(row, "velocity.after_hil") / last, 1.0, 1e-5);
      }
  }
}

/// So it is for what stands on the bodies beside a link, which itself moves on within a cell. The rebound is read at the end, which
/// may be half a cell later, while the link swings.
TEST(SixDofOnset, OfAQuantizerBesideALinkDoesNotDependOnWhereItsCellsEnd) {
  for (const double quantum : {1e-6, 10e-6})
    for (const bool on_target : {false, true}) {
      double last = 0.0, peak = 0.0;
      for (const double millimetres : {20.0, 25.0, 30.0, 35.0}) {
        SCOPED_TRACE(testing::Message()
                     << quantum << " m, " << millimetres << " mm, on target " << on_target);
        auto setup = slow_hit(1e-3 * millimetres);
        for (std::size_t i = 0; i < models::kLinearComponents; ++i)
          setup.robot[i].add(QuantizerSetup{quantum});
        auto linked = feature(on_target ? Side::target : Side::chaser, FeatureType::sphere, 5e-3);
        linked.at = {on_target ? 0.3 : -0.3, 0.1, 0.0};
        linked.on_link = true;
        const Assembly assembly =
            Assembly::of(std::array{feature(Side::chaser, FeatureType::sphere, setup.mechanism.tip_radius),
                                    feature(Side::target, FeatureType::plane), linked},
                         {});
        give(setup, assembly);
        setup.mechanism.start_at = -setup.mechanism.tip_radius;
        setup.mechanism.link = mechanism::LinkSetup{7.0,
                                                    {2.0, 2.0, 2.0},
                                                    {8e3, 8e3, 8e3, 3e3, 3e3, 3e3},
                                                    {80.0, 80.0, 80.0, 30.0, 30.0, 30.0},
                                                    on_target};
        std::array<simulate::SixDofWork, 2> work{};
        const auto row = simulate::simulate(setup, simulate::kNeverStop, &work);
        ASSERT_EQ(row.outcome, Outcome::ok);
        EXPECT_LT(work[1].steps, 400u);
        if (last == 0.0) last = metric(row, "velocity.after_hil"), peak = metric(row, "force.peak_hil");
        EXPECT_NEAR(metric(row, "velocity.after_hil") / last, 1.0, 1e-3);
        EXPECT_NEAR(metric(row, "force.peak_hil") / peak, 1.0, 1e-6);
      }
    }
}

TEST(SixDofOnset, OfAQuantizerIsThatOfTheReference) {
  auto setup = slow_hit(0.035);
  for (std::size_t i = 0; i < models::kLinearComponents; ++i) setup.robot[i].add(QuantizerSetup{1e-6});
  const auto fast = simulate::simulate(setup);
  setup.solver = models::Solver::reference;
  const auto fine = simulate::simulate(setup);
  ASSERT_EQ(fine.outcome, Outcome::ok);
  EXPECT_NEAR(metric(fast, "velocity.after_hil") / metric(fine, "velocity.after_hil"), 1.0, 1e-6);
}

/// A hold that samples at 0 keeps what it sees there for a period. That is no contact, wherever rounding puts a tip that is to
/// touch just then: with a damper it made 13 % of the rebound.
TEST(SixDofOnset, BehindAHoldDoesNotDependOnTheLevers) {
  for (const double lever : {0.0, 0.3, 1.0, 1.3, 2.77})
    for (const double other : {0.0, -0.7, -1.0}) {
      SCOPED_TRACE(testing::Message() << lever << " m, " << other << " m");
      auto setup = slow_hit(0.025);
      setup.chaser.port[0] = lever;
      setup.target.port[0] = other;
      setup.contact = {};
      setup.contact.law = contact::Law::kelvin_voigt;
      setup.contact.stiffness = 1e6;
      setup.contact.exponent = 1.0;
      setup.contact.viscosity = 3e3;
      setup.approach_velocity = 0.1;
      setup.robot[0].add(SampleHoldSetup{300.0});
      expect_axial(setup, 1e-5);
    }
}

}  // namespace
}  // namespace hilspace::test
