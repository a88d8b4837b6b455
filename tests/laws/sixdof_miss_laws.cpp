// A probe that passes its drogue outside the mouth's rim misses it: no contact, whatever the way, the step and the
// instruments.

#include <gtest/gtest.h>

#include <cmath>

#include "simulate/sixdof.hpp"
#include "support/axial_cases.hpp"
#include "support/sixdof_cases.hpp"

namespace hilspace::test {
namespace {

constexpr double kClear = 0.1221 + 0.025;  // m, from where on a tip does not overlap the rim

models::SixDofSetup beside(double offset, double angle, double pitch) {
  auto setup = whole_docking();
  setup.offset = {offset * std::cos(angle), offset * std::sin(angle)};
  setup.attitude = {0.0, pitch, 0.0};
  return setup;
}

void expect_miss(const models::SixDofSetup& setup) {
  const auto row = simulate::simulate(setup);
  EXPECT_EQ(row.outcome, Outcome::no_contact);
  EXPECT_EQ(row.end_docking, RunEnd::left_mouth);
  EXPECT_EQ(row.end_hil, setup.hil ? RunEnd::left_mouth : row.end_hil);
  if (setup.first_impact) return;
  EXPECT_EQ(metric(row, "success.docking"), 0.0);
  EXPECT_EQ(metric(row, "run.impacts_docking"), 0.0);
  EXPECT_EQ(metric(row, "run.peak_force_docking"), 0.0);
  EXPECT_EQ(metric(row, "energy.imbalance_docking"), 0.0);
}

TEST(SixDofMiss, OfAProbeThatStartsBesideTheMouth) {
  for (const double offset : {kClear + 1e-4, 0.148, 0.2, 0.5, 3.0})
    for (const double angle : {-1.5, 0.3, 1.5})
      for (const double pitch : {-7.5 * kDegree, 0.0, 7.5 * kDegree})
        for (const bool first : {false, true}) {
          SCOPED_TRACE(testing::Message() << offset << ", " << angle << ", " << pitch << ", " << first);
          auto setup = beside(offset, angle, pitch);
          setup.first_impact = first;
          expect_miss(setup);
          equip(setup, 4e-3, 10e-6, 0.1e-3, 1.0);
          expect_miss(setup);
        }
}

TEST(SixDofMiss, DoesNotDependOnTheStep) {
  for (const double share : {0.1, 1.0, 10.0, 1000.0}) {
    SCOPED_TRACE(share);
    auto setup = beside(0.2, 1.5, -7.5 * kDegree);
    setup.step = share * models::automatic_step(setup);
    expect_miss(setup);
    equip(setup, 1e-3, 10e-6, 0.1e-3, 1.0);
    expect_miss(setup);
  }
}

/// Turning bodies come at the drogue sideways.
TEST(SixDofMiss, OfAProbeThatDriftsAcross) {
  for (const double drift : {-0.3, -0.05, 0.05, 0.3}) {
    SCOPED_TRACE(drift);
    auto setup = beside(0.2, 1.5, 5.0 * kDegree);
    setup.lateral_velocity = {0.02, drift};
    setup.angular_velocity = {0.02, -0.01, 0.015};
    expect_miss(setup);
    equip(setup, 1e-3, 10e-6, 0.1e-3, 1.0);
    expect_miss(setup);
  }
}

/// A wall so soft that the tip goes through it near the mouth has no side any more: that is no miss.
TEST(SixDofMiss, IsNotWhatATipPressedThroughTheWallDoes) {
  auto setup = beside(0.09, 1.5, 0.0);
  setup.contact.stiffness *= 1e-9;
  setup.lateral_velocity = {0.0, 0.5};
  setup.hil = false;
  EXPECT_EQ(simulate::simulate(setup).outcome, Outcome::unresolved);
}

}  // namespace
}  // namespace hilspace::test
