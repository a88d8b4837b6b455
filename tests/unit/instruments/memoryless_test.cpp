// Bias, dead band, saturation and calibration: what they show is a function of what comes in.

#include <gtest/gtest.h>

#include <cmath>

#include "unit/instruments/driven.hpp"

namespace hilspace::instruments {
namespace {

/// A stage at the start of a step in which `in` holds, and what it shows then.
Signal<double> shown(const StageSetup& stage, Signal<double> in) {
  AnyChain<double> chain = chain_of({stage});
  chain.freeze(nullptr, in, false, {1e-6, 1e-9, 0.0});
  return chain.output(nullptr, in);
}

TEST(Bias, AddsItsValue) {
  const auto out = shown(BiasSetup{-0.25}, {1.0, 2.0, 3.0});
  EXPECT_EQ(out.value, 0.75);
  EXPECT_EQ(out.rate, 2.0);
  EXPECT_EQ(out.acceleration, 3.0);
}

TEST(DeadBand, PassesTheSignalItselfBeyondItsThreshold) {
  const DeadBandSetup band{22.0};
  for (const double x : {22.0001, 30.0, 1e6, -22.0001, -500.0})
    EXPECT_EQ(shown(band, {x, 0.0, 0.0}).value, x);
  for (const double x : {22.0, 21.9, 1e-9, 0.0, -3.0, -22.0})
    EXPECT_EQ(shown(band, {x, 0.0, 0.0}).value, 0.0);
}

TEST(DeadBand, LetsTheRatePass) {
  for (const double x : {30.0, 3.0}) {
    const auto out = shown(DeadBandSetup{22.0}, {x, -7.0, 8.0});
    EXPECT_EQ(out.rate, -7.0);
    EXPECT_EQ(out.acceleration, 8.0);
  }
}

// On the threshold, the way it goes decides.
TEST(DeadBand, DecidesForTheStepThatBegins) {
  EXPECT_EQ(shown(DeadBandSetup{22.0}, {22.0, 1.0, 0.0}).value, 22.0);
  EXPECT_EQ(shown(DeadBandSetup{22.0}, {22.0, -1.0, 0.0}).value, 0.0);
  EXPECT_EQ(shown(DeadBandSetup{22.0}, {-22.0, -1.0, 0.0}).value, -22.0);
}

TEST(DeadBand, HoldsZeroUntilItOpens) {
  Driven<> run(chain_of({DeadBandSetup{0.5}}), sine(1.0, 50.0), 1e-4);
  run.run(0.2, [&](double h, const Outlook<double>& outlook) {
    const bool open = std::abs(run.in(0.5 * h).value) > 0.5;
    EXPECT_EQ(outlook.constant, !open);
    for (const double part : {0.05, 0.5, 0.95})
      EXPECT_EQ(run.out(part * h).value, open ? run.in(part * h).value : 0.0) << run.time();
  });
}

TEST(Saturation, KeepsWithinItsLimits) {
  const SaturationSetup limits{-1.0, 2.0};
  for (const double x : {-0.99, 0.0, 1.99}) {
    const auto out = shown(limits, {x, 5.0, 6.0});
    EXPECT_EQ(out.value, x);
    EXPECT_EQ(out.rate, 5.0);
    EXPECT_EQ(out.acceleration, 6.0);
  }
  for (const double x : {-1.01, -1e9, 2.01, 1e9}) {
    const auto out = shown(limits, {x, 5.0, 6.0});
    EXPECT_EQ(out.value, x < 0.0 ? -1.0 : 2.0);
    EXPECT_EQ(out.rate, 0.0);
    EXPECT_EQ(out.acceleration, 0.0);
  }
}

TEST(Saturation, MayHaveOneLimitOnly) {
  constexpr double none = std::numeric_limits<double>::infinity();
  EXPECT_EQ(shown(SaturationSetup{-none, 2.0}, {-1e300, 0.0, 0.0}).value, -1e300);
  EXPECT_EQ(shown(SaturationSetup{-none, 2.0}, {3.0, 0.0, 0.0}).value, 2.0);
  EXPECT_EQ(shown(SaturationSetup{0.0, none}, {1e300, 0.0, 0.0}).value, 1e300);
  EXPECT_EQ(shown(SaturationSetup{0.0, none}, {-3.0, 0.0, 0.0}).value, 0.0);
}

TEST(Saturation, CutsTheSpreadAtItsUpperLimitOnlyBeforeTheFirstStepToo) {
  Signal<double> in{-5.0, 0.0, 0.0};
  in.spread = 0.5;
  for (const bool follows : {false, true})
    for (const double limit : {-1.0, -4.75, 2.0}) {
      Saturation<double> stage(SaturationSetup{-10.0, limit});
      if (follows) stage.follow_ramp(in, nullptr);
      EXPECT_DOUBLE_EQ(stage.output(nullptr, in).spread, std::fmin(0.5, limit - in.value)) << limit;
    }
}

TEST(Saturation, IsContinuousAndHeldAtItsLimits) {
  Driven<> run(chain_of({SaturationSetup{-0.3, 0.8}}), sine(1.0, 50.0), 1e-4);
  double before = 0.0;
  run.run(0.2, [&](double h, const Outlook<double>& outlook) {
    EXPECT_NEAR(run.out().value, before, 1e-6);
    const double x = run.in(0.5 * h).value;
    EXPECT_EQ(outlook.constant, x < -0.3 || x > 0.8);
    EXPECT_NEAR(run.out(0.5 * h).value, std::clamp(x, -0.3, 0.8), 1e-15);
    before = run.out(h).value;
  });
}

TEST(Calibration, GoesThroughItsPointsAndOnStraight) {
  const CalibrationSetup setup{kCurve};
  for (const CurvePoint& point : kCurve)
    EXPECT_DOUBLE_EQ(shown(setup, {point.input, 0.0, 0.0}).value, point.output);
  EXPECT_DOUBLE_EQ(shown(setup, {-0.5, 0.0, 0.0}).value, -1.25);
  EXPECT_DOUBLE_EQ(shown(setup, {0.25, 0.0, 0.0}).value, 0.375);
  EXPECT_DOUBLE_EQ(shown(setup, {-3.0, 0.0, 0.0}).value, -10.0);
  EXPECT_DOUBLE_EQ(shown(setup, {4.0, 0.0, 0.0}).value, 9.0);
}

TEST(Calibration, ScalesTheRateByItsSlope) {
  const CalibrationSetup setup{kCurve};
  const double at[] = {-2.0, -0.5, 0.25, 1.0, 7.0}, slope[] = {3.5, 3.5, -0.5, 2.5, 2.5};
  for (std::size_t i = 0; i < 5; ++i) {
    const auto out = shown(setup, {at[i], 2.0, -4.0});
    EXPECT_DOUBLE_EQ(out.rate, 2.0 * slope[i]);
    EXPECT_DOUBLE_EQ(out.acceleration, -4.0 * slope[i]);
  }
}

TEST(Calibration, KeepsOnePieceInAStep) {
  Driven<> run(chain_of({CalibrationSetup{kCurve}}), sine(3.0, 50.0), 1e-4);
  double before = 0.5;
  run.run(0.2, [&](double h, const Outlook<double>&) {
    EXPECT_NEAR(run.out().value, before, 1e-5);
    const double x = run.in(0.5 * h).value;
    const double y = x < 0.0 ? 0.5 + 3.5 * x : x < 0.5 ? 0.5 - 0.5 * x : 0.25 + 2.5 * (x - 0.5);
    EXPECT_NEAR(run.out(0.5 * h).value, y, 1e-14);
    before = run.out(h).value;
  });
}

// On a point, the way it goes decides, and what does not move is on the right of it.
TEST(Calibration, DecidesForTheStepThatBegins) {
  EXPECT_DOUBLE_EQ(shown(CalibrationSetup{kCurve}, {0.0, 1.0, 0.0}).rate, -0.5);
  EXPECT_DOUBLE_EQ(shown(CalibrationSetup{kCurve}, {0.0, -1.0, 0.0}).rate, -3.5);
  AnyChain<double> chain = chain_of({CalibrationSetup{kCurve}});
  chain.freeze(nullptr, {0.0, -1.0, 0.0}, true, {1e-6, 1e-9, 0.0});
  EXPECT_DOUBLE_EQ(chain.output(nullptr, {0.0, -1.0, 0.0}).rate, 0.5);
}

// Starting on a ramp, what follows sees the piece that the ramp is on.
TEST(Calibration, HandsTheApproachOn) {
  auto chain = chain_of({CalibrationSetup{kCurve}, LowPassSetup{300.0, 0.7}});
  std::array<double, AnyChain<double>::kStates> state{};
  chain.follow_ramp({0.25, 0.1, 0.0}, state.data());
  EXPECT_NEAR(state[0], 0.375 + 1.4 / 300.0 * 0.05, 1e-14);
  EXPECT_NEAR(state[1], -0.05, 1e-15);
}

}  // namespace
}  // namespace hilspace::instruments
