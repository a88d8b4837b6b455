#include "simulate/collocation/extremes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hilspace::simulate {
namespace {

constexpr double kStep = 20e-6;                           // s
constexpr double kSquare = 1e5 * 1e5, kDrag = 1.4 * 1e5;  // of the sensor
const Sawtooth<double> kSawtooth(kSquare, kDrag);

/// An interface x, m, that retreats or advances, and a docking model behind it by an error that is largest at kTop.
struct Course {
  double speed, top;  // m/s; s
  double x(double t) const { return 80e-6 + speed * t + 200.0 * t * t; }
  double error(double t) const { return 12e-6 - 900.0 * (t - top) * (t - top) * (1.0 + 3e3 * (t - top)); }
  double docking(double t) const { return x(t) - error(t); }
};

/// Steps from -3 to 3 steps around 0, read as the ones of a solve.
template <class Hil, class Docking, class Read>
void over_steps(Hil hil, Docking docking, const Course& course, double quantum, Read read) {
  for (int k = -3; k < 3; ++k) {
    const double begin = k * kStep;
    const auto trace = [&](auto of) {
      return Trace<double>{{of(begin), of(begin + 0.5 * kStep), of(begin + kStep)},
                           {of(begin - 0.5 * kStep), k > -3 ? 0.5 : 0.0}};
    };
    const auto x = trace([&](double t) { return course.x(t); });
    const Cells<double> cells(x.curve(), kStep, quantum, 1.0 / quantum, kSawtooth, quantum > 0.0);
    read(trace(docking), trace(hil), cells);
  }
}

struct Found {
  double error, docking;
};
/// At the crossings, by looking at all.
Found searched(const Course& course, double quantum) {
  Found best{-1e300, 0.0};
  const double low = std::min(course.x(-3 * kStep), course.x(3 * kStep)),
               high = std::max(course.x(-3 * kStep), course.x(3 * kStep));
  for (double k = std::ceil(low / quantum - 0.5); (k + 0.5) * quantum < high; ++k) {
    double from = -3 * kStep, to = 3 * kStep;
    for (int n = 0; n < 60; ++n) {
      const double middle = 0.5 * (from + to);
      ((course.x(middle) > (k + 0.5) * quantum) == (course.speed < 0.0) ? from : to) = middle;
    }
    const double error = (k + 1.0) * quantum - course.docking(from);
    if (error > best.error) best = {error, course.docking(from)};
  }
  return best;
}

Found read_depth(const Course& course, double quantum, double aside = 0.0) {
  metrics::SignalTally<double> tally;
  const Extremes<double> extremes{true, false, false, false};
  const auto half = [&](double) { return 0.5 * quantum; };
  over_steps([&](double t) { return course.x(t); }, [&](double t) { return course.docking(t); }, course,
             quantum,
             [&](const auto& docking, const auto& hil, const auto& cells) {
               extremes.raise_to(
                   tally, docking, hil, 0.0, aside,
                   [&](double place, const auto&) { return cells.crossings(place); }, half, half);
             });
  return {tally.error_max, tally.docking_at_error};
}

/// Of quanta in a row, which crossing is best is a matter of a hundredth of a cell now and then.
TEST(Extremes, HaveTheLargestErrorAtACrossing) {
  int all = 0, errors = 0, places = 0;
  for (const double speed : {-0.1, 0.1})
    for (const double top : {-8e-6, -0.1e-6, 0.1e-6, 3e-6, 11e-6, 19e-6})  // near the ends of steps, too
      for (double quantum = 0.1e-6; quantum < 0.6e-6; quantum *= 1.02) {
        const Course course{speed, top};
        const Found every = searched(course, quantum), its = read_depth(course, quantum);
        ++all;
        errors += std::abs(its.error - every.error) < 2e-3 * quantum;
        places += std::abs(its.docking - every.docking) < 2e-3 * quantum;
      }
  EXPECT_GE(errors, all - 5);
  EXPECT_GE(places, all - all / 50);
}

TEST(Extremes, AreThoseOfTheSmoothCourseWithoutAQuantum) {
  for (const double top : {-11e-6, -10e-6, -0.1e-6, 0.0, 0.1e-6, 5e-6, 10e-6, 14e-6}) {
    const Course course{-0.1, top};
    EXPECT_NEAR(read_depth(course, 0.0).error, 12e-6, 1e-12) << top;  // a parabola is 3e-10 off
  }
}

TEST(Extremes, TellASecondSolveOfTheNextTooth) {
  const Course course{-0.1, 3e-6};
  const double quantum = 0.4e-6;
  const Found its = read_depth(course, quantum), half = read_depth(course, quantum, 0.5);
  EXPECT_EQ(its.error, half.error);
  const double cell = std::abs(half.docking - its.docking) / (0.5 * quantum);
  EXPECT_GT(cell, 0.8);
  EXPECT_LT(cell, 1.2);
}

/// Largest value of y + r by looking at every instant, with a ripple that leads and one that does not.
TEST(Extremes, HaveTheLargestMeasuredForceOnACrest) {
  for (const double slope : {1e4, 1e6, 3e7})  // N/m
    for (const double top : {-6e-6, 0.2e-6, 7e-6})
      for (const double speed : {-0.2, 0.2}) {
        const Course course{speed, top};
        const double quantum = 1e-6;
        const auto y = [&](double t) { return 1e6 * course.error(t); };
        double largest = -1e300;
        for (int k = -200; k <= 200; ++k) {
          const double t = top + 0.01 * k * kStep, p = course.x(t) / quantum;
          const double r =
              -slope * quantum * kSawtooth.at(p - std::round(p), (speed + 400.0 * t) / quantum).value;
          largest = std::max(largest, y(t) + r);
        }
        metrics::SignalTally<double> tally;
        const Extremes<double> extremes{true, false, false, false};
        over_steps(
            y, [](double) { return 0.0; }, course, quantum,
            [&](const auto& docking, const auto& hil, const auto& cells) {
              extremes.raise_to(
                  tally, docking, hil, 0.0, 0.0,
                  [&](double place, const auto& curve) { return cells.crests(place, curve, slope); },
                  [&](double at) { return slope * cells.ripple(at); },
                  [&](double) { return slope * quantum; });
            });
        EXPECT_NEAR(tally.peak_hil, largest, 1e-2 * (largest - y(top)) + 1e-5 * largest)
            << slope << ' ' << top;
      }
}

/// The step behind the last one is not read: a summit that is just beyond it counts by what is nearest to it.
TEST(Extremes, LoseNoSummitAtTheEndOfTheLastStep) {
  for (const double top : {0.97, 1.0, 1.03}) {  // steps
    const auto y = [&](double t) { return 5.0 - (t - top) * (t - top); };
    const Trace<double> hil{{y(0.0), y(0.5), y(1.0)}, {y(-0.5), 0.5}}, none{{0.0, 0.0, 0.0}, {0.0, 0.5}};
    const Cells<double> cells(hil.curve(), kStep, 0.0, 1.0, kSawtooth, false);
    const auto read = [&](bool is_last) {
      metrics::SignalTally<double> tally;
      const auto nothing = [](double) { return 0.0; };
      const Extremes<double> extremes{true, false, false, is_last};
      extremes.raise_to(
          tally, none, hil, 0.0, 0.0, [&](double place, const auto&) { return cells.crossings(place); },
          nothing, nothing);
      return tally.error_max;
    };
    EXPECT_NEAR(read(true), 5.0, 1e-3) << top;
    EXPECT_EQ(read(false), 0.0) << top;  // the next one reads it
  }
}

/// Beside a step whose cells are gone through one by one the tooth before it counts, and the one behind it.
TEST(Extremes, LookAtTheToothBesideCellsThatAreGoneThrough) {
  const Course course{-0.1, 0.0};
  const double quantum = 0.7e-6;
  const auto read = [&](bool enters, bool leaves) {
    metrics::SignalTally<double> tally;
    const Extremes<double> extremes{!enters, enters, leaves, false};
    const auto half = [&](double) { return 0.5 * quantum; };
    const auto trace = [&](auto of) {
      return Trace<double>{{of(0.0), of(0.5 * kStep), of(kStep)}, {of(-0.5 * kStep), 0.5}};
    };
    const auto x = trace([&](double t) { return course.x(t); }),
               d = trace([&](double t) { return course.docking(t); });
    const Cells<double> cells(x.curve(), kStep, quantum, 1.0 / quantum, kSawtooth, true);
    extremes.raise_to(
        tally, d, x, 0.0, 0.0, [&](double place, const auto&) { return cells.crossings(place); }, half, half);
    return tally;
  };
  const auto before = read(true, false), behind = read(false, true);
  // x falls: it is above 80 um before, below behind.
  EXPECT_GT(before.peak_hil, 80e-6 + 0.5 * quantum);
  EXPECT_LT(behind.peak_hil, 80e-6 + 0.5 * quantum);
  EXPECT_NEAR(before.peak_hil - behind.peak_hil, quantum, 1e-3 * quantum);
}

}  // namespace
}  // namespace hilspace::simulate
