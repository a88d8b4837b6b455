#include <gtest/gtest.h>

#include <cmath>

#include "contact/kelvin_voigt.hpp"
#include "support/numbers.hpp"
#include "unit/contact/motion.hpp"

namespace hilspace::contact {
namespace {

constexpr double kSpring = 3e5, kViscosity = 400.0, kDepth = 8e-5, kFrequency = 700.0;
const double kEnd = std::acos(-1.0) / kFrequency;

Moved<GeneralLaw<double>> contact(Law law) {
  LawSetup setup;
  setup.law = law;
  setup.stiffness = kSpring;
  setup.exponent = 1.0;
  setup.viscosity = kViscosity;
  return {general_law(setup, 1e-4), half_wave(kDepth, kFrequency), 1e-5};
}

TEST(KelvinVoigt, JumpsAtTheOnsetToWhatItsDamperTakes) {
  for (const Law law : {Law::kelvin_voigt, Law::kelvin_voigt_tensile}) {
    auto run = contact(law);
    EXPECT_EQ(run.force(), 0.0);
    run.begin();
    EXPECT_DOUBLE_EQ(run.force(), kViscosity * kDepth * kFrequency);
  }
}

TEST(KelvinVoigt, IsSpringAndDamperSideBySide) {
  auto run = contact(Law::kelvin_voigt);
  run.begin();
  EXPECT_DOUBLE_EQ(run.law.force({5e-5, 0.02, 0.0}), kSpring * 5e-5 + kViscosity * 0.02);
}

// k A sin(w t) + b A w cos(w t) = 0 at w t = pi - atan(b w/k).
const double kTurn = kEnd - std::atan(kViscosity * kFrequency / kSpring) / kFrequency;

TEST(KelvinVoigt, StopsPushingWhereItWouldPull) {
  auto run = contact(Law::kelvin_voigt);
  double last = 0.0;
  run.run(1.2 * kEnd, [&](double h) {
    for (const double part : {0.02, 0.5, 0.98}) EXPECT_GE(run.force(part * h), 0.0);
    if (run.force(0.5 * h) > 0.0) last = run.time() + h;
  });
  // The prediction leaves out what the force's curvature does within a step: (w h)^2 of one step h.
  EXPECT_NEAR(last, kTurn, 1e-5 * 1e-4);
}

// It never pushes again on its way out, though spring and damper would, were they counted by themselves.
TEST(KelvinVoigt, EndsItsContactSilently) {
  auto run = contact(Law::kelvin_voigt);
  int silent = 0;
  run.run(kEnd, [&](double h) {
    if (run.time() < kTurn + 1e-6 || run.time() > kEnd - 1e-6) return;
    ++silent;
    EXPECT_TRUE(run.law.touching);
    EXPECT_FALSE(run.law.pressing);
    EXPECT_EQ(run.force(0.5 * h), 0.0);
  });
  EXPECT_GT(silent, 50);
}

// Should the prediction come late, the rest of the step is silent, too.
TEST(KelvinVoigt, NeverPullsWithinAStep) {
  auto run = contact(Law::kelvin_voigt);
  run.begin();
  EXPECT_TRUE(run.law.pressing);
  EXPECT_EQ(run.law.force({1e-5, -0.05, 0.0}), 0.0);
}

// Behind a quantizer it ends where a level is at most b |a'|/k: two quanta before and behind that it asks for them.
TEST(KelvinVoigt, AsksForLevelsWhereItsForceEnds) {
  auto run = contact(Law::kelvin_voigt);
  run.begin();
  const double rate = -0.05, quantum = 1e-6, end = kViscosity * 0.05 / kSpring;
  const auto asks = [&](double quanta) {
    return run.law.asks_for_levels({end + quanta * quantum, rate, 0.0, 0.5 * quantum});
  };
  EXPECT_FALSE(asks(0.0));  // there is no quantizer
  run.law.quantum = quantum;
  for (const double quanta : {-1.9, 0.0, 1.9}) EXPECT_TRUE(asks(quanta)) << quanta;
  for (const double quanta : {-3.0, 3.0, 30.0}) EXPECT_FALSE(asks(quanta)) << quanta;
  // A step ends where it begins to.
  EXPECT_NEAR(run.law.edge({end + 5.0 * quantum, rate, 0.0, 0.5 * quantum}, false, {1e-3, 1e-9, 0.0}),
              3.0 * quantum / 0.05, 1e-12);
}

// Pressed again while it is silent, it pushes again.
TEST(KelvinVoigt, PushesAgainWhenPressedAgain) {
  auto run = contact(Law::kelvin_voigt);
  run.begin();
  run.law.begin_step({1e-5, -0.05, 0.0}, false, run.horizon());
  EXPECT_FALSE(run.law.pressing);
  // k d + b v = 3 - 20 + 400 * 1000 t = 0
  EXPECT_NEAR(run.law.edge({1e-5, -0.05, 1000.0}, true, {1e-3, 1e-9, 0.0}), 17.0 / 4e5, 1e-12);
  run.law.begin_step({1e-5, 0.01, 1000.0}, false, run.horizon());
  EXPECT_TRUE(run.law.pressing);
  EXPECT_DOUBLE_EQ(run.law.force({1e-5, 0.01, 0.0}), 3.0 + 4.0);
}

TEST(KelvinVoigtTensile, PullsUntilTheBodiesPart) {
  auto run = contact(Law::kelvin_voigt_tensile);
  double last = 0.0, least = 0.0;
  run.run(1.2 * kEnd, [&](double h) {
    const auto a = run.now(0.5 * h);
    if (run.law.touching) {
      EXPECT_DOUBLE_EQ(run.force(0.5 * h), kSpring * a.value + kViscosity * a.rate);
    }
    if (run.force(0.5 * h) != 0.0) last = run.time() + h;
    least = std::min(least, run.force(h));
  });
  EXPECT_NEAR(last, kEnd, 1e-9);
  EXPECT_NEAR(least, -kViscosity * kDepth * kFrequency, 1e-3);
}

// Over a whole half wave the spring gives back all it took; the damper keeps b A^2 w pi/2.
TEST(KelvinVoigtTensile, TakesWhatItsDamperTakes) {
  auto run = contact(Law::kelvin_voigt_tensile);
  double taken = 0.0;
  run.run(kEnd, [&](double h) { taken += work(run, h); });
  const double exact = 0.5 * std::acos(-1.0) * kViscosity * kDepth * kDepth * kFrequency;
  EXPECT_NEAR(taken, exact, 1e-6 * exact);
}

// In lanes, too, and with any signal: the same bits.
TEST(KelvinVoigtKernel, IsTheGeneralLaw) {
  test::Numbers<3> numbers;
  for (const Law law : {Law::kelvin_voigt, Law::kelvin_voigt_tensile})
    for (const double viscosity : {kViscosity, 0.0}) {
      LawSetup setup;
      setup.law = law;
      setup.stiffness = kSpring;
      setup.exponent = 1.0;
      setup.viscosity = viscosity;
      GeneralLaw<double> general = general_law(setup, 1e-4);
      KelvinVoigt<double> kernel{kSpring, viscosity, law == Law::kelvin_voigt_tensile};
      EXPECT_EQ(kernel.jumps(), general.jumps());
      int pushed = 0, silent = 0;
      for (int k = 0; k < 2000; ++k) {
        const Signal<double> a{numbers.between(-1e-5, kDepth), numbers.between(-0.1, 0.1),
                               numbers.between(-50.0, 50.0), numbers.one_in(2) ? 0.0 : 1e-6};
        const bool constant = numbers.one_in(4);
        const Horizon<double> horizon{1e-4, 1e-6, 0.0};
        general.begin_step(a, constant, horizon);
        kernel.begin_step(a, constant, horizon);
        ASSERT_EQ(kernel.touching, general.touching);
        ASSERT_EQ(kernel.pressing, general.pressing);
        // What is beyond the step makes no difference.
        ASSERT_EQ(std::min(kernel.edge(a, constant, horizon), horizon.longest),
                  std::min(general.edge(a, constant, horizon), horizon.longest));
        for (const double aside : {-0.5, 0.0, 0.5}) {
          const Signal<double> b{a.value + aside * kDepth, a.rate + 0.1 * aside, a.acceleration, a.spread};
          ASSERT_EQ(kernel.force(b), general.force(b));
          ASSERT_EQ(kernel.slope(b), general.slope(b));
          ASSERT_EQ(kernel.elastic(b), general.elastic(b));
          ASSERT_EQ(kernel.potential(b), general.potential(b));
          ASSERT_EQ(kernel.force_rate(b, b.rate), general.force_rate(b, b.rate));
        }
        ++(kernel.pressing ? pushed : silent);
      }
      EXPECT_GT(pushed, 500);
      EXPECT_GT(silent, 100);
    }
}

TEST(KelvinVoigt, WithoutADamperIsASpring) {
  LawSetup setup;
  setup.law = Law::kelvin_voigt;
  setup.stiffness = kSpring;
  setup.exponent = 1.0;
  Moved<GeneralLaw<double>> run(general_law(setup, 1e-4), half_wave(kDepth, kFrequency), 1e-5);
  double taken = 0.0;
  run.run(kEnd, [&](double h) {
    EXPECT_NEAR(run.force(0.5 * h), kSpring * run.now(0.5 * h).value, 1e-6);  // 24 N at most
    taken += work(run, h);
  });
  EXPECT_NEAR(taken, 0.0, 1e-9 * kSpring * kDepth * kDepth);
}

}  // namespace
}  // namespace hilspace::contact
