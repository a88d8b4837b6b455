// The critical delay compared with published values, and with the simulated motion of the loop in tiny steps.

#include "analysis/stability/delay_stability.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace hilspace::analysis {
namespace {

ContactLoop contact(double mass, double damping, double stiffness) { return {mass, stiffness, damping}; }

const ContactLoop kEpos = contact(15.6, 50.0, 3000.0);

instruments::Section low_pass(double w, double zeta) {
  return {{1.0, 0.0, 0.0}, {1.0, 2.0 * zeta / w, 1.0 / (w * w)}};
}

/// Growth of the loop's amplitude over some forty periods; its lag, if any, is a low-pass.
double growth(const ContactLoop& loop, double delay) {
  const double period = 2.0 * std::numbers::pi / std::sqrt(loop.stiffness / loop.mass);
  const double hold = loop.holds.empty() ? 0.0 : loop.holds.front();
  const double dt = (hold > 0.0 ? hold : std::max(delay, 5e-3)) / 1000.0;
  const auto late = static_cast<std::size_t>(std::lround(delay / dt));
  const auto held = static_cast<std::size_t>(std::lround(hold / dt));
  const auto steps = static_cast<std::size_t>(42.0 * period / dt),
             window = static_cast<std::size_t>(period / dt);
  std::vector<double> d{0.0}, v{1.0};
  double shown = 0.0, y = 0.0, rate = 0.0, early = 0.0, end = 0.0;
  for (std::size_t n = 0; n < steps; ++n) {
    if (held == 0 || n % held == 0)
      shown = n < late ? 0.0 : loop.stiffness * d[n - late] + loop.damping * v[n - late];
    if (loop.lags.empty()) {
      y = shown;
    } else {
      const auto& under = loop.lags.front().denominator;
      rate += dt * (shown - y - under[1] * rate) / under[2];
      y += dt * rate;
    }
    v.push_back(v[n] - dt * y / loop.mass);
    d.push_back(d[n] + dt * (held > 0 ? 0.5 * (v[n] + v[n + 1]) : v[n + 1]));
    const double size = std::abs(d.back());
    if (n >= 2 * window && n < 3 * window) early = std::max(early, size);
    if (n >= steps - window) end = std::max(end, size);
  }
  return end / early;
}

void expect_border(const ContactLoop& loop) {
  const double critical = critical_delay(loop).delay;
  ASSERT_GT(critical, 0.0);
  EXPECT_LT(growth(loop, 0.96 * critical), 0.9);
  EXPECT_GT(growth(loop, 1.04 * critical), 1.1);
}

TEST(DelayStability, CriticalDelaysInPrint) {
  EXPECT_NEAR(critical_delay(contact(749.4, 20.0, 2500.0)).delay, 8.00e-3, 5e-6);
  EXPECT_NEAR(critical_delay(contact(749.4, 60.0, 2500.0)).delay, 23.98e-3, 5e-6);
  EXPECT_NEAR(critical_delay(contact(60.0, 100.0, 5000.0)).delay, 19.78e-3, 5e-6);
  EXPECT_NEAR(critical_delay(contact(60.0, 20.0, 1000.0)).delay, 19.956e-3, 5e-7);  // printed as 20 ms
  EXPECT_EQ(critical_delay(kEpos).method, DelayMethod::closed_form);
}

/// The damping of the planar contact that 16 ms leave neutral, printed as 50 N s/m.
TEST(DelayStability, NeutralDampingInPrint) {
  EXPECT_LT(critical_delay(contact(15.6, 48.82, 3000.0)).delay, 16e-3);
  EXPECT_GT(critical_delay(contact(15.6, 48.83, 3000.0)).delay, 16e-3);
}

TEST(DelayStability, TheLoopIsMinusOneAtItsCrossing) {
  for (const double damping : {1.0, 50.0, 1000.0}) {
    ContactLoop loop = kEpos;
    loop.damping = damping;
    const auto [delay, w, method] = critical_delay(loop);
    EXPECT_NEAR(std::hypot(loop.stiffness, w * damping) / (loop.mass * w * w), 1.0, 1e-12);
    EXPECT_NEAR(std::atan2(w * damping, loop.stiffness), w * delay, 1e-12);
  }
}

TEST(DelayStability, IsWhereTheMotionBeginsToGrow) {
  expect_border(kEpos);
  expect_border(contact(60.0, 400.0, 1000.0));
}

TEST(DelayStability, WithALowPassToo) {
  ContactLoop loop = kEpos;
  loop.lags = {low_pass(400.0, 0.7)};
  EXPECT_EQ(critical_delay(loop).method, DelayMethod::frequency_response);
  // A fast low-pass reduces the critical delay by its ramp lag.
  EXPECT_NEAR(critical_delay(loop).delay, critical_delay(kEpos).delay - 1.4 / 400.0, 2e-5);
  expect_border(loop);
  loop.lags = {low_pass(40.0, 0.7)};  // slower than the contact: unstable before any delay
  EXPECT_EQ(critical_delay(loop).delay, 0.0);
}

TEST(DelayStability, WithAHoldToo) {
  ContactLoop loop = kEpos;
  for (const double period : {4e-3, 13e-3}) {  // several periods in the delay, or not one
    loop.holds = {period};
    EXPECT_EQ(critical_delay(loop).method, DelayMethod::multipliers);
    EXPECT_NEAR(critical_delay(loop).delay, critical_delay(kEpos).delay - 0.5 * period, 0.01 * period);
    expect_border(loop);
  }
  loop.holds = {40e-3};
  EXPECT_EQ(critical_delay(loop).delay, 0.0);
}

TEST(DelayStability, AQuickHoldIsHalfAPeriodOfDelay) {
  ContactLoop loop = kEpos;
  loop.holds = {1e-4};
  const auto exact = critical_delay(loop);
  EXPECT_EQ(exact.method, DelayMethod::multipliers);
  loop.holds.push_back(1e-9);
  EXPECT_EQ(critical_delay(loop).method, DelayMethod::frequency_response);
  EXPECT_NEAR(critical_delay(loop).delay, exact.delay, 1e-8);
  loop.holds = {1e-6};  // avoids computing thousands of multipliers
  EXPECT_EQ(critical_delay(loop).method, DelayMethod::frequency_response);
  EXPECT_NEAR(critical_delay(loop).delay, critical_delay(kEpos).delay - 0.5e-6, 1e-9);
}

TEST(DelayStability, WithoutDampingNoDelayIsBorne) {
  EXPECT_EQ(critical_delay(contact(15.6, 0.0, 3000.0)).delay, 0.0);
  EXPECT_DOUBLE_EQ(critical_delay(contact(15.6, 0.0, 3000.0)).frequency, std::sqrt(3000.0 / 15.6));
}

TEST(DelayStability, DampingIsNeededAndMayBeTooMuch) {
  const auto range = stable_damping(kEpos, 16e-3);
  ASSERT_TRUE(range);
  EXPECT_NEAR(range->least, 48.8, 0.05);
  for (const double damping : {range->least, range->most}) {
    ContactLoop at = kEpos;
    at.damping = damping;
    EXPECT_NEAR(critical_delay(at).delay, 16e-3, 1e-9);
  }
  EXPECT_GT(range->most, 10.0 * range->least);
  EXPECT_FALSE(stable_damping(kEpos, 0.2));  // too long for any damping
  const auto without = stable_damping(kEpos, 0.0);
  ASSERT_TRUE(without);
  EXPECT_EQ(without->least, 0.0);
  EXPECT_TRUE(std::isinf(without->most));
}

TEST(DelayStability, WhatLagsAloneMakeUnstableHasNoMargin) {
  ContactLoop loop = contact(15.6, 0.0, 3000.0);
  loop.lags = {low_pass(2.0 * std::numbers::pi * 50.0, 0.7)};
  EXPECT_LT(delay_margin(loop, 0.0), 0.0);
  EXPECT_GT(growth(loop, 0.0), 1.1);
  const auto range = stable_damping(loop, 0.0);
  ASSERT_TRUE(range);
  for (const double share : {0.9, 1.1}) {
    loop.damping = share * range->least;
    EXPECT_EQ(delay_margin(loop, 0.0) > 0.0, share > 1.0) << share;
    EXPECT_EQ(growth(loop, 0.0) < 1.0, share > 1.0) << share;
  }
}

TEST(DelayStability, ADelayMayMendWhatAHoldDoes) {
  ContactLoop loop = contact(15.6, 0.0, 3000.0);
  loop.holds = {20e-3};
  bool mended = false;
  for (loop.damping = 100.0; loop.damping < 3000.0; loop.damping *= 1.1)
    for (const double delay : {2e-3, 5e-3, 10e-3}) {
      const bool stable = is_stable_sampled(loop, delay, 20e-3);
      if (critical_delay(loop).delay > 0.0 || !stable) continue;
      mended = true;
      EXPECT_GT(delay_margin(loop, delay), 0.0);
      EXPECT_LT(delay_margin(loop, 0.0), 0.0);
      EXPECT_LT(growth(loop, delay), 1.0) << loop.damping << " " << delay;
    }
  EXPECT_TRUE(mended);
}

TEST(DelayStability, AProbeMakesTheMassLess) {
  const double angle = std::numbers::pi / 6.0;
  EXPECT_NEAR(effective_mass(60.0, 0.3, angle, 1.42297), 15.6, 1e-4);
  EXPECT_NEAR(effective_mass(60.0, 0.3, angle, 1e9), 60.0, 1e-6);
  EXPECT_NEAR(effective_mass(1e12, 0.3, angle, 1.4), 1.4 / std::pow(0.3 * std::cos(angle), 2), 1e-6);
}

}  // namespace
}  // namespace hilspace::analysis
