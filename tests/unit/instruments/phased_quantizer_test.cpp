#include "instruments/phased_quantizer.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/instruments/driven.hpp"

namespace hilspace::instruments {
namespace {

constexpr double kQuantum = 0.5;
constexpr Horizon<double> kLocatedStep{1e-5, 1e-5 / 64, 0.0}, kFixedStep{1e-5, 1e-5 / 64, 0.0, false};

/// What is shown of a value that rests.
double shown(double phase, bool tared, double x) {
  PhasedQuantizer<double> quantizer(QuantizerSetup{kQuantum, phase, tared});
  quantizer.freeze(nullptr, {x, 0.0, 0.0}, true, kLocatedStep);
  return quantizer.output(nullptr, {x, 0.0, 0.0}).value;
}

TEST(PhasedQuantizer, OfPhase0IsTheQuantizerToTheBit) {
  for (const double x : {-1.3, -0.25, -0.2, -0.0, 0.0, 0.2, 0.25, 0.7, 12.345}) {
    Quantizer<double> plain(QuantizerSetup{kQuantum});
    plain.freeze(nullptr, {x, 0.0, 0.0}, true, kLocatedStep);
    const double expected = plain.output(nullptr, {x, 0.0, 0.0}).value;
    for (const bool tared : {false, true}) {
      EXPECT_EQ(shown(0.0, tared, x), expected);
      EXPECT_EQ(std::signbit(shown(0.0, tared, x)), std::signbit(expected));
    }
  }
}

TEST(PhasedQuantizer, ShowsWhatItsSheetSays) {
  for (const double p : {-0.49, -0.2, 0.13, 0.4})
    for (double x = -3.0; x < 3.0; x += 0.0137) {
      const double place = shown(p, false, x), force = shown(p, true, x);
      EXPECT_NEAR(place, kQuantum * (std::nearbyint(x / kQuantum + p) - p), 1e-12);
      EXPECT_NEAR(force, kQuantum * std::nearbyint(x / kQuantum + p), 1e-12);
      EXPECT_LE(std::abs(place - x), 0.5 * kQuantum + 1e-12);
      EXPECT_LE(std::abs(force - x), kQuantum * (0.5 + std::abs(p)) + 1e-12);
    }
  EXPECT_EQ(shown(0.49, true, 0.0), 0.0);  // tared
  EXPECT_EQ(shown(-0.49, true, 0.0), 0.0);
}

// Over all phases either kind shows what comes in: what repeats average to.
TEST(PhasedQuantizer, AveragedOverItsPhaseIsNotThere) {
  constexpr int kPhases = 1000;
  for (const double x : {-1.21, 0.0, 0.07, 0.33, 2.5})
    for (const bool tared : {false, true}) {
      double sum = 0.0;
      for (int k = 0; k < kPhases; ++k) sum += shown((k + 0.5) / kPhases - 0.5, tared, x);
      EXPECT_NEAR(sum / kPhases, x, kQuantum / kPhases);
    }
}

TEST(PhasedQuantizer, ShowsTheMeanOfItsLevelsWhereItIsNotResolved) {
  for (const bool tared : {false, true}) {
    PhasedQuantizer<double> quantizer(QuantizerSetup{kQuantum, 0.3, tared});
    quantizer.freeze(nullptr, {0.0, 1e6, 0.0}, false, kFixedStep);
    const auto out = quantizer.output(nullptr, {7.4, 1e6, 0.0});
    EXPECT_DOUBLE_EQ(out.value, tared ? 7.4 + 0.3 * kQuantum : 7.4);
    EXPECT_EQ(out.spread, 0.5 * kQuantum);
  }
}

// Steps end where the shifted cells do: within a step nothing jumps.
TEST(PhasedQuantizer, EndsStepsOnItsOwnLevels) {
  for (const bool tared : {false, true}) {
    Driven<> run(chain_of({QuantizerSetup{0.1, 0.37, tared}}), sine(1.0, 300.0), 1e-4);
    int changes = 0;
    double before = run.out().value;
    run.run(0.01, [&](double h, const Outlook<double>&) {
      for (const double part : {0.02, 0.5, 0.98}) {
        const double x = run.in(part * h).value;
        EXPECT_NEAR(run.out(part * h).value, 0.1 * (std::nearbyint(x / 0.1 + 0.37) - (tared ? 0.0 : 0.37)),
                    1e-12);
      }
      if (run.out().value != before) ++changes;
      before = run.out().value;
    });
    EXPECT_GT(changes, 15);
  }
}

// A force sensor that was tared shows nothing before the contact, also to what is behind it.
TEST(PhasedQuantizer, TaredShowsNothingOfRest) {
  Driven<> run(chain_of({QuantizerSetup{1.0, 0.4, true}, TransportDelaySetup{1e-3}}), held(0.0), 1e-4);
  run.run(0.005, [&](double h, const Outlook<double>&) { EXPECT_EQ(run.out(0.5 * h).value, 0.0); });
}

TEST(PhasedQuantizer, SaysHowFarItsOutputCanBeFrom0) {
  const auto residual = [](double phase, bool tared, double bound) {
    return PhasedQuantizer<double>(QuantizerSetup{kQuantum, phase, tared}).residual(bound);
  };
  for (const double phase : {-0.45, -0.1, 0.0, 0.2, 0.49})
    for (const bool tared : {false, true})
      for (const double bound : {0.0, 0.01, 0.2, 0.3, 1.0}) {
        double largest = 0.0;
        for (int k = -100; k <= 100; ++k)
          largest = std::max(largest, std::abs(shown(phase, tared, bound * k / 100.0)));
        EXPECT_LE(largest, residual(phase, tared, bound) + 1e-12) << phase << ' ' << tared << ' ' << bound;
      }
  EXPECT_EQ(residual(0.3, true, 0.0), 0.0);
}

}  // namespace
}  // namespace hilspace::instruments
