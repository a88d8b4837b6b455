#include "metrics/compare_traces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace hilspace::metrics {
namespace {

/// An impact by hand: forces are half sines over [begin, begin + length], the penetration goes with them,
/// and the velocity follows from the force.
struct Impact {
  double begin = 0.0, length = 1.0, peak = 1.0, approach = 0.5, mass = 2.0;

  double force(double t) const {
    const double x = (t - begin) / length;
    return x > 0.0 && x < 1.0 ? peak * std::sin(std::numbers::pi * x) : 0.0;
  }
  double impulse(double t) const {
    const double x = std::clamp((t - begin) / length, 0.0, 1.0);
    return peak * length / std::numbers::pi * (1.0 - std::cos(std::numbers::pi * x));
  }
  double velocity(double t) const { return approach - impulse(t) / mass; }
};

struct Recorded {
  std::vector<double> time, velocity, penetration, rate, force, potential;
  double mass;

  Recorded(const Impact& impact, double from, double to, double interval) : mass(impact.mass) {
    for (double t = from; t < to + 0.5 * interval; t += interval) {
      time.push_back(t);
      velocity.push_back(impact.velocity(t));
      penetration.push_back(1e-3 * impact.force(t) - 1e-6);
      rate.push_back(impact.velocity(t));
      force.push_back(impact.force(t));
      potential.push_back(1e-4 * impact.force(t));
    }
  }
  Histories histories() const { return {time, velocity, penetration, rate, force, force, potential, mass}; }
};

double value(const Comparison& found, std::string_view name) {
  for (std::size_t i = 0; i < kMetricCount; ++i)
    if (catalogue()[i].name == name) return found.row.values[i];
  ADD_FAILURE() << "no metric " << name;
  return 0.0;
}

// Docking: a half sine of height 1 and length 1. HIL: one of height 1.5, later by a quarter; no common
// sample.
TEST(CompareTraces, MeasuresKnownCurvesOnDifferentGrids) {
  const Recorded docking({}, -0.1, 1.5, 1.3e-3);
  const Recorded hil({.begin = 0.25, .peak = 1.5}, -0.05, 1.45, 0.7e-3);
  const Comparison found = compare(docking.histories(), hil.histories());
  EXPECT_NEAR(value(found, "force.peak_docking"), 1.0, 1e-5);
  EXPECT_NEAR(value(found, "force.peak_hil"), 1.5, 1e-5);
  EXPECT_NEAR(value(found, "force.e_abs_pct"), 50.0, 1e-3);
  EXPECT_NEAR(value(found, "force.e_aint_pct"), 50.0, 1e-3);
  // The error between 0.25 and 1 is a sine of amplitude |1.5 e^{-i pi/4} - 1|.
  const double re = 1.5 * std::cos(std::numbers::pi / 4) - 1.0, im = -1.5 * std::sin(std::numbers::pi / 4);
  EXPECT_NEAR(value(found, "force.e_imax"), std::hypot(re, im), 1e-5);
  EXPECT_NEAR(value(found, "contact_force.e_hmax_pct"), 100.0 * std::hypot(re, im), 1e-3);
  EXPECT_NEAR(value(found, "penetration.peak_hil"), 1.5e-3 - 1e-6, 1e-8);
  EXPECT_NEAR(value(found, "velocity.after_docking"), 0.5 - 1.0 / std::numbers::pi, 1e-12);
  EXPECT_NEAR(value(found, "velocity.error"), -0.5 / std::numbers::pi, 1e-12);
  EXPECT_NEAR(value(found, "restitution.hil"), (1.5 / std::numbers::pi - 0.5) / 0.5, 1e-12);
  EXPECT_NEAR(value(found, "contact.duration_docking"), 1.0, 3e-3);
  EXPECT_NEAR(value(found, "contact.duration_error"), 0.0, 3e-3);
  EXPECT_NEAR(value(found, "energy.balance_docking"), 0.0, 1e-5);
  EXPECT_NEAR(value(found, "energy.balance_hil"), 0.0, 1e-5);
}

TEST(CompareTraces, OfATraceWithItselfThereIsNoError) {
  const Recorded one({}, -0.1, 1.1, 1e-2);
  const Comparison found = compare(one.histories(), one.histories());
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    const Metric& metric = catalogue()[i];
    if (!metric.axial || metric.of_dent || metric.of_hybrid) continue;  // no history has a dent
    const bool is_error = metric.of_docking && metric.of_hil;
    EXPECT_TRUE(!is_error || found.row.values[i] == 0.0) << metric.name;
    EXPECT_FALSE(std::isnan(found.row.values[i])) << metric.name;
  }
}

