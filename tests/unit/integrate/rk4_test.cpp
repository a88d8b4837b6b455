#include "integrate/rk4.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hilspace::integrate {
namespace {

using State = std::array<double, 2>;

// A damped oscillator, x'' = -x - 0.2 x'; its closed form from x = 1, x' = 0.
State derivative(const State& y) { return {y[1], -y[0] - 0.2 * y[1]}; }
double exact(double t) {
  const double w = std::sqrt(0.99);
  return std::exp(-0.1 * t) * (std::cos(w * t) + 0.1 / w * std::sin(w * t));
}

double error_after_ten(int steps) {
  State y{1.0, 0.0};
  for (int i = 0; i < steps; ++i) y = rk4(y, 10.0 / steps, derivative).end;
  return std::abs(y[0] - exact(10.0));
}

TEST(Rk4, ConvergesWithOrderFour) {
  const double order = std::log2(error_after_ten(200) / error_after_ten(400));
  EXPECT_NEAR(order, 4.0, 0.1);
}

TEST(Rk4, LooksAtTheMiddleWithLocalOrderThree) {
  const auto error = [](double h) {
    return std::abs(rk4(State{1.0, 0.0}, h, derivative).middle[0] - exact(0.5 * h));
  };
  EXPECT_NEAR(std::log2(error(0.02) / error(0.01)), 3.0, 0.1);
}

TEST(Rk4, IsExactForCubics) {
  // y = t^3 with t as a second state.
  const auto step = rk4(State{0.0, 0.0}, 0.7, [](const State& y) { return State{3.0 * y[1] * y[1], 1.0}; });
  EXPECT_NEAR(step.end[0], 0.343, 1e-15);
}

}  // namespace
}  // namespace hilspace::integrate
