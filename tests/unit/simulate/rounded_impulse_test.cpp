#include "simulate/collocation/rounded_impulse.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/quartic.hpp"

namespace hilspace::simulate {
namespace {

/// Of a force over an interval, up to a part of it, by summation.
double summed(const Quartic<double>& y, double quantum, double h, double until) {
  constexpr int kSum = 200'000;
  double sum = 0.0;
  for (int k = 0; k < kSum; ++k) {
    const double its = y.at(2.0 * until * (k + 0.5) / kSum - 1.0);
    sum += quantum * std::nearbyint(its / quantum) - its;
  }
  return sum * until * h / kSum;
}

TEST(RoundedImpulse, OfAStraightForceIsExact) {
  const double h = 1e-5;
  for (const double from : {0.0, 0.3, -1.2})
    for (const double to : {0.1, 0.5, 2.4, 17.3}) {
      const Points<double> y{from, 0.5 * (from + to), to};
      const double rate = (to - from) / h;
      const auto its = RoundedImpulse<double>(0.8).over(y, rate, rate, h, 2);
      const Quartic<double> course(y, {0.5 * h * rate, 0.5 * h * rate});
      EXPECT_NEAR(its.to_end, summed(course, 0.8, h, 1.0), 1e-5 * h) << from << ' ' << to;
      EXPECT_NEAR(its.to_middle, summed(course, 0.8, h, 0.5), 1e-5 * h) << from << ' ' << to;
    }
}

/// N chords of t^3 have 1/N^2 more than its impulse.
TEST(RoundedImpulse, FollowsAForceThatBegins) {
  const double h = 1.0;
  for (const double last : {0.4, 0.7, 1.6})
    for (const int parts : {2, 6}) {
      const Points<double> y{0.0, last / 8.0, last};
      const auto its = RoundedImpulse<double>(1.0).over(y, 0.0, 3.0 * last, h, parts);
      EXPECT_NEAR(its.to_end, summed(Quartic<double>(y, {0.0, 1.5 * last}), 1.0, h, 1.0),
                  1.01 / (4.0 * parts * parts) * last / 4.0)
          << last << ' ' << parts;
    }
}

TEST(RoundedImpulse, IsNothingWithoutAQuantumAndOfAForceOnALevel) {
  EXPECT_EQ(RoundedImpulse<double>(0.0).over({0.2, 0.3, 0.4}, 1.0, 1.0, 0.2, 2).to_end, 0.0);
  EXPECT_EQ(RoundedImpulse<double>(0.5).over({1.5, 1.5, 1.5}, 0.0, 0.0, 1.0, 2).to_end, 0.0);
}

}  // namespace
}  // namespace hilspace::simulate
