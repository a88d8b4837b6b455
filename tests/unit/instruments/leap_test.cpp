#include "instruments/leap.hpp"

#include <gtest/gtest.h>

#include "integrate/rk4.hpp"

namespace hilspace::instruments {
namespace {

constexpr Cubic kInput{0.3, -0.2, 1.5, -4.0};
double input(double t) { return kInput[0] + t * (kInput[1] + t * (kInput[2] + t * kInput[3])); }

/// The same by many small steps.
std::array<double, 2> integrated(const LowPass<double>& filter, std::array<double, 2> x, double h) {
  constexpr int kSteps = 20000;
  std::array<double, 3> y{x[0], x[1], 0.0};  // with the time
  for (int i = 0; i < kSteps; ++i)
    y = integrate::rk4(y, h / kSteps, [&](const auto& at) {
          const Signal<double> in{input(at[2]), 0.0, 0.0};
          return std::array<double, 3>{at[1], filter.acceleration(at.data(), in), 1.0};
        }).end;
  return {y[0], y[1]};
}

TEST(Leap, IsTheIntegralOfTheFilter) {
  for (const double damping : {0.2, 0.7, 1.0, 1.8})
    for (const double h : {0.002, 0.05, 0.4}) {
      const LowPass<double> filter(LowPassSetup{60.0, damping});
      std::array<double, 2> x{0.25, 3.0};
      const auto expected = integrated(filter, x, h);
      leap(filter, kInput, h, x.data());
      EXPECT_NEAR(x[0], expected[0], 1e-11) << damping << ", " << h;
      EXPECT_NEAR(x[1], expected[1], 1e-9) << damping << ", " << h;
    }
}

TEST(Leap, OfAnyLengthForgetsTheStart) {
  const LowPass<double> filter(LowPassSetup{4000.0, 0.7});
  const Cubic ramp{0.0, 0.1, 0.0, 0.0};
  std::array<double, 2> x{1.0, -50.0};
  leap(filter, ramp, 30.0, x.data());
  EXPECT_NEAR(x[0], 3.0 - 2.0 * 0.7 / 4000.0 * 0.1, 1e-12);  // lags by 2 zeta/w
  EXPECT_NEAR(x[1], 0.1, 1e-12);
}

TEST(Leap, InPartsIsTheWhole) {
  const LowPass<double> filter(LowPassSetup{60.0, 0.7});
  std::array<double, 2> whole{0.25, 3.0}, parts = whole;
  leap(filter, kInput, 0.03, whole.data());
  leap(filter, kInput, 0.01, parts.data());
  const double t = 0.01;
  const Cubic rest{input(t), kInput[1] + 2.0 * t * kInput[2] + 3.0 * t * t * kInput[3],
                   kInput[2] + 3.0 * t * kInput[3], kInput[3]};
  leap(filter, rest, 0.02, parts.data());
  EXPECT_NEAR(parts[0], whole[0], 1e-14);
  EXPECT_NEAR(parts[1], whole[1], 1e-13);
}

TEST(Leap, LeavesAnAbsentFilterAlone) {
  std::array<double, 2> x{0.0, 0.0};
  leap(LowPass<double>(LowPassSetup{}), kInput, 0.1, x.data());
  EXPECT_EQ(x, (std::array<double, 2>{0.0, 0.0}));
}

TEST(Hermite, MeetsValuesAndRatesAtBothEnds) {
  const double h = 0.3;
  const auto at = [](double t) {
    return Signal<double>{input(t), kInput[1] + 2.0 * t * kInput[2] + 3.0 * t * t * kInput[3], 0.0};
  };
  const Cubic found = hermite(at(0.0), at(h), h);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], kInput[i], 1e-13);
}

}  // namespace
}  // namespace hilspace::instruments
