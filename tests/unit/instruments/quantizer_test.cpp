#include "instruments/quantizer.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hilspace::instruments {
namespace {

Quantizer<double> quantizer(double resolution) { return Quantizer<double>(QuantizerSetup{resolution}); }

const Horizon<double> kHorizon{1e-5, 1e-5 / 64, 0.0};

TEST(Quantizer, RoundsToMultiples) {
  const auto q = quantizer(0.5);
  for (double x = -3.0; x < 3.0; x += 0.013) {
    EXPECT_EQ(q.rounded(x), 0.5 * std::nearbyint(x / 0.5));
    EXPECT_LE(std::abs(q.rounded(x) - x), 0.25);
  }
}

TEST(Quantizer, OfNoResolutionIsNotThere) {
  auto q = quantizer(0.0);
  const Signal<double> in{1.23456789, 2.0, 3.0};
  q.freeze(nullptr, in, false, kHorizon);
  const auto look = q.look_ahead(nullptr, in, Outlook<double>::smooth(kHorizon), kHorizon);
  EXPECT_EQ(look.until, kHorizon.longest);
  EXPECT_FALSE(look.constant);
  EXPECT_EQ(q.output(nullptr, in).value, in.value);
}

TEST(Quantizer, LetsTheRatePass) { EXPECT_EQ(quantizer(1e-6).output(nullptr, {3.3e-6, 0.1, 5.0}).rate, 0.1); }

// Following a smooth signal from step to step, the held value is always that of the cell the signal is in,
// and the steps end where the cells do.
TEST(Quantizer, HoldsItsCellUntilTheSignalLeavesIt) {
  auto q = quantizer(1e-6);
  const auto signal = [](double t) {
    const double w = 700.0;
    return Signal<double>{1e-4 * std::sin(w * t), 1e-4 * w * std::cos(w * t),
                          -1e-4 * w * w * std::sin(w * t)};
  };
  double t = 0.0;
  int crossings = 0;
  while (t < 4e-3) {
    q.freeze(nullptr, signal(t), false, kHorizon);
    const auto look = q.look_ahead(nullptr, signal(t), Outlook<double>::smooth(kHorizon), kHorizon);
    ASSERT_TRUE(look.constant);
    ASSERT_GE(look.until, kHorizon.shortest);
    ASSERT_LE(look.until, kHorizon.longest);
    for (const double part : {0.02, 0.5, 0.98}) {
      const double x = signal(t + part * look.until).value;
      ASSERT_NEAR(q.output(nullptr, signal(t + part * look.until)).value, x, 0.5001e-6) << "t " << t;
    }
    crossings += look.until < kHorizon.longest ? 1 : 0;
    t += look.until;
  }
  EXPECT_NEAR(crossings, 100 + 66, 4);  // up to the summit, and down to sin(2.8)
}

TEST(Quantizer, RoundsEverywhereWhenTheSignalIsFast) {
  auto q = quantizer(1e-6);
  q.freeze(nullptr, {0.0, 1.0, 0.0}, false, kHorizon);
  const auto look = q.look_ahead(nullptr, {0.0, 1.0, 0.0}, Outlook<double>::smooth(kHorizon), kHorizon);
  EXPECT_FALSE(look.constant);
  EXPECT_EQ(q.output(nullptr, {7.4e-6, 1.0, 0.0}).value, q.rounded(7.4e-6));
}

}  // namespace
}  // namespace hilspace::instruments
