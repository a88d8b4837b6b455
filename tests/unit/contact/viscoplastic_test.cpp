// The viscoplastic law along prescribed motions. Numbers (59) to (63): impact chapters.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "unit/contact/motion.hpp"

namespace hilspace::contact {
namespace {

constexpr double kStiffness = 8e4, kFactor = 0.3, kMost = 6.0, kBeta = 0.8, kBeat = 300.0;

LawSetup ball(double exponent) {
  LawSetup setup;
  setup.law = Law::viscoplastic;
  setup.stiffness = kStiffness;
  setup.exponent = exponent;
  setup.damping_per_stiffness = kFactor;
  setup.permanent_deformation = kMost;
  setup.compaction_rate = kBeta;
  return setup;
}

/// Depth that swings about `mean` with amplitude `swing`; it begins at 0, moving in.
Motion swinging(double mean, double swing) {
  const double phase = -std::asin(mean / swing);
  return [=](double t) {
    const double x = kBeat * t + phase;
    return Signal<double>{mean + swing * std::sin(x), swing * kBeat * std::cos(x),
                          -swing * kBeat * kBeat * std::sin(x)};
  };
}

/// (61)
double lambda(int instance) { return 1.0 + (kMost - 1.0) * (1.0 - std::exp(-instance * kBeta)); }

struct Phase {
  double lambda, free_depth, spring;
};

/// What each phase of compression or restitution had, in turn.
std::vector<Phase> phases(Moved<GeneralLaw<double>>& run, double until) {
  std::vector<Phase> list;
  bool compressing = false, touching = false;
  run.run(until, [&](double) {
    if (run.law.touching && (!touching || run.law.compressing != compressing))
      list.push_back({run.law.lambda, run.law.free_depth, run.law.spring});
    touching = run.law.touching;
    compressing = run.law.compressing;
  });
  return list;
}

const double kPeriod = 2.0 * std::acos(-1.0) / kBeat;

// Pressed again and again before it is free: (60), (61) and (63), instance by instance.
TEST(Viscoplastic, CountsItsInstancesWhileInContact) {
  for (const double n : {1.0, 1.5, 2.3}) {
    const double mean = 5e-4, swing = 5.001e-4;  // always deeper than it is free
    Moved<GeneralLaw<double>> run(general_law(ball(n), 1e-4), swinging(mean, swing), 1e-6);
    run.run(1e-4, [](double) {});
    const double top = mean + swing;
    double free = 0.0;
    // The motion goes back far enough to leave; so the second instance begins at its free depth.
    const auto list = phases(run, 4.4 * kPeriod);
    ASSERT_GE(list.size(), 8u);
    for (int i = 1; i <= 4; ++i) {
      const Phase& in = list[static_cast<std::size_t>(2 * i - 2)];
      const Phase& out = list[static_cast<std::size_t>(2 * i - 1)];
      const double before = i == 1 ? 1.0 : lambda(i - 1);
      EXPECT_NEAR(in.lambda, before, 1e-14);
      EXPECT_NEAR(in.free_depth, free, 1e-11);
      EXPECT_NEAR(in.spring, before * kStiffness, 1e-9 * kStiffness);
      const double q = std::pow(before / lambda(i), 1.0 / n);
      free = top * (1.0 - q) + free * q;
      EXPECT_NEAR(out.lambda, lambda(i), 1e-13);
      EXPECT_NEAR(out.free_depth, free, 1e-11);
      EXPECT_NEAR(out.spring, lambda(i) * kStiffness, 1e-9 * kStiffness);
    }
  }
}

TEST(Viscoplastic, IsCompressedAgainWithTheSpringItHas) {
  const double mean = 8e-4, swing = 8.1e-4, small = 1e-4;
  // One deep stroke, then a small swing near the top that never lets it free.
  const auto first = swinging(mean, swing);
  const double t_top = (0.5 * std::acos(-1.0) + std::asin(mean / swing)) / kBeat;
  const auto motion = [=](double t) {
    if (t < t_top) return first(t);
    const double x = kBeat * (t - t_top), top = mean + swing;
    return Signal<double>{top - small + small * std::cos(x), -small * kBeat * std::sin(x),
                          -small * kBeat * kBeat * std::cos(x)};
  };
  Moved<GeneralLaw<double>> run(general_law(ball(1.5), 1e-4), motion, 1e-6);
  const auto list = phases(run, t_top + 2.25 * kPeriod);
  ASSERT_EQ(list.size(), 6u);
  const double top = mean + swing;
  double free = 0.0;
  for (std::size_t i = 1; i <= 3; ++i) {
    const Phase& in = list[2 * i - 2];
    const Phase& out = list[2 * i - 1];
    const double before = i == 1 ? 1.0 : lambda(static_cast<int>(i) - 1), now = lambda(static_cast<int>(i));
    EXPECT_NEAR(in.lambda, before, 1e-14);
    EXPECT_NEAR(in.free_depth, free, 1e-11);  // as the restitution before left it
    const double q = std::pow(before / now, 1.0 / 1.5);
    free = top * (1.0 - q) + free * q;
    EXPECT_NEAR(out.lambda, now, 1e-13);
    EXPECT_NEAR(out.free_depth, free, 1e-11);
  }
}

// The steps end on the turns, so the largest jump of the force from step to step is what it moves within one.
TEST(Viscoplastic, ForceIsContinuousAtItsTurns) {
  for (const double n : {1.0, 1.5, 2.3}) {
    Moved<GeneralLaw<double>> run(general_law(ball(n), 1e-4), swinging(5e-4, 7e-4), 1e-6);
    double last = 0.0, peak = 0.0, worst = 0.0;
    run.run(3.0 * kPeriod, [&](double h) {
      worst = std::max(worst, std::abs(run.force() - last));
      last = run.force(h);
      peak = std::max(peak, last);
    });
    EXPECT_GT(peak, 0.0);
    // Where it turns, the rate is 0 to (w h)^2 of the largest one.
    EXPECT_LT(worst, 1e-6 * peak) << n;
  }
}

// Without a damper, what is lost is the area between the two springs (figure 3-7): with K x^(n+1)/(n+1) for
// each, the share 1 - q of what was stored.
TEST(Viscoplastic, LosesTheAreaBetweenItsTwoSprings) {
  for (const double n : {1.0, 1.5, 2.3}) {
    auto setup = ball(n);
    setup.damping_per_stiffness = 0.0;
    const double depth = 9e-4;
    Moved<GeneralLaw<double>> run(general_law(setup, 1e-4), half_wave(depth, kBeat), 1e-6);
    double taken = 0.0;
    run.run(0.6 * kPeriod, [&](double h) { taken += work(run, h); });
    const double stored = kStiffness * std::pow(depth, n + 1.0) / (n + 1.0);
    EXPECT_NEAR(taken, stored * (1.0 - std::pow(1.0 / lambda(1), 1.0 / n)), 1e-7 * stored) << n;
  }
}

// The spring's own share, from step to step: what potential() gives back is never more than was put in.
TEST(Viscoplastic, GivesBackLessEveryTurn) {
  Moved<GeneralLaw<double>> run(general_law(ball(1.5), 1e-4), half_wave(9e-4, kBeat), 1e-6);
  double before = 0.0, after = 0.0;
  bool was = false;
  run.run(0.3 * kPeriod, [&](double h) {
    if (was && !run.law.compressing) after = run.law.potential(run.now());
    was = run.law.compressing;
    if (was) before = run.law.potential(run.now(h));
  });
  EXPECT_NEAR(after / before, std::pow(1.0 / lambda(1), 1.0 / 1.5), 1e-9);
}

// lambda = 1: no permanent deformation is left, and the force is k x^n (1 + b/k a') both ways, to the bit.
TEST(Viscoplastic, WithoutHardeningIsHuntAndCrossley) {
  auto setup = ball(1.5);
  setup.permanent_deformation = 1.0;
  const double depth = 9e-4, v0 = depth * kBeat;
  Moved<GeneralLaw<double>> plastic(general_law(setup, 1e-4), half_wave(depth, kBeat), 1e-6);
  LawSetup plain;
  plain.law = Law::flores;
  plain.stiffness = kStiffness;
  plain.damping_number = kFactor * v0;
  Moved<GeneralLaw<double>> viscous(general_law(plain, 1e-4), half_wave(depth, kBeat), 1e-6);
  viscous.begin();
  plastic.run(0.7 * kPeriod, [&](double h) {
    viscous.law.begin_step(plastic.now(), false, plastic.horizon());
    const auto a = plastic.now(0.5 * h);
    EXPECT_DOUBLE_EQ(plastic.law.force(a), viscous.law.force(a));
    EXPECT_EQ(plastic.law.touching, viscous.law.touching);
    EXPECT_EQ(plastic.law.free_depth, 0.0);
  });
}

// b' is constant: it is the stiffness alone that grows.
TEST(Viscoplastic, HardensItsSpringAndNotItsDamper) {
  Moved<GeneralLaw<double>> run(general_law(ball(1.0), 1e-4), half_wave(9e-4, kBeat), 1e-6);
  run.run(0.4 * kPeriod, [&](double) {
    const double b = kFactor * kStiffness;
    EXPECT_DOUBLE_EQ(run.law.spring * run.law.damping, b);
    const auto a = run.now();
    if (run.law.touching && a.value > run.law.free_depth) {
      EXPECT_NEAR(run.law.force(a),
                  (run.law.lambda * kStiffness + b * a.rate) * (a.value - run.law.free_depth), 1e-9);
    }
  });
}

TEST(Viscoplastic, BeginningAStepTwiceIsBeginningItOnce) {
  Moved<GeneralLaw<double>> run(general_law(ball(1.5), 1e-4), swinging(5e-4, 7e-4), 1e-6);
  run.run(2.2 * kPeriod, [&](double) {
    const auto before = run.law;
    run.begin();
    EXPECT_EQ(run.law.lambda, before.lambda);
    EXPECT_EQ(run.law.free_depth, before.free_depth);
    EXPECT_EQ(run.law.left, before.left);
    EXPECT_EQ(run.law.compressing, before.compressing);
    EXPECT_EQ(run.law.damping, before.damping);
  });
}

// An infinite rate of compaction: all of it at the first impact, nothing later.
TEST(Viscoplastic, CompactsAtOnceWhenItsRateIsInfinite) {
  auto setup = ball(1.5);
  setup.compaction_rate = std::numeric_limits<double>::infinity();
  Moved<GeneralLaw<double>> run(general_law(setup, 1e-4), swinging(5e-4, 7e-4), 1e-6);
  const auto list = phases(run, 3.4 * kPeriod);
  ASSERT_GE(list.size(), 4u);
  EXPECT_EQ(list[0].lambda, 1.0);
  for (std::size_t i = 1; i < list.size(); ++i) {
    EXPECT_EQ(list[i].lambda, kMost);
    EXPECT_NEAR(list[i].free_depth, list[1].free_depth, 1e-15);
  }
}

}  // namespace
}  // namespace hilspace::contact
