#include "instruments/low_pass.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "integrate/rk4.hpp"

namespace hilspace::instruments {
namespace {

using State = std::array<double, 2>;

State advance(const LowPass<double>& filter, State x, Signal<double> in, double h) {
  return integrate::rk4(x, h,
                        [&](const State& y) {
                          State rate;
                          filter.derivative(y.data(), in, rate.data());
                          return rate;
                        })
      .end;
}

// Step response 1 - e^{-zeta w t} (cos wd t + zeta w/wd sin wd t), wd = w sqrt(1 - zeta^2).
TEST(LowPass, AnswersAStepAsItsTransferFunctionSays) {
  const LowPass<double> filter(LowPassSetup{4000.0, 0.7});
  State x{0.0, 0.0};
  const double h = 1e-6, wd = 4000.0 * std::sqrt(1.0 - 0.49);
  for (int i = 1; i <= 2000; ++i) {
    x = advance(filter, x, {1.0, 0.0, 0.0}, h);
    const double t = i * h;
    const double exact =
        1.0 - std::exp(-0.7 * 4000.0 * t) * (std::cos(wd * t) + 0.7 * 4000.0 / wd * std::sin(wd * t));
    ASSERT_NEAR(x[0], exact, 1e-9);
  }
}

TEST(LowPass, FollowsARampWithItsLag) {
  const double delay = 1e-3;
  const LowPass<double> filter(LowPassSetup{4.0 / delay, 0.7});
  State x;
  filter.follow_ramp({0.3, 0.1, 0.0}, x.data());
  EXPECT_DOUBLE_EQ(x[0], 0.3 - 0.35 * delay * 0.1);
  EXPECT_EQ(x[1], 0.1);
  // In the steady state nothing accelerates.
  EXPECT_NEAR(filter.acceleration(x.data(), {0.3, 0.1, 0.0}), 0.0, 1e-9);
}

TEST(LowPass, OfNoFrequencyIsNotThere) {
  const LowPass<double> filter(LowPassSetup{0.0, 0.7});
  State x{1.0, 2.0};
  filter.follow_ramp({5.0, 6.0, 7.0}, x.data());
  const auto out = filter.output(x.data(), {5.0, 6.0, 7.0});
  EXPECT_EQ(out.value, 5.0);
  EXPECT_EQ(out.rate, 6.0);
  EXPECT_EQ(out.acceleration, 7.0);
}

// Of a fixed step a ring takes a part, be it seen in the output or in its rate; behind an input that may jump again any time
// there are no whole ones.
TEST(LowPass, TakesWholeStepsOnceTheRingOfAJumpHasFaded) {
  const double w = 4000.0, h = 0.4 / w;
  const LowPass<double> filter(LowPassSetup{w, 0.7});
  const Horizon<double> horizon{h, h / 256.0, 0.0, false};
  const Outlook<double> jumped{h, false, false, true}, jumps{h, false, true};
  State x{0.0, 0.0};
  double t = 0.0, whole = 0.0;
  for (; t < 40.0 / w; t += h) {
    const Signal<double> in{1.0, 0.0, 0.0};
    const double until = filter.look_ahead(x.data(), in, jumped, horizon).until;
    EXPECT_LT(filter.look_ahead(x.data(), in, jumps, horizon).until, 0.61 * h);
    if (std::abs(1.0 - x[0]) > 1.1e-3 * x[0]) {
      EXPECT_LT(until, 0.61 * h) << w * t;
      whole = t + h;
    }
    if (w * t > 14.0) {
      EXPECT_EQ(until, h) << w * t;
    }
    x = advance(filter, x, in, h);
  }
  EXPECT_GT(w * whole, 3.0);
  filter.follow_ramp({1.0, 300.0, 0.0}, x.data());
  EXPECT_EQ(filter.look_ahead(x.data(), {1.0, 300.0, 0.0}, jumped, horizon).until, h);
  // On its way through the lagging course it is not at rest.
  const State passing{1.0, 0.01 * w};
  EXPECT_LT(filter.look_ahead(passing.data(), {1.0, 0.0, 0.0}, jumped, horizon).until, 0.61 * h);
  EXPECT_FALSE(filter.look_ahead(passing.data(), {1.0, 0.0, 0.0}, jumped, horizon).jumped);
}

TEST(LowPass, OnceSettledStaysSettled) {
  const LowPass<double> filter(LowPassSetup{1000.0, 0.3});
  State x{3.0, -500.0};
  const Signal<double> silence{0.0, 0.0, 0.0};
  bool was_settled = false;
  for (int i = 0; i < 20000; ++i) {
    const bool settled = filter.settled(x.data(), silence, 0.1);
    EXPECT_TRUE(settled || !was_settled);
    if (settled) {
      EXPECT_LE(std::abs(x[0]), 0.1);
    }
    was_settled = settled;
    x = advance(filter, x, silence, 1e-6);
  }
  EXPECT_TRUE(was_settled);
}

}  // namespace
}  // namespace hilspace::instruments
