#include "hybrid/envelope.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

namespace hilspace::hybrid {
namespace {

/// 63 kg on a real spring of 1000 N/m behind a robot 16 ms late.
HybridLoop epos(double virtual_stiffness, double source_delay) {
  HybridLoop loop{63.0, 1000.0, 0.0, virtual_stiffness, 0.0, {}, {}, true};
  loop.real.delay = 16e-3;
  loop.computed.delay = source_delay;
  return loop;
}

struct Limits {
  double stiffness, delay, least, most;
};

TEST(Envelope, HasTheLimitsOfEpos) {
  for (const Limits& is : {Limits{0.0, 32e-3, 16.12, 3069.0}, Limits{1000.0, 32e-3, 48.60, 3055.0},
                           Limits{0.0, 16e-3, 16.02, 6179.0}, Limits{1000.0, 16e-3, 32.09, 6172.0}}) {
    const auto range = stable_damping(epos(is.stiffness, is.delay));
    ASSERT_TRUE(range.has_value());
    EXPECT_NEAR(range->least, is.least, 5e-3);
    EXPECT_NEAR(range->most, is.most, 0.6);
  }
  for (const auto& [stiffness, least] : {std::pair{0.0, 15.99}, std::pair{1000.0, 15.98}}) {
    const auto range = stable_damping(epos(stiffness, 0.0));
    ASSERT_TRUE(range.has_value());
    EXPECT_NEAR(range->least, least, 5e-3);
    EXPECT_TRUE(std::isinf(range->most));
  }
}

// (A1): at the limits a root lies on the axis, at the frequency of the closed form.
TEST(Envelope, LimitsAreRootsOnTheAxis) {
  for (const double k : {-500.0, 0.0, 1000.0, 20000.0}) {
    auto loop = epos(k, 32e-3);
    const auto range = stable_damping(loop).value();
    for (const double limit : {range.least, range.most}) {
      // By a scan of k_v = m w^2 cos(w H) - k_r cos(w h2), b_v = m w sin(w H) - (k_r/w) sin(w h2).
      double nearest = 1e9;
      for (double w = 0.5; w < 100.0; w += 1e-3) {
        const double kv = 63.0 * w * w * std::cos(w * 32e-3) - 1000.0 * std::cos(w * 16e-3);
        const double bv = 63.0 * w * std::sin(w * 32e-3) - 1000.0 / w * std::sin(w * 16e-3);
        nearest = std::min(nearest, std::hypot((kv - k) / 1000.0, (bv - limit) / 100.0));
      }
      EXPECT_LT(nearest, 0.02) << k << ' ' << limit;
    }
    loop.virtual_damping = 1.001 * range.least + 1e-3;
    EXPECT_TRUE(is_stable(loop));
    loop.virtual_damping = 0.999 * range.least - 1e-3;
    EXPECT_FALSE(is_stable(loop));
    loop.virtual_damping = 1.001 * range.most;
    EXPECT_FALSE(is_stable(loop));
  }
}

TEST(Envelope, RootsOfOneDelay) {
  struct Case {
    double mass, stiffness, damping, growth, frequency;
  };
  for (const Case& is :
       {Case{749.4, 2500.0, 20.0, 0.01335, 1.82642}, Case{749.4, 2500.0, 60.0, -0.01334, 1.8272},
        Case{60.0, 1000.0, 50.0, -0.28574, 4.09568}, Case{60.0, 1000.0, 20.0, -0.03318, 4.08889}}) {
    HybridLoop loop{is.mass, is.stiffness, is.damping, 0.0, 0.0, {}, {}, true};
    loop.real.delay = 16e-3;
    const auto root = root_near(loop, {0.0, std::sqrt(is.stiffness / is.mass)});
    EXPECT_NEAR(root.real(), is.growth, 1e-5);
    EXPECT_NEAR(root.imag(), is.frequency, 1e-5);
    EXPECT_EQ(is_stable(loop), is.growth < 0.0);
  }
}

// Beyond a largest stiffness no damping is stable; without delay of the virtual part there is no such limit.
TEST(Envelope, EndsAtALargestStiffness) {
  for (const double delay : {16e-3, 32e-3}) {
    const double most = largest_stiffness(epos(0.0, delay));
    EXPECT_TRUE(stable_damping(epos(0.99 * most, delay)).has_value());
    EXPECT_FALSE(stable_damping(epos(1.01 * most, delay)).has_value());
  }
  EXPECT_TRUE(std::isinf(largest_stiffness(epos(0.0, 0.0))));
  EXPECT_FALSE(stable_damping(epos(-1000.0, 32e-3)).has_value());  // no spring is left
}

// A hold acts like a delay of half its period.
TEST(Envelope, HoldsAreDelays) {
  auto held = epos(500.0, 32e-3), late = held;
  held.real.holds = held.computed.holds = {4e-3};
  late.real.delay += 2e-3;
  late.computed.delay += 2e-3;
  const auto a = stable_damping(held).value(), b = stable_damping(late).value();
  EXPECT_NEAR(a.least, b.least, 1e-3 * b.least);
  EXPECT_NEAR(a.most, b.most, 0.01 * b.most);
}

// A slipped unit, 16 s for 16 ms, took minutes, and no interrupt ended it.
TEST(Envelope, HasNoAnswerForATestbedThatIsMuchTooLate) {
  EXPECT_FALSE(is_answerable(epos(0.0, 16.0)));
  EXPECT_FALSE(stable_damping(epos(0.0, 16.0)).has_value());
  EXPECT_TRUE(std::isnan(largest_stiffness(epos(0.0, 16.0))));
  EXPECT_TRUE(is_answerable(epos(0.0, 1.0)));
}

// Holds repeat the boundary at ever larger dampings: each range's roots were counted, which took minutes.
TEST(Envelope, OfAStiffHeldLoopIsCountedOnce) {
  auto held = epos(1e6, 16e-3);
  held.real_stiffness = 800.0;
  held.real.holds = held.computed.holds = {4e-3};
  held.computed.holds.push_back(4e-3);
  EXPECT_FALSE(stable_damping(held).has_value());
}

// Behind a sensor of 0.2 s the loop is too late at that stiffness for an answer: that is no stiffness without a limit.
TEST(Envelope, DoesNotTakeALimitThatWasNotFoundForNone) {
  HybridLoop loop{63.0, 1000.0, 0.0, 0.0, 0.0, {}, {}, true};
  loop.computed.delay = 10e-3;
  loop.real.delay = 0.105;
  EXPECT_NEAR(largest_stiffness(loop), 347.1e3, 50.0);
  loop.real.delay = 0.205;
  EXPECT_TRUE(std::isnan(largest_stiffness(loop)));
}

// The limits are those of the damping that is asked for, whatever the loop's own is.
TEST(Envelope, DoesNotDependOnTheLoopsOwnDamping) {
  auto loop = epos(500.0, 32e-3);
  const auto expected = stable_damping(loop).value();
  const double most = largest_stiffness(loop);
  loop.virtual_damping = 1e9;
  EXPECT_EQ(stable_damping(loop).value().least, expected.least);
  EXPECT_EQ(stable_damping(loop).value().most, expected.most);
  EXPECT_EQ(largest_stiffness(loop), most);
}

// Behind a low-pass that rings, the least dampings are none of the stable ones: which are follows from how the boundary
// crosses the stiffness.
TEST(Envelope, FindsTheStableDampingsBeyondUnstableOnes) {
  HybridLoop loop{30.0, 0.0, 0.0, 1500.0, 0.0, {}, {}, true};
  loop.computed.delay = 26e-3;
  loop.computed.lags.push_back({{1e4, 0.0, 0.0}, {1e4, 20.0, 1.0}});
  const auto range = stable_damping(loop);
  ASSERT_TRUE(range.has_value());
  for (const auto& [damping, expected] : {std::pair{0.99 * range->least, false},
                                          {1.01 * range->least, true},
                                          {0.99 * range->most, true},
                                          {1.01 * range->most, false}}) {
    loop.virtual_damping = damping;
    EXPECT_EQ(is_stable(loop), expected) << damping;
  }
}

}  // namespace
}  // namespace hilspace::hybrid
