#include "integrate/dopri5.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/integrate/problems.hpp"

namespace hilspace::integrate {
namespace {

constexpr Orbit kStart{0.5, 0.6, -0.7, 0.5};  // nowhere special

/// Where the orbit is after time h: in steps so small that their errors, 64^-5 of one step's, do not count.
Orbit orbit_after(double h) {
  Orbit y = kStart;
  for (int i = 0; i < 64; ++i) y = dopri5(y, h / 64.0, kepler).end;
  return y;
}

/// How an error falls as h does, over one halving.
template <class Error>
double order(double h, Error&& error) {
  return std::log2(error(h) / error(0.5 * h));
}

TEST(Dopri5, ConvergesWithOrderFive) {
  const auto error = [](double steps) {
    return closing_error(static_cast<int>(steps),
                         [](const Orbit& y, double h) { return dopri5(y, h, kepler).end; });
  };
  EXPECT_NEAR(std::log2(error(400) / error(800)), 5.0, 0.2);
}

TEST(Dopri5, ErrsInOneStepWithOrderSix) {
  EXPECT_NEAR(order(0.05, [](double h) { return distance(dopri5(kStart, h, kepler).end, orbit_after(h)); }),
              6.0, 0.2);
}

TEST(Dopri5, EstimatesItsErrorWithOrderFive) {
  EXPECT_NEAR(order(0.1, [](double h) { return distance(dopri5(kStart, h, kepler).error, Orbit{}); }), 5.0,
              0.2);
}

// The estimate is that of the embedded solution, to first order in h: what that one really errs by.
TEST(Dopri5, EstimatesTheErrorOfTheEmbeddedSolution) {
  const double h = 0.01;
  const auto step = dopri5(kStart, h, kepler);
  Orbit embedded;
  for (std::size_t i = 0; i < 4; ++i) embedded[i] = step.end[i] - step.error[i];
  const double error = distance(embedded, orbit_after(h));
  EXPECT_GT(error, 1e-14);
  EXPECT_NEAR(distance(step.error, Orbit{}) / error, 1.0, 0.1);
}

TEST(Dopri5, IsExactForPolynomialsOfOrderFive) {
  // y = t^5 with t as a second state: a quadrature of order 5.
  const auto step = dopri5(Pair{0.0, 0.0}, 0.7, [](const Pair& y) {
    return Pair{5.0 * std::pow(y[1], 4), 1.0};
  });
  EXPECT_NEAR(step.end[0], std::pow(0.7, 5), 1e-15);
}

// Order 4: the error of the extension is that of one step, O(h^5).
TEST(Dopri5, ExtendsItsSolutionOverTheStep) {
  for (const double x : {0.1, 0.3, 0.5, 0.77, 0.95})
    EXPECT_GT(
        order(0.1, [x](double h) { return distance(dopri5(kStart, h, kepler).at(x), orbit_after(x * h)); }),
        4.8)
        << x;
}

TEST(Dopri5, ExtensionMeetsBothEnds) {
  const auto step = dopri5(Orbit{0.3, -0.8, 0.9, 0.4}, 0.37, kepler);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(step.at(0.0)[i], step.begin[i]);
    EXPECT_DOUBLE_EQ(step.at(1.0)[i], step.end[i]);
  }
}

// So that one step's extension goes on smoothly in the next one's. One-sided differences of second order.
TEST(Dopri5, ExtensionHasTheSlopesOfTheSolutionAtBothEnds) {
  const Orbit y{0.3, -0.8, 0.9, 0.4};
  const double h = 0.1, d = 1e-4;
  const auto step = dopri5(y, h, kepler);
  for (std::size_t i = 0; i < 4; ++i) {
    const double first = (4.0 * step.at(d)[i] - step.at(2.0 * d)[i] - 3.0 * step.at(0.0)[i]) / (2.0 * d);
    const double last =
        (3.0 * step.at(1.0)[i] - 4.0 * step.at(1.0 - d)[i] + step.at(1.0 - 2.0 * d)[i]) / (2.0 * d);
    EXPECT_NEAR(first, h * kepler(step.begin)[i], 1e-9);
    EXPECT_NEAR(last, h * kepler(step.end)[i], 1e-9);
  }
}

}  // namespace
}  // namespace hilspace::integrate
