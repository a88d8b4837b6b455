// The members that every kernel of this family has, in the kernel that runs in lanes and in the general one.

#include "contact/hunt_crossley.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "unit/contact/motion.hpp"

namespace hilspace::contact {
namespace {

template <class L>
L make(double stiffness, double damping_number);
template <>
HuntCrossley<double> make(double stiffness, double damping_number) {
  return {stiffness, damping_number, 1e-4};
}
template <>
GeneralLaw<double> make(double stiffness, double damping_number) {
  LawSetup setup;
  setup.law = Law::flores;
  setup.stiffness = stiffness;
  setup.damping_number = damping_number;
  return general_law(setup, 1e-4);
}

constexpr Horizon<double> kHorizon{1e-6, 1e-6 / 64, 0.0};

/// In contact since it began with rate 0.1.
template <class L>
L pressed(double stiffness, double damping_number) {
  L law = make<L>(stiffness, damping_number);
  law.begin_step({1e-12, 0.1, 0.0}, false, kHorizon);
  return law;
}

template <class L>
class Kernel : public testing::Test {};
using Kernels = testing::Types<HuntCrossley<double>, GeneralLaw<double>>;
TYPED_TEST_SUITE(Kernel, Kernels);

TYPED_TEST(Kernel, IsHertzWithoutRate) {
  EXPECT_DOUBLE_EQ(pressed<TypeParam>(2e9, 0.4).force({1e-4, 0.0, 0.0}), 2e9 * 1e-6);
}

TYPED_TEST(Kernel, NeverPullsAndNeverActsAtADistance) {
  for (double rate = -2.0; rate <= 2.0; rate += 0.05) {
    auto law = pressed<TypeParam>(2e9, 0.4);  // damping 4 s/m: none left at a rate of -0.25
    law.begin_step({1e-4, rate, 0.0}, false, kHorizon);
    EXPECT_EQ(law.force({-1e-6, rate, 0.0}), 0.0);
    EXPECT_EQ(law.force({0.0, rate, 0.0}), 0.0);
    EXPECT_GE(law.force({1e-4, rate, 0.0}), 0.0);
    EXPECT_EQ(law.force({1e-4, rate, 0.0}) > 0.0, rate > -0.25) << rate;
    EXPECT_EQ(law.pressing, rate > -0.25) << rate;
  }
}

// Should the prediction come late, the rest of the step is silent, too.
TYPED_TEST(Kernel, NeverPullsWithinAStep) {
  const auto law = pressed<TypeParam>(2e9, 0.4);
  EXPECT_TRUE(law.pressing);
  EXPECT_EQ(law.force({1e-4, -0.3, 0.0}), 0.0);
}

TYPED_TEST(Kernel, IsSilentUntilTheBodiesTouch) {
  auto law = make<TypeParam>(2e9, 0.4);
  law.begin_step({-1e-6, 0.1, 0.0}, false, kHorizon);
  EXPECT_FALSE(law.touching);
  EXPECT_EQ(law.force({1e-6, 0.1, 0.0}), 0.0);
  EXPECT_EQ(law.force_rate({1e-6, 0.1, 0.0}, 0.1), 0.0);
}

TYPED_TEST(Kernel, ForceGrowsWithDepthAndWithApproach) {
  const auto law = pressed<TypeParam>(2e9, 0.4);
  EXPECT_GT(law.force({2e-5, 0.05, 0.0}), law.force({1e-5, 0.05, 0.0}));
  EXPECT_GT(law.force({1e-5, 0.05, 0.0}), law.force({1e-5, -0.05, 0.0}));
}

// Each contact has its own damping, from the rate at which it began; a slow one no more than the slowest has.
TYPED_TEST(Kernel, LatchesTheRateAtWhichContactBegins) {
  auto law = pressed<TypeParam>(2e9, 0.4);
  EXPECT_DOUBLE_EQ(law.damping, 0.4 / 0.1);
  law.begin_step({1e-5, 0.02, 0.0}, false, kHorizon);
  EXPECT_DOUBLE_EQ(law.damping, 0.4 / 0.1);
  law.begin_step({-1e-5, -0.02, 0.0}, false, kHorizon);
  law.begin_step({1e-12, 0.05, 0.0}, false, kHorizon);
  EXPECT_DOUBLE_EQ(law.damping, 0.4 / 0.05);
  law.begin_step({-1e-5, -0.02, 0.0}, false, kHorizon);
  law.begin_step({1e-12, 0.0, 0.0}, false, kHorizon);
  EXPECT_DOUBLE_EQ(law.damping, 0.4 / 1e-4);
}

// A hair before the crossing, moving in: the contact begins with this step, not after it.
TYPED_TEST(Kernel, DecidesForTheStepThatBegins) {
  auto law = make<TypeParam>(2e9, 0.4);
  law.begin_step({-1e-10, 0.1, 0.0}, false, kHorizon);
  EXPECT_TRUE(law.touching);
  law.begin_step({1e-10, -0.1, 0.0}, false, kHorizon);
  EXPECT_FALSE(law.touching);
  // What is held does not move: it stays on its side.
  law.begin_step({-1e-10, 0.1, 0.0}, true, kHorizon);
  EXPECT_FALSE(law.touching);
}

// From 0.1 down to -0.4 and out: in at once, no force left from a rate of -0.25 on, then out.
TYPED_TEST(Kernel, FindsItsEdges) {
  const double a = -500.0, depth = 0.1 * 0.1 / 1000.0;  // of the summit, at 0.2 ms
  const auto motion = [=](double t) {
    return Signal<double>{depth - 0.5 * 500.0 * (t - 2e-4) * (t - 2e-4) + 1.5e-4, 0.1 + a * t, a};
  };
  Moved<TypeParam> run(make<TypeParam>(2e9, 0.4), motion, 1.0);
  run.law.begin_step({1e-12, 0.1, 0.0}, false, kHorizon);
  std::vector<double> edges;
  for (int i = 0; i < 2; ++i) {
    const auto horizon = Horizon<double>{1.0, 1e-9, run.time()};
    run.law.begin_step(run.now(), false, horizon);
    run.end(run.law.edge(run.now(), false, horizon));
    edges.push_back(run.time());
  }
  EXPECT_NEAR(edges[0], (0.1 + 0.25) / 500.0, 1e-12);
  EXPECT_NEAR(edges[1], 2e-4 + std::sqrt((depth + 1.5e-4) / 250.0), 1e-12);
}

// What holds the penetration keeps the contact; the rate may still turn the force off.
TYPED_TEST(Kernel, HasNoEdgeInDepthWhileThePenetrationIsHeld) {
  constexpr Horizon<double> far{1e-3, 1e-9, 0.0};
  const auto law = pressed<TypeParam>(2e9, 0.4);
  EXPECT_DOUBLE_EQ(law.edge({1e-6, -0.1, 0.0}, false, far), 1e-6 / 0.1);
  EXPECT_EQ(law.edge({1e-6, -0.1, 0.0}, true, far), kNever);
  EXPECT_NEAR(law.edge({1e-6, -0.1, -1000.0}, true, far), 0.15 / 1000.0, 1e-15);
}

}  // namespace
}  // namespace hilspace::contact
