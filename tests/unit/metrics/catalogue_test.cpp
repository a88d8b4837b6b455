#include "metrics/catalogue.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <string>

#include "metrics/docking_metrics.hpp"
#include "metrics/pair_metrics.hpp"

namespace hilspace::metrics {
namespace {

double value(const Row& row, std::string_view name) {
  for (std::size_t i = 0; i < kMetricCount; ++i)
    if (catalogue()[i].name == name) return row.values[i];
  ADD_FAILURE() << "no metric " << name;
  return 0.0;
}

PairMetrics<double> tallies() {
  PairMetrics<double> t;
  t.force = {100.0, 150.0, 60.0, 80.0, 10.0, 14.0, 5.0};
  t.penetration = {2.0, 3.0, 1.0, 0.0, 4.0, 2.0, 1.0};
  t.docking = {0.0, 4.0, 0.5, 0.2, 0.3};
  t.hil = {1.0, 5.5, 0.75, 0.25, 0.24};
  return t;
}
constexpr ModelEnd kDocked{Outcome::ok, RunEnd::separated, -0.4};
constexpr ModelEnd kHil{Outcome::ok, RunEnd::separated, -0.6};
constexpr ModelEnd kFailed{Outcome::diverged, RunEnd::stopped, 0.0};

TEST(Catalogue, NamesEveryMetricOnceWithUnitAndMeaning) {
  ASSERT_EQ(catalogue().size(), kMetricCount);
  std::set<std::string_view> names;
  for (const auto& metric : catalogue()) {
    EXPECT_TRUE(names.insert(metric.name).second) << metric.name;
    EXPECT_FALSE(metric.long_name.empty());
    EXPECT_EQ(metric.name.ends_with("_pct"), metric.units == "percent") << metric.name;
  }
}

// The definitions of Bondoky 3.1 to 3.8, by hand.
TEST(Row, FollowsTheDefinitions) {
  const Row r = row(tallies(), kDocked, kHil, 2.0, 0.5, 1e-6);
  EXPECT_EQ(r.outcome, Outcome::ok);
  EXPECT_EQ(r.step, 1e-6);
  EXPECT_DOUBLE_EQ(value(r, "force.peak_docking"), 100.0);
  EXPECT_DOUBLE_EQ(value(r, "force.peak_hil"), 150.0);
  EXPECT_DOUBLE_EQ(value(r, "force.e_imax"), 60.0);
  EXPECT_DOUBLE_EQ(value(r, "force.e_imax_pct"), 75.0);
  EXPECT_DOUBLE_EQ(value(r, "force.e_hmax_pct"), 60.0);
  EXPECT_DOUBLE_EQ(value(r, "force.e_abs_pct"), 50.0);
  EXPECT_DOUBLE_EQ(value(r, "force.e_aint_pct"), 40.0);
  EXPECT_DOUBLE_EQ(value(r, "force.e_hint_pct"), 50.0);
  EXPECT_DOUBLE_EQ(value(r, "velocity.error"), -0.2);
  EXPECT_DOUBLE_EQ(value(r, "velocity.error_pct"), 50.0);
  EXPECT_DOUBLE_EQ(value(r, "restitution.docking"), 0.8);
  EXPECT_DOUBLE_EQ(value(r, "restitution.hil"), 1.2);
  EXPECT_DOUBLE_EQ(value(r, "contact.duration_docking"), 4.0);
  EXPECT_DOUBLE_EQ(value(r, "contact.duration_hil"), 4.5);
  EXPECT_DOUBLE_EQ(value(r, "contact.duration_error"), 0.5);
  EXPECT_DOUBLE_EQ(value(r, "energy.kinetic_docking"), 0.16);
  EXPECT_DOUBLE_EQ(value(r, "energy.kinetic_hil"), 0.36);
  EXPECT_DOUBLE_EQ(value(r, "energy.kinetic_error_pct"), 125.0);
  EXPECT_DOUBLE_EQ(value(r, "energy.dissipated_error"), 0.25);
  EXPECT_DOUBLE_EQ(value(r, "energy.kinetic_error"), 0.2);
  EXPECT_DOUBLE_EQ(value(r, "energy.potential_docking"), 0.2);
  EXPECT_DOUBLE_EQ(value(r, "energy.potential_hil"), 0.25);
  EXPECT_NEAR(value(r, "energy.potential_error"), 0.05, 1e-16);
  EXPECT_DOUBLE_EQ(value(r, "energy.potential_error_pct"), 25.0);
  EXPECT_DOUBLE_EQ(value(r, "energy.mechanical_docking"), 0.3);
  EXPECT_DOUBLE_EQ(value(r, "energy.mechanical_hil"), 0.24);
  EXPECT_NEAR(value(r, "energy.mechanical_error"), -0.06, 1e-16);
  EXPECT_NEAR(value(r, "energy.mechanical_error_pct"), -20.0, 1e-13);
  EXPECT_DOUBLE_EQ(value(r, "energy.dissipated_docking"), 0.5);
  EXPECT_DOUBLE_EQ(value(r, "energy.dissipated_hil"), 0.75);
  EXPECT_DOUBLE_EQ(value(r, "energy.dissipated_error"), 0.25);
  EXPECT_DOUBLE_EQ(value(r, "energy.dissipated_error_pct"), 50.0);
  // After plus taken minus before: 1/2 2 kg (0.5 m/s)^2 = 0.25 J.
  EXPECT_NEAR(value(r, "energy.balance_docking"), 0.16 + 0.5 - 0.25, 1e-15);
  EXPECT_NEAR(value(r, "energy.balance_hil"), 0.36 + 0.75 - 0.25, 1e-15);
  EXPECT_NEAR(value(r, "energy.balance_error_pct"), 100.0 * (0.86 - 0.41) / 0.25, 1e-12);
}

/// Of 0.25 J before.
TEST(Row, HasNoPercentageOfWhatTheIntegrationLeavesOfAnElasticContact) {
  auto its = tallies();
  its.docking.work = 2e-7;
  EXPECT_TRUE(std::isnan(value(row(its, kDocked, kHil, 2.0, 0.5, 1e-6), "energy.dissipated_error_pct")));
  its.docking.work = -3e-7;
  EXPECT_FALSE(std::isnan(value(row(its, kDocked, kHil, 2.0, 0.5, 1e-6), "energy.dissipated_error_pct")));
}

TEST(Row, HasNoPercentageOfNothing) {
  const Row r = row(tallies(), kDocked, kHil, 2.0, 0.5, 1e-6);
  EXPECT_TRUE(std::isnan(value(r, "penetration.e_imax_pct")));   // its reference is 0
  EXPECT_TRUE(std::isnan(value(r, "contact_force.e_abs_pct")));  // no contact force at all
}

// Also where it is the docking model that failed: the testbed's run is as whole as it would be without.
TEST(Row, KeepsTheNumbersOfTheModelThatEndedWell) {
  auto its = tallies();
  its.contact_force = its.force;
  const Row whole = row(its, kDocked, kHil, 2.0, 0.5, 1e-6);
  for (const bool hil_failed : {true, false}) {
    const Row r = row(its, hil_failed ? kDocked : kFailed, hil_failed ? kFailed : kHil, 2.0, 0.5, 1e-6);
    EXPECT_EQ(r.outcome, Outcome::diverged);
    EXPECT_EQ(r.end_docking, hil_failed ? RunEnd::separated : RunEnd::stopped);
    EXPECT_EQ(r.end_hil, hil_failed ? RunEnd::stopped : RunEnd::separated);
    int kept = 0;
    for (std::size_t i = 0; i < kMetricCount; ++i) {
      const Metric& metric = catalogue()[i];
      const bool remains = !(hil_failed ? metric.of_hil : metric.of_docking) && !std::isnan(whole.values[i]);
      kept += remains ? 1 : 0;
      EXPECT_EQ(std::isnan(r.values[i]), !remains) << metric.name;
      if (remains) {
        EXPECT_EQ(r.values[i], whole.values[i]) << metric.name;
      }
    }
    EXPECT_GT(kept, 8);
  }
}

/// Peaks are those of parabolas; friction has a kink where the sliding ends, past which a parabola swings.
TEST(DockingTally, FrictionIsNoMoreThanItsCoefficientTimesTheNormalForce) {
  constexpr double mu = 0.35;
  const auto seen = [](const std::array<double, 3>& force, const std::array<double, 3>& friction) {
    DockingTally tally;
    DockingLook look{};
    for (std::size_t k = 0; k < force.size(); ++k) look.views[k].contact_force = force[k];
    look.friction = friction;
    tally.add(look, 0.0, 1e-3, 1e-9, 0.0);
    return tally.impact;
  };
  const Impact ends = seen({1000.0, 1000.0, 1000.0}, {0.7 * mu * 1000.0, mu * 1000.0, 0.0});
  EXPECT_DOUBLE_EQ(ends.peak_friction, mu * 1000.0);
  const Impact slides = seen({600.0, 1000.0, 800.0}, {mu * 600.0, mu * 1000.0, mu * 800.0});
  EXPECT_GT(slides.peak_force, 1000.0);
  EXPECT_DOUBLE_EQ(slides.peak_friction, mu * slides.peak_force);
}

/// What jumps between two steps is seen on either side.
TEST(DockingTally, EnergiesAreThoseOfBothSidesOfAJump) {
  DockingTally tally;
  tally.start(10.0);
  DockingLook look{};
  tally.begin_step(0.0, {10.0, 0.0, 0.0, 0.0}, 0.1, true, 0.0, 1.0);
  look.end = {9.0, 3.0, 0.5, 0.0, 1.0};
  tally.add(look, 0.0, 1e-3, 1e-9, 0.0);
  tally.begin_step(1e-3, {9.0, 1.0, 0.5, 0.0, 1.0}, 0.1, false, 0.0, 1.0);
  EXPECT_DOUBLE_EQ(tally.peak_mechanical, 13.0);
  EXPECT_DOUBLE_EQ(tally.imbalance, 3.5);
}

/// Of both models' captures; one that did not go through says nothing.
TEST(Row, SaysWhetherSpaceAndTestbedCapture) {
  DockingTally all, two, none;
  all.capture.latches = two.capture.latches = 3;
  all.capture.latched = 3;
  two.capture.latched = 2;
  const auto of = [](const DockingTally& space, const DockingTally& testbed, Outcome outcome = Outcome::ok) {
    const DockingEnd end{Outcome::ok, RunEnd::captured, 1.0};
    DockingEnd other = end;
    other.outcome = outcome;
    return row({}, {space, end, true}, {testbed, other, true}, 1e-6).agreement;
  };
  EXPECT_EQ(of(all, all), Agreement::both);
  EXPECT_EQ(of(all, two), Agreement::space_only);
  EXPECT_EQ(of(two, all), Agreement::testbed_only);
  EXPECT_EQ(of(two, two), Agreement::neither);
  EXPECT_EQ(of(all, none), Agreement::unknown);
  EXPECT_EQ(of(all, all, Outcome::diverged), Agreement::unknown);
  EXPECT_EQ(row(tallies(), kDocked, kHil, 2.0, 0.5, 1e-6).agreement, Agreement::unknown);
}

}  // namespace
}  // namespace hilspace::metrics
