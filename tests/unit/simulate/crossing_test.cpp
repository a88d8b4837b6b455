#include "simulate/collocation/crossing.hpp"

#include <gtest/gtest.h>

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
/// their summits in it.
constexpr double kStep = 20e-6;
constexpr PieceLaw<double> kLaw{1e9, 0.01};
double interface(double t) { return 80e-6 - 0.1 * t - 200.0 * t * t; }
double interface_rate(double t) { return -0.1 - 400.0 * t; }
double docking(double t) {
  return interface(t) - (12e-6 + 0.008 * (t - 8e-6) - 1000.0 * (t - 8e-6) * (t - 8e-6));
}
double docking_rate(double t) { return interface_rate(t) - (0.008 - 2000.0 * (t - 8e-6)); }

Seen<double> seen(double t) {
  Seen<double> its{};
  its.depth = docking(t), its.speed = docking_rate(t), its.x = interface(t), its.x_rate = interface_rate(t);
  return its;
}

/// By brute force: the docking model's value where H - I is largest.
template <class Hil, class Docking>
double searched(Hil hil, Docking its) {
  double largest = -1e300, there = 0.0;
  for (int k = 0; k <= 400'000; ++k) {
    const double t = kStep * k / 400'000;
    if (hil(t) - its(t) > largest) largest = hil(t) - its(t), there = its(t);
  }
  return there;
}

/// Where the parabola through the step's errors has its summit, as a part of the step.
template <class Hil, class Docking>
double summit(Hil hil, Docking its) {
  const auto error = [&](double t) { return hil(t) - its(t); };
  const Points<double> errors{error(0.0), error(0.5 * kStep), error(kStep)};
  EXPECT_TRUE(has_summit(errors));
  return Parabola<double>(errors).summit();
}

TEST(Crossing, IsThatOfTheLargestError) {
  const std::array step{seen(0.0), seen(0.5 * kStep), seen(kStep)};
  const auto force = [](double t) { return kLaw.force(docking(t), docking_rate(t)); };
  const auto mean = [](double t) { return kLaw.force(interface(t), interface_rate(t)); };
  for (const double quantum : {0.1e-6, 0.2e-6, 0.31e-6, 0.5e-6}) {
    const auto shown = [&](double t) { return quantum * std::nearbyint(interface(t) / quantum); };
    const auto felt = [&](double t) { return kLaw.force(shown(t), interface_rate(t)); };
    const Crossing<double> crossing(step, kLaw, kStep, quantum);
    const double depth = crossing.docking<Compared::penetration>(summit(interface, docking));
    EXPECT_NEAR(depth, searched(shown, docking), 0.005 * quantum) << quantum;
    const double its = crossing.docking<Compared::contact_force>(summit(mean, force));
    EXPECT_NEAR(its, searched(felt, force), 0.005 * quantum * kLaw.slope(70e-6, 0.0)) << quantum;
  }
}

}  // namespace
}  // namespace hilspace::simulate
