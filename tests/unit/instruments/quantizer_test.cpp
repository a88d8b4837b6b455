#include "instruments/quantizer.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hilspace::instruments {
namespace {

Quantizer<double> quantizer(double resolution) { return Quantizer<double>(QuantizerSetup{resolution}); }

const Horizon<double> kQuantizerHorizon{1e-5, 1e-5 / 64, 0.0};

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
  q.freeze(nullptr, in, false, kQuantizerHorizon);
  const auto look = q.look_ahead(nullptr, in, Outlook<double>::smooth(kQuantizerHorizon), kQuantizerHorizon);
  EXPECT_EQ(look.until, kQuantizerHorizon.longest);
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
    q.freeze(nullptr, signal(t), false, kQuantizerHorizon);
    const auto look =
        q.look_ahead(nullptr, signal(t), Outlook<double>::smooth(kQuantizerHorizon), kQuantizerHorizon);
    ASSERT_TRUE(look.constant);
    ASSERT_GE(look.until, kQuantizerHorizon.shortest);
    ASSERT_LE(look.until, kQuantizerHorizon.longest);
    for (const double part : {0.02, 0.5, 0.98}) {
      const double x = signal(t + part * look.until).value;
      ASSERT_NEAR(q.output(nullptr, signal(t + part * look.until)).value, x, 0.5001e-6) << "t " << t;
    }
    crossings += look.until < kQuantizerHorizon.longest ? 1 : 0;
    t += look.until;
  }
  EXPECT_NEAR(crossings, 100 + 66, 4);  // up to the summit, and down to sin(2.8)
}

/// A signal that is largest `beyond` quanta above 20.5 of them, and turns twice more, well within cells.
double chance_of_turning(double beyond) {
  auto q = quantizer(1e-6);
  EXPECT_EQ(q.turns, 0.0);
  const double top = (20.5 + beyond) * 1e-6, w = 3000.0;
  for (double t = 1e-6; t < 2.2e-3; t += 1e-5) {
    const double x = top * std::sin(w * t) * std::exp(-100.0 * t);
    const double rate = top * std::exp(-100.0 * t) * (w * std::cos(w * t) - 100.0 * std::sin(w * t));
    for (int twice = 0; twice < 2; ++twice)  // lanes begin a step as often as others do
      q.freeze(nullptr, {x, rate, -200.0 * rate - (w * w + 1e4) * x}, false, kQuantizerHorizon);
  }
  EXPECT_EQ(q.turns, 2.0);
  return q.chance();
}

// The summit is where the sine is cos(atan(100/w)), after exp(-100 t): `beyond` is moved to there.
TEST(Quantizer, TellsHowNearTheSignalTurnedToACrossing) {
  const double w = 3000.0, at = std::atan(w / 100.0) / w, share = std::sin(w * at) * std::exp(-100.0 * at);
  const auto top = [&](double cells) { return cells / share - 20.5; };
  EXPECT_LT(chance_of_turning(top(20.501)), 2.0 * 2.0 * 0.0015);
  EXPECT_LT(chance_of_turning(top(19.499)), 2.0 * 2.0 * 0.0015);
  EXPECT_GT(chance_of_turning(top(20.501)), 2.0 * 2.0 * 0.0005);
}

/// Of fixed steps, which cannot find every crossing.
constexpr Horizon<double> kFixed{1e-5, 1e-5 / 64, 0.0, false};

// A signal that crosses ten cells in a full step: its levels are shown from one crossing on, and up to another.
TEST(Quantizer, GivesItsLevelsWhereItIsAskedForThem) {
  auto q = quantizer(1e-6);
  const auto at = [](double cells) { return Signal<double>{cells * 1e-6, 1.0, 0.0}; };
  const auto ahead = [&](double cells) {
    return q.look_ahead(nullptr, at(cells), Outlook<double>::smooth(kFixed), kFixed).until * 1e6;
  };
  auto at_once = quantizer(1e-6);  // in the first step of a run
  at_once.freeze(nullptr, at(3.2), false, kFixed, true);
  EXPECT_TRUE(at_once.held);
  q.freeze(nullptr, at(3.1), false, kFixed, false);
  q.freeze(nullptr, at(3.2), false, kFixed, true);
  EXPECT_FALSE(q.held);
  EXPECT_NEAR(ahead(3.2), 0.3, 1e-9);
  for (int twice = 0; twice < 2; ++twice) {
    q.freeze(nullptr, at(3.5), false, kFixed, true);
    EXPECT_TRUE(q.held);
    EXPECT_EQ(q.output(nullptr, at(3.7)).value, 4e-6);
    EXPECT_EQ(q.output(nullptr, at(3.7)).spread, 0.0);
    EXPECT_NEAR(ahead(3.5), 1.0, 1e-9);
  }
  q.freeze(nullptr, at(4.1), false, kFixed, false);
  EXPECT_TRUE(q.held);
  EXPECT_NEAR(ahead(4.1), 0.4, 1e-9);
  for (int twice = 0; twice < 2; ++twice) {
    q.freeze(nullptr, at(4.5), false, kFixed, false);
    EXPECT_FALSE(q.held);
  }
  // Steps cannot follow any number of cells.
  auto fine = quantizer(1e-8);
  fine.freeze(nullptr, {35e-9, 1.0, 0.0}, false, kFixed, true);
  EXPECT_FALSE(fine.held);
  EXPECT_EQ(fine.until_change, kNever);
}

