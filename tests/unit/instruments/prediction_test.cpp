// The jumps that stages predict, and the margins that show them, against a fine scan of what they are made
// of.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "unit/instruments/driven.hpp"

namespace hilspace::instruments {
namespace {

/// A stage, and between which of its jumps an input is.
struct Piecewise {
  StageSetup stage;
  std::function<int(double)> piece;
};

std::vector<Piecewise> piecewise() {
  return {{QuantizerSetup{0.3}, [](double x) { return static_cast<int>(std::nearbyint(x / 0.3)); }},
          {DeadBandSetup{0.7}, [](double x) { return x > 0.7    ? 1
                                                     : x < -0.7 ? -1
                                                                : 0; }},
          {SaturationSetup{-0.4, 1.1}, [](double x) { return x > 1.1    ? 1
                                                             : x < -0.4 ? -1
                                                                        : 0; }},
          {CalibrationSetup{kCurve}, [](double x) { return x < 0.0   ? 0
                                                           : x < 0.5 ? 1
                                                                     : 2; }}};
}

constexpr Horizon<double> kHorizon{1.0, 1.0 / 64.0, 0.0};
constexpr int kLooks = 4000;

/// A motion of constant acceleration, which prediction takes exactly.
struct Motion {
  double x, v, a;
  Signal<double> operator()(double t) const { return {x + v * t + 0.5 * a * t * t, v + a * t, a}; }
};

Motion any_motion(Numbers& numbers) {
  return {numbers.between(-2.5, 2.5), numbers.between(-1.0, 1.0), numbers.between(-3.0, 3.0)};
}

/// The first look after the shortest step at which the piece is another than at the shortest step.
double scanned(const Piecewise& which, const Motion& motion) {
  const int piece = which.piece(motion(kHorizon.shortest).value);
  for (int i = 1; i <= kLooks; ++i) {
    const double t = kHorizon.shortest + (kHorizon.longest - kHorizon.shortest) * i / kLooks;
    if (which.piece(motion(t).value) != piece) return t;
  }
  return kNever;
}

TEST(LookAhead, PredictsTheJumpsThatAScanFinds) {
  for (const Piecewise& which : piecewise()) {
    SCOPED_TRACE(std::string(kStages[which.stage.index()].name));
    Numbers numbers;
    int found = 0;
    for (int i = 0; i < 3000; ++i) {
      const Motion motion = any_motion(numbers);
      AnyChain<double> chain = chain_of({which.stage});
      chain.freeze(nullptr, motion(0.0), false, kHorizon);
      const double until =
          chain.look_ahead(nullptr, motion(0.0), Outlook<double>::smooth(kHorizon), kHorizon).until;
      ASSERT_GE(until, kHorizon.shortest);
      ASSERT_LE(until, kHorizon.longest);
      // A jump to and fro between two looks is a prediction that the scan cannot see.
      const double expected = scanned(which, motion);
      const double fine = (kHorizon.longest - kHorizon.shortest) / kLooks;
      if (expected < kNever) {
        EXPECT_LE(until, expected + 1e-12) << motion.x << ' ' << motion.v << ' ' << motion.a;
        ++found;
      }
      if (std::min(expected, 1.0) - until > fine) {
        // Predicted before the scan: right only if it touches, turns back, or lies in the shortest step.
        const double speed = std::abs(motion(until).rate);
        EXPECT_TRUE(speed < 3.0 * 2.0 * fine || until == kHorizon.shortest)
            << motion.x << ' ' << motion.v << ' ' << motion.a << " until " << until << " scan " << expected;
      }
    }
    EXPECT_GT(found, 300);
  }
}

TEST(Margins, ChangeSignWhereTheStageJumps) {
  for (const Piecewise& which : piecewise()) {
    SCOPED_TRACE(std::string(kStages[which.stage.index()].name));
    Numbers numbers;
    int crossed = 0;
    for (int i = 0; i < 3000; ++i) {
      const Motion motion = any_motion(numbers);
      AnyChain<double> chain = chain_of({which.stage});
      chain.freeze(nullptr, motion(0.0), false, kHorizon);
      const int piece = which.piece(motion(kHorizon.shortest).value);
      for (const double t : {0.05, 0.2, 0.4, 0.6, 0.8, 1.0}) {
        double least = kNever;
        chain.margins(nullptr, motion(t), false, kHorizon, [&](double m) { least = std::min(least, m); });
        const bool same = which.piece(motion(t).value) == piece;
        EXPECT_EQ(least >= 0.0, same) << motion.x << ' ' << motion.v << ' ' << motion.a << " at " << t;
        crossed += same ? 0 : 1;
      }
    }
    EXPECT_GT(crossed, 300);
  }
}

// What stays where it is crosses nothing.
TEST(Margins, AreNoneOfWhatIsHeld) {
  for (const Piecewise& which : piecewise()) {
    AnyChain<double> chain = chain_of({which.stage});
    chain.freeze(nullptr, {0.2, 5.0, 0.0}, true, kHorizon);
    chain.margins(nullptr, {0.2, 5.0, 0.0}, true, kHorizon, [](double) { ADD_FAILURE(); });
  }
}

// Along a chain each stage watches what the one before it shows.
TEST(Margins, AreThoseOfAllStages) {
  AnyChain<double> chain = chain_of({BiasSetup{1.0}, DeadBandSetup{0.7}, SaturationSetup{-3.0, 3.0}});
  chain.freeze(nullptr, {0.5, 0.0, 0.0}, false, kHorizon);
  std::vector<double> margins;
  chain.margins(nullptr, {0.5, 0.0, 0.0}, false, kHorizon, [&](double m) { margins.push_back(m); });
  EXPECT_EQ(margins, (std::vector<double>{1.5 - 0.7, 1.5 + 3.0, 3.0 - 1.5}));
}

}  // namespace
}  // namespace hilspace::instruments