TEST(CompareTraces, TwoSamplesOfOneTimeAreAJump) {
  const std::vector<double> time{0.0, 1.0, 1.0, 3.0, 3.0, 4.0}, box{0.0, 0.0, 2.0, 2.0, 0.0, 0.0};
  const std::vector<double> fine{0.0, 0.5, 1.0, 2.0, 2.0, 4.0}, none{0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  Histories docking{}, hil{};
  docking.time = time;
  docking.contact_force = box;
  hil.time = fine;
  hil.contact_force = none;
  const Comparison found = compare(docking, hil);
  EXPECT_EQ(value(found, "contact_force.peak_docking"), 2.0);
  EXPECT_EQ(value(found, "contact.duration_docking"), 2.0);
  EXPECT_EQ(value(found, "contact_force.e_hint_pct"), 100.0) << "an area of 4, exactly";
  EXPECT_TRUE(std::isnan(value(found, "contact.duration_hil"))) << "there was no contact";
  EXPECT_EQ(found.docking.impulse, 4.0);
}

TEST(CompareTraces, OutsideItsTimesATraceNeitherPushesNorPenetrates) {
  const std::vector<double> early{0.0, 1.0}, late{2.0, 3.0}, one{1.0, 1.0};
  Histories docking{}, hil{};
  docking.time = early;
  hil.time = late;
  docking.force = hil.force = docking.penetration = hil.penetration = one;
  const Comparison found = compare(docking, hil);
  EXPECT_EQ(value(found, "force.e_hint_pct"), 200.0);
  EXPECT_EQ(value(found, "force.e_aint_pct"), 0.0);
  EXPECT_EQ(value(found, "penetration.e_imax"), 1.0);
  EXPECT_TRUE(std::isnan(value(found, "penetration.e_imax_pct"))) << "its reference is 0 there";
}

TEST(CompareTraces, WhatNeedsAMissingHistoryIsUndefined) {
  const Recorded docking({}, -0.1, 1.1, 1e-2);
  Histories hil = docking.histories();
  hil.contact_force = {};
  hil.velocity = {};
  const Comparison found = compare(docking.histories(), hil);
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    const Metric& metric = catalogue()[i];
    const bool is_of_what_is_there = metric.name.starts_with("force.") ||
                                     metric.name.starts_with("penetration.") ||
                                     metric.name.starts_with("energy.potential_");
    EXPECT_EQ(std::isnan(found.row.values[i]),
              !metric.axial || metric.of_dent || metric.of_hybrid || (metric.of_hil && !is_of_what_is_there))
        << metric.name;
  }
  EXPECT_TRUE(std::isnan(found.hil.ratio()));
  EXPECT_FALSE(std::isnan(found.hil.impulse));

  Histories massless = docking.histories();
  massless.mass = std::nan("");
  const Comparison unknown = compare(massless, massless);
  EXPECT_TRUE(std::isnan(value(unknown, "energy.kinetic_docking")));
  EXPECT_TRUE(std::isnan(value(unknown, "energy.balance_hil")));
  EXPECT_FALSE(std::isnan(value(unknown, "energy.dissipated_docking")));
  EXPECT_TRUE(std::isnan(unknown.docking.ratio()));
}

TEST(CompareTraces, DifferentBodiesHaveEnergiesOfTheirOwnButNoDifference) {
  const Recorded docking({.mass = 2.0}, -0.1, 1.1, 1e-2), hil({.mass = 3.0}, -0.1, 1.1, 1e-2);
  const Comparison found = compare(docking.histories(), hil.histories());
  const double after = 0.5 - 2.0 / std::numbers::pi / 3.0;
  EXPECT_NEAR(value(found, "energy.kinetic_hil"), 1.5 * after * after, 1e-12);
  EXPECT_TRUE(std::isnan(value(found, "energy.kinetic_error")));
  EXPECT_TRUE(std::isnan(value(found, "energy.kinetic_error_pct")));
  EXPECT_FALSE(std::isnan(value(found, "energy.dissipated_error")));
}

TEST(CompareTraces, RecordsThatContradictThemselvesFailTheAudit) {
  const Recorded docking({}, -0.1, 1.1, 1e-3);
  std::vector<double> too_strong;
  for (const double force : docking.force) too_strong.push_back(2.5 * force);
  Histories hil = docking.histories();
  hil.force = too_strong;
  const Comparison found = compare(docking.histories(), hil);
  EXPECT_NEAR(found.docking.impulse, 2.0 / std::numbers::pi, 1e-6);
  EXPECT_NEAR(found.docking.ratio(), 1.0, 1e-5);
  EXPECT_NEAR(found.hil.ratio(), 2.5, 1e-5);
  hil.force = {};  // then the force at the interface counts
  EXPECT_NEAR(compare(hil, hil).docking.ratio(), 1.0, 1e-5);
}

TEST(CompareTraces, NothingAtAllIsNoReasonToFail) {
  const Comparison found = compare({}, {});
  for (std::size_t i = 0; i < kMetricCount; ++i) EXPECT_TRUE(std::isnan(found.row.values[i]));
}

// An observer whose rate is later than the contact is long sees the rate before it throughout: it reads
// m (v0 - v1)^2/2 where there is nothing; one with exact signals reads nothing.
TEST(CompareTraces, ALateObserverReadsTooMuch) {
  const Impact impact{};
  const Recorded recorded(impact, -0.1, 1.5, 1e-3);
  EXPECT_NEAR(observed_late(recorded.histories(), 0.0), 0.0, 1e-12);
  const double change = impact.approach - impact.velocity(2.0);
  EXPECT_NEAR(observed_late(recorded.histories(), 1.2), 0.5 * impact.mass * change * change, 1e-6);
  double before = 0.0;
  for (const double delay : {0.0103, 0.1, 0.25}) {
    const double is = observed_late(recorded.histories(), delay);
    EXPECT_GT(is, before);
    before = is;
  }
  auto without = recorded.histories();
  without.penetration_rate = {};
  EXPECT_TRUE(std::isnan(observed_late(without, 0.1)));
}

}  // namespace
}  // namespace hilspace::metrics
