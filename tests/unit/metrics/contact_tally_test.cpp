#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "metrics/pair_metrics.hpp"

namespace hilspace::metrics {
namespace {

/// A spring of 1 N/m with 1 kg on it, at 2 m/s when it touches: d = 2 sin t. A damper of b more, and it
/// pulls.
models::Observation<double> seen(double t, double b) {
  const double d = 2.0 * std::sin(t), v = 2.0 * std::cos(t), force = d + b * v;
  return {d, v, d, v, force, force, 0.5 * d * d};
}

ContactTally<double> tallied_contact(double from, double to, int steps, double b) {
  ContactTally<double> tally;
  const double h = (to - from) / steps;
  for (int i = 0; i < steps; ++i) {
    const double t = from + i * h;
    tally.add({seen(t, b), seen(t + 0.5 * h, b), seen(t + h, b)}, 0.5, t, h);
  }
  return tally;
}

// Simpson's rule: (h/2)^4/180 of the fourth derivative.
TEST(ContactTally, WorkOfASpringIsWhatItStores) {
  EXPECT_NEAR(tallied_contact(0.0, 0.5 * std::numbers::pi, 100, 0.0).work, 2.0, 1e-8);
  EXPECT_NEAR(tallied_contact(0.0, std::numbers::pi, 100, 0.0).work, 0.0, 1e-12);
}

TEST(ContactTally, WorkOfADamperIsLost) {
  EXPECT_NEAR(tallied_contact(0.0, std::numbers::pi, 100, 0.3).work, 0.3 * 2.0 * std::numbers::pi, 1e-7);
}

TEST(ContactTally, FindsTheLargestEnergies) {
  const auto tally = tallied_contact(0.1, std::numbers::pi, 200, 0.0);
  EXPECT_NEAR(tally.peak_potential, 2.0, 1e-4);  // looked at every h/2: (h/4)^2/2 of it
  EXPECT_NEAR(tally.peak_mechanical, 2.0, 1e-15);
  // Half way in, no more than is there.
  EXPECT_NEAR(tallied_contact(0.0, 0.25 * std::numbers::pi, 100, 0.0).peak_potential, 1.0, 1e-15);
}

// Speed of the bodies counts, not that of the interface, and in both directions.
TEST(ContactTally, CountsTheMotionOfTheBodies) {
  ContactTally<double> tally;
  const models::Observation<double> view{0.0, -3.0, 0.0, 7.0, 0.0, 0.0, 0.5};
  tally.add({view, view, view}, 0.5, 0.0, 1.0);
  EXPECT_EQ(tally.peak_mechanical, 0.5 + 0.5 * 9.0);
}

TEST(ContactTally, LastsFromTheFirstToTheLastForce) {
  ContactTally<double> tally;
  const auto with = [](double force) { return models::Observation<double>{0, 0, 0, 0, force, 0, 0}; };
  const auto add = [&](double t, double force) {
    tally.add({with(0.0), with(force), with(0.0)}, 0.5, t, 1.0);
  };
  add(0.0, 0.0);
  EXPECT_EQ(tally.begin, kNever);
  add(1.0, 5.0);
  add(2.0, 0.0);
  add(3.0, -2.0);  // a pull is a force as well
  add(4.0, 0.0);
  EXPECT_EQ(tally.begin, 1.0);
  EXPECT_EQ(tally.end, 4.0);
}

// A step that begins a little before the contact, and one that ends a little before its end: both are seen to be in it.
TEST(ContactTally, BeginsAndEndsWhereTheDepthDoes) {
  ContactTally<double> tally;
  const double shortest = 1e-3, early = 0.4e-3, half = 0.5 * std::numbers::pi;
  const auto add = [&](double from, double to) {
    const models::Views<double> views{seen(from, 0.1), seen(0.5 * (from + to), 0.1), seen(to, 0.1)};
    tally.add(views, 0.5, from, to - from);
    tally.place_ends(views, from, shortest, 0.0);
  };
  add(-early, half);
  EXPECT_NEAR(tally.begin, 0.0, 1e-10);
  EXPECT_EQ(tally.end, half);
  add(half, std::numbers::pi - early);
  EXPECT_NEAR(tally.begin, 0.0, 1e-10);
  EXPECT_NEAR(tally.end, std::numbers::pi, 1e-10);
}

// Further away than a shortest step, what pulls before it touches is a force from there on.
TEST(ContactTally, BeginsAndEndsWithItsForceElsewhere) {
  ContactTally<double> tally;
  const models::Views<double> views{seen(-0.1, 0.1), seen(1.0, 0.1), seen(3.0, 0.1)};
  tally.add(views, 0.5, -0.1, 3.1);
  tally.place_ends(views, -0.1, 1e-3, 0.0);
  EXPECT_EQ(tally.begin, -0.1);
  EXPECT_EQ(tally.end, 3.0);
}

// Energy of the whole motion: kinetic after, plus what the contact took, is kinetic before.
TEST(PairMetrics, GivesBothModelsTheSameMeasures) {
  PairMetrics<double> metrics;
  metrics.half_mass = 0.5;
  const int steps = 200;
  const double h = std::numbers::pi / steps;
  for (int i = 0; i < steps; ++i) {
    const double t = i * h;
    metrics.add({seen(t, 0.0), seen(t + 0.5 * h, 0.0), seen(t + h, 0.0)},
                {seen(t, 0.1), seen(t + 0.5 * h, 0.1), seen(t + h, 0.1)}, t, h);
  }
  EXPECT_NEAR(metrics.docking.work, 0.0, 1e-12);
  EXPECT_NEAR(metrics.hil.work, 0.2 * std::numbers::pi, 1e-8);
  EXPECT_EQ(metrics.docking.peak_potential, metrics.hil.peak_potential);
  EXPECT_NEAR(metrics.force.peak_docking, 2.0, 1e-8);
  EXPECT_NEAR(metrics.force.peak_hil, 2.0 * std::sqrt(1.01), 1e-8);
}

}  // namespace
}  // namespace hilspace::metrics
