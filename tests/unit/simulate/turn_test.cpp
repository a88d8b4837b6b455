#include "simulate/collocation/turn.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hilspace::simulate {
namespace {

/// Brute force: the integral up to t, and its mean over the later half, whose cells cancel.
double summed(double quantum, double largest, double bend) {
  const double end = std::sqrt(2.0 * 60.0 * quantum / bend);
  constexpr int kSteps = 400'000;
  const double h = end / kSteps;
  double area = 0.0, mean = 0.0;
  for (int k = 0; k < kSteps; ++k) {
    const double t = (k + 0.5) * h, s = largest - 0.5 * bend * t * t;
    area += h * (quantum * std::nearbyint(s / quantum) - s);
    if (k >= kSteps / 2) mean += area;
  }
  return 2.0 * mean / (kSteps / 2);
}

TEST(Turn, LeavesTheShareOfItsCell) {
  const double quantum = 1e-6, bend = 3.0;
  const double unit = quantum * std::sqrt(2.0 * quantum / bend);
  for (const double cells : {100.0, 100.2, 100.49, 100.51, 100.75, 180.9})
    EXPECT_NEAR(turning_area(quantum, cells * quantum, bend), summed(quantum, cells * quantum, bend),
                2e-3 * unit)
        << cells;
}

TEST(Turn, LeavesNothingInTheMeanOverItsPlaceInTheCell) {
  double sum = 0.0;
  constexpr int kPlaces = 1000;
  for (int k = 0; k < kPlaces; ++k) sum += turning_share((k + 0.5) / kPlaces);
  EXPECT_NEAR(sum / kPlaces, 0.0, 2e-5);
}

TEST(Turn, NeedsAQuantum) {
  EXPECT_EQ(turning_area(0.0, 1.0, 1.0), 0.0);
  EXPECT_EQ(turning_area(0.1, 1.0, -1.0), 0.0);
}

TEST(Turn, FindsTheSummitOfAPiece) {
  const integrate::OverPiece<double> powers{1.0, 2.0, -3.0, 0.1, 0.0, 0.0, 0.02};
  const auto summit = summit_of(powers, 0.5);
  const double before = integrate::at(powers, summit.tau - 1e-4),
               after = integrate::at(powers, summit.tau + 1e-4);
  EXPECT_NEAR(before, after, 1e-11);
  EXPECT_GT(summit.value, before);
  EXPECT_NEAR(summit.bend, (2.0 * summit.value - before - after) / 1e-8, 1e-5);
}

}  // namespace
}  // namespace hilspace::simulate