TEST(Quantizer, ShowsItsMeanAndSpreadWhereFixedStepsDoNotResolveIt) {
  auto q = quantizer(1e-6);
  q.freeze(nullptr, {0.0, 1.0, 0.0}, false, kFixed);
  const auto look = q.look_ahead(nullptr, {0.0, 1.0, 0.0}, Outlook<double>::smooth(kFixed), kFixed);
  EXPECT_FALSE(look.constant);
  EXPECT_FALSE(look.jumps);
  EXPECT_EQ(look.until, kFixed.longest);
  const auto out = q.output(nullptr, {7.4e-6, 1.0, 0.0});
  EXPECT_EQ(out.value, 7.4e-6);
  EXPECT_EQ(out.spread, 0.5e-6);
  // What jumps already, jumps further; not by all of it, since the peaks of both seldom meet.
  EXPECT_DOUBLE_EQ(q.output(nullptr, {7.4e-6, 1.0, 0.0, 1.2e-6}).spread, 1.3e-6);
}

// The mean of Q over the crossing of any whole number of cells is what is shown there.
TEST(Quantizer, HasTheInputForItsMean) {
  const auto q = quantizer(1e-6);
  for (const double start : {0.13e-6, 4.4e-6, -2.9e-6}) {
    double sum = 0.0;
    constexpr int kSamples = 30'000;
    for (int i = 0; i < kSamples; ++i) sum += q.rounded(start + 3e-6 * (i + 0.5) / kSamples);
    EXPECT_NEAR(sum / kSamples, start + 1.5e-6, 1e-10);
  }
}

TEST(Quantizer, IsResolvedWhereItsInputIsSlowOrHeldOrLocatedOrSampled) {
  const auto shows = [](Quantizer<double> q, double rate, bool constant, const Horizon<double>& horizon) {
    q.freeze(nullptr, {7e-6, rate, 0.0}, constant, horizon);
    const auto out = q.output(nullptr, {7.4e-6, rate, 0.0});
    return out.value == 7.4e-6 ? out.spread == 0.5e-6 : out.spread != 0.0;
  };
  const auto q = quantizer(1e-6);
  auto sampled = q;
  sampled.resolve_always();
  EXPECT_TRUE(shows(q, 0.11, false, kFixed));  // 1.1 cells a step
  EXPECT_FALSE(shows(q, 0.09, false, kFixed));
  EXPECT_FALSE(shows(q, -0.09, false, kFixed));
  EXPECT_FALSE(shows(q, 1.0, true, kFixed));
  EXPECT_FALSE(shows(q, 1.0, false, kQuantizerHorizon));
  EXPECT_FALSE(shows(sampled, 1.0, false, kFixed));
}

// What is behind would else see the half of a tooth that the mean has not shown.
TEST(Quantizer, BeginsAndEndsToBeResolvedInTheMiddleOfACell) {
  const auto until = [](const Quantizer<double>& q, double x, double rate) {
    return q.look_ahead(nullptr, {x, rate, 0.0}, Outlook<double>::smooth(kFixed), kFixed).until;
  };
  auto q = quantizer(1e-6);
  q.freeze(nullptr, {7.4e-6, 0.09, 0.0}, false, kFixed);
  EXPECT_FALSE(q.held);
  EXPECT_NEAR(until(q, 7.4e-6, 0.09), 0.6e-6 / 0.09, 0.02e-6 / 0.09);
  q.freeze(nullptr, {8e-6, 0.09, 0.0}, false, kFixed);
  EXPECT_TRUE(q.held);
  q.freeze(nullptr, {7.7e-6, -0.11, 0.0}, false, kFixed);
  EXPECT_TRUE(q.held);
  EXPECT_NEAR(until(q, 7.7e-6, -0.11), 0.2e-6 / 0.11, 0.02e-6 / 0.11);  // the edge of its cell comes first
  q.freeze(nullptr, {7e-6, -0.11, 0.0}, false, kFixed);
  EXPECT_FALSE(q.held);
  // One that turns before it gets there is resolved where it is.
  q.freeze(nullptr, {7.4e-6, 0.05, 0.0}, false, kFixed);
  EXPECT_TRUE(q.held);
}

}  // namespace
}  // namespace hilspace::instruments
