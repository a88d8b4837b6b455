#include "simulate/collocation/crossing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/parabola.hpp"

namespace hilspace::simulate {
namespace {

TEST(Quintic, IsThePolynomialOfFifthDegree) {
  const auto p = [](double t) { return 1.0 + t * (2.0 + t * (-3.0 + t * (0.5 + t * (0.7 - 0.3 * t)))); };
  const auto rate = [](double t) { return 2.0 + t * (-6.0 + t * (1.5 + t * (2.8 - 1.5 * t))); };
  const double half = 0.25, middle = 0.8;
  const auto at = [&](auto of) { return Points<double>{of(middle - half), of(middle), of(middle + half)}; };
  const Quintic<double> quintic(at(p), at(rate), half);
  for (const double t : {-1.0, -0.6, 0.0, 0.3, 1.0}) {
    EXPECT_NEAR(quintic.at(t), p(middle + half * t), 1e-13);
    EXPECT_NEAR(quintic.rate_at(t), half * rate(middle + half * t), 1e-13);
  }
}

/// A step of 20 us, in m and s, in which the interface is x and the docking model's penetration x - e; the errors of both have
/// their summits in it. It runs forwards, or backwards: the interface rises.
constexpr double kStep = 20e-6;
constexpr PieceLaw<double> kLaw{1e9, 0.01};
struct Course {
  bool forwards;

  double time(double t) const { return forwards ? t : kStep - t; }
  double direction() const { return forwards ? 1.0 : -1.0; }
  double x(double t) const { return 80e-6 - 0.1 * time(t) - 200.0 * time(t) * time(t); }
  double x_rate(double t) const { return direction() * (-0.1 - 400.0 * time(t)); }
  double d(double t) const {
    const double since = time(t) - 8e-6;
    return x(t) - (12e-6 + 0.008 * since - 1000.0 * since * since);
  }
  double d_rate(double t) const { return x_rate(t) - direction() * (0.008 - 2000.0 * (time(t) - 8e-6)); }
  Seen<double> seen(double t) const {
    Seen<double> its{};
    its.depth = d(t), its.speed = d_rate(t), its.x = x(t), its.x_rate = x_rate(t);
    return its;
  }
};

/// The docking model's values at the crossings with the largest and the next largest error, by looking at all.
struct Best {
  double value, next;
};
template <class Hil, class Docking>
Best searched(const Course& course, double quantum, Hil hil, Docking its) {
  double largest = -1e300, second = -1e300;
  Best best{};
  const double begin = -kStep, end = 2.0 * kStep;  // crossings beside the step count
  const double low = std::min(course.x(begin), course.x(end)),
               high = std::max(course.x(begin), course.x(end));
  for (double k = std::ceil(low / quantum - 0.5); (k + 0.5) * quantum < high; ++k) {
    const double level = (k + 0.5) * quantum;
    double from = begin, to = end;
    for (int n = 0; n < 60; ++n) {
      const double middle = 0.5 * (from + to);
      ((course.x(middle) > level) == course.forwards ? from : to) = middle;
    }
    const double error = hil(level + 0.5 * quantum, from) - its(from);
    if (error > largest) {
      second = largest, best.next = best.value;
      largest = error, best.value = its(from);
    } else if (error > second) {
      second = error, best.next = its(from);
    }
  }
  return best;
}

/// Where the parabola through the step's errors has its summit, as a part of the step.
template <class Hil, class Docking>
double summit(Hil hil, Docking its) {
  const auto error = [&](double t) { return hil(t) - its(t); };
  const Points<double> errors{error(0.0), error(0.5 * kStep), error(kStep)};
  EXPECT_TRUE(has_summit(errors));
  return Parabola<double>(errors).summit();
}

/// Of quanta in a row, which crossing is best is a matter of a hundredth of a cell now and then.
TEST(Crossing, IsThatOfTheLargestError) {
  int looked_at = 0, depths = 0, forces = 0, nexts = 0;
  for (const bool forwards : {true, false})
    for (double quantum = 0.1e-6; quantum < 0.5e-6; quantum *= 1.004) {
      const Course course{forwards};
      const auto x = [&](double t) { return course.x(t); };
      const auto d = [&](double t) { return course.d(t); };
      const auto force = [&](double t) { return kLaw.force(d(t), course.d_rate(t)); };
      const auto mean = [&](double t) { return kLaw.force(x(t), course.x_rate(t)); };
      const std::array step{course.seen(0.0), course.seen(0.5 * kStep), course.seen(kStep)};
      const Crossing<double> crossing(step, kLaw, kStep, quantum);
      const auto depth = searched(
          course, quantum, [](double shown, double) { return shown; }, d);
      const auto felt = searched(
          course, quantum, [&](double shown, double t) { return kLaw.force(shown, course.x_rate(t)); },
          force);
      const double near = 3e-4 * quantum, about = summit(x, d);
      const double its = crossing.docking<Compared::penetration>(about);
      const double its_force = crossing.docking<Compared::contact_force>(summit(mean, force));
      ++looked_at;
      depths += std::abs(its - depth.value) < near;
      forces += std::abs(its_force - felt.value) < near * kLaw.slope(70e-6, 0.0);
      // What a second solve shows: a share of the way to the next crossing.
      const double between = crossing.docking<Compared::penetration>(about, 0.5);
      nexts += std::abs(between - 0.5 * (depth.value + depth.next)) < 0.02 * quantum;
    }
  EXPECT_GT(looked_at, 700);
  EXPECT_GE(depths, looked_at - 2);
  EXPECT_GE(forces, looked_at - 4);
  EXPECT_GE(nexts, looked_at - 8);
}

}  // namespace
}  // namespace hilspace::simulate
