#include "simulate/collocation/contact_parts.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hilspace::simulate {
namespace {

/// Work of F(Q(x)) up to the edge of a cell, as a sum over cells, against that of its mean. At the edge the mean has no more
/// than whole cells: q^2/12 F' are beside it (partial integration).
TEST(PieceLaw, HasTheMeanOfTheForceOverTheCellsOfAQuantizer) {
  constexpr double kQuantum = 1e-6, kStiffness = 1e9;
  const PieceLaw<double> law{kStiffness, 0.0, kQuantum * kQuantum};
  const double unit = kStiffness * std::pow(kQuantum, 2.5);
  for (const int cells : {20, 60, 200}) {
    double stairs = 0.0;
    for (int n = 1; n <= cells; ++n) stairs += law.force(n * kQuantum, 0.0) * kQuantum;
    const double end = (cells + 0.5) * kQuantum;
    // By the midpoint rule over the square root of x, in which the mean is smooth.
    constexpr int kPoints = 20000;
    double mean = 0.0;
    for (int i = 0; i < kPoints; ++i) {
      const double root = std::sqrt(end) * (i + 0.5) / kPoints;
      mean += law.mean_force(root * root, 0.0) * 2.0 * root * std::sqrt(end) / kPoints;
    }
    const double beside = kQuantum * kQuantum / 12.0 * law.slope(end, 0.0);
    EXPECT_NEAR(stairs / unit, (mean - beside) / unit, 1e-3) << cells;
  }
}

TEST(PieceLaw, HasNoOtherMeanWithoutAQuantizer) {
  const PieceLaw<double> law{1e9, 0.3};
  for (const double x : {-1e-6, 0.0, 1e-7, 1e-4}) EXPECT_EQ(law.mean_force(x, 0.1), law.force(x, 0.1));
}

}  // namespace
}  // namespace hilspace::simulate
