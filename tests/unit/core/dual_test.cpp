// Dual numbers against closed forms and against differences.

#include "core/dual.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/event.hpp"
#include "core/parabola.hpp"

namespace hilspace {
namespace {

using TwoSlopes = Dual<2>;

TwoSlopes x_of(double x) { return TwoSlopes::along(x, 0); }
TwoSlopes y_of(double y) { return TwoSlopes::along(y, 1); }

TEST(Dual, KnowsTheSlopesOfArithmetic) {
  const TwoSlopes x = x_of(3.0), y = y_of(0.5);
  EXPECT_EQ((x + y).slopes, (std::array{1.0, 1.0}));
  EXPECT_EQ((x - y).slopes, (std::array{1.0, -1.0}));
  EXPECT_EQ((x * y).slopes, (std::array{0.5, 3.0}));
  EXPECT_EQ((x / y).slopes, (std::array{2.0, -12.0}));
  EXPECT_EQ((-x).slopes, (std::array{-1.0, 0.0}));
  EXPECT_EQ((x / y).value, 6.0);
}

TEST(Dual, KnowsTheSlopesOfElementaryFunctions) {
  const TwoSlopes x = x_of(1.7), n = y_of(0.4);
  EXPECT_NEAR(square_root(x).slopes[0], 0.5 / std::sqrt(1.7), 1e-15);
  EXPECT_NEAR(exponential(x).slopes[0], std::exp(1.7), 1e-14);
  EXPECT_NEAR(logarithm(x).slopes[0], 1.0 / 1.7, 1e-15);
  EXPECT_NEAR(power(x, n).slopes[0], 0.4 * std::pow(1.7, -0.6), 1e-15);
  EXPECT_NEAR(power(x, n).slopes[1], std::pow(1.7, 0.4) * std::log(1.7), 1e-15);
  // The density of the normal distribution at its quantile.
  const double z = normal_quantile(0.9), density = std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
  EXPECT_NEAR(normal_quantile(x_of(0.9)).slopes[0], 1.0 / density, 1e-9);
}

TEST(Dual, TakesTheBranchOfItsValue) {
  EXPECT_EQ(magnitude(x_of(-2.0)).slopes[0], -1.0);
  EXPECT_EQ(magnitude(x_of(2.0)).slopes[0], 1.0);
  EXPECT_EQ(larger(x_of(1.0), y_of(2.0)).slopes, (std::array{0.0, 1.0}));
  EXPECT_EQ(smaller(x_of(1.0), y_of(2.0)).slopes, (std::array{1.0, 0.0}));
  EXPECT_EQ(select(x_of(1.0) > y_of(2.0), x_of(3.0), y_of(4.0)).value, 4.0);
  EXPECT_EQ(round_even(x_of(2.6)).value, 3.0);
  EXPECT_EQ(round_even(x_of(2.6)).slopes[0], 0.0);
  EXPECT_FALSE(finite(x_of(std::numeric_limits<double>::infinity())));
}

TEST(Dual, HasFiniteSlopesWhereAContactBegins) {
  const TwoSlopes d = x_of(0.0), force = d * square_root(d);
  EXPECT_EQ(force.slopes[0], 0.0);
  EXPECT_EQ(power(d, TwoSlopes(1.5)).slopes[0], 0.0);
}

/// Kernels on dual numbers, against their differences.
TEST(Dual, AgreesWithDifferencesOfKernels) {
  const auto kernel = [](auto x, auto y) {
    using S = decltype(x);
    const Parabola<S> curve(Points<S>{x * y, x + S(2.0) * y, y * y});
    return curve.at(curve.summit()) + time_to_reach(x, y, S(-0.3) * x) * power(x, S(0.3)) / (S(1.0) + y);
  };
  constexpr double x = 0.8, y = 1.3, h = 1e-5;
  const TwoSlopes its = kernel(x_of(x), y_of(y));
  EXPECT_EQ(its.value, kernel(x, y));
  EXPECT_NEAR(its.slopes[0], (kernel(x + h, y) - kernel(x - h, y)) / (2.0 * h), 1e-8);
  EXPECT_NEAR(its.slopes[1], (kernel(x, y + h) - kernel(x, y - h)) / (2.0 * h), 1e-8);
}

}  // namespace
}  // namespace hilspace
