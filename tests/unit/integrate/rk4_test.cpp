#include "integrate/rk4.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/integrate/problems.hpp"

namespace hilspace::integrate {
namespace {

double error_after_ten(int steps) {
  Pair y{1.0, 0.0};
  for (int i = 0; i < steps; ++i) y = rk4(y, 10.0 / steps, damped).end;
  return std::abs(y[0] - damped_exact(10.0));
}

TEST(Rk4, ConvergesWithOrderFour) {
  const double order = std::log2(error_after_ten(200) / error_after_ten(400));
  EXPECT_NEAR(order, 4.0, 0.1);
}

TEST(Rk4, ConvergesWithOrderFourOnANonlinearOrbit) {
  const auto error = [](int steps) {
    return closing_error(steps, [](const Orbit& y, double h) { return rk4(y, h, kepler).end; });
  };
  EXPECT_NEAR(std::log2(error(800) / error(1600)), 4.0, 0.2);
}

TEST(Rk4, LooksAtTheMiddleWithLocalOrderFour) {
  const auto error = [](double h) {
    return std::abs(rk4(Pair{1.0, 0.0}, h, damped).middle[0] - damped_exact(0.5 * h));
  };
  EXPECT_NEAR(std::log2(error(0.02) / error(0.01)), 4.0, 0.1);
}

TEST(Rk4, IsExactForCubics) {
  // y = t^3 with t as a second state.
  const auto step = rk4(Pair{0.0, 0.0}, 0.7, [](const Pair& y) { return Pair{3.0 * y[1] * y[1], 1.0}; });
  EXPECT_NEAR(step.end[0], 0.343, 1e-15);
}

}  // namespace
}  // namespace hilspace::integrate
