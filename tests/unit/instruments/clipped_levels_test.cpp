#include "instruments/clipped_levels.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>
#include <utility>

#include "unit/instruments/driven.hpp"

namespace hilspace::instruments {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

ClippedLevels upper(std::initializer_list<StageSetup> stages) {
  ChainSetup setup;
  for (const StageSetup& stage : stages) setup.add(stage);
  return clipped_levels(setup)[1];
}

void expect_between(const ClippedLevels& found, double from, double to) {
  EXPECT_NEAR(found.from, from, 1e-9);
  EXPECT_NEAR(found.to, to, 1e-9);
}

TEST(ClippedLevels, AreTheCellOfALimitOnALevelOrThoseOnBothSidesOfIt) {
  for (const bool saturates_first : {false, true}) {
    const auto around = [=](double limit) {
      const StageSetup one = QuantizerSetup{1.0}, other = SaturationSetup{-kNone, limit};
      return saturates_first ? upper({other, one}) : upper({one, other});
    };
    expect_between(around(120.0), 119.5, 120.5);
    expect_between(around(120.4), 119.5, 121.5);
    expect_between(around(120.7), 119.5, 121.5);
  }
  expect_between(upper({QuantizerSetup{0.1}, SaturationSetup{-kNone, 0.3}}), 0.25, 0.35);
}

TEST(ClippedLevels, AreThereForEachLimit) {
  ChainSetup setup;
  setup.add(SaturationSetup{-3.0, 5.0});
  setup.add(QuantizerSetup{2.0});
  const auto both = clipped_levels(setup);
  expect_between(both[0], -5.0, -1.0);
  expect_between(both[1], 3.0, 7.0);
}

TEST(ClippedLevels, AreNoneWithoutAQuantizerOrALimitOrBehindALag) {
  const auto is_none = [](const ClippedLevels& found) { return found.from > found.to; };
  EXPECT_TRUE(is_none(upper({})));
  EXPECT_TRUE(is_none(upper({SaturationSetup{-kNone, 5.0}})));
  EXPECT_TRUE(is_none(upper({QuantizerSetup{1.0}})));
  EXPECT_TRUE(is_none(upper({QuantizerSetup{0.0}, SaturationSetup{-kNone, 5.0}})));
  EXPECT_TRUE(is_none(upper({QuantizerSetup{1.0}, SaturationSetup{-3.0, kNone}})));
  EXPECT_TRUE(is_none(upper({QuantizerSetup{1.0}, LowPassSetup{1e3}, SaturationSetup{-kNone, 5.0}})));
  EXPECT_TRUE(
      is_none(upper({SaturationSetup{-kNone, 5.0}, TransferFunctionSetup{kLag}, QuantizerSetup{1.0}})));
  EXPECT_FALSE(is_none(upper({QuantizerSetup{1.0}, LowPassSetup{}, SaturationSetup{-kNone, 5.0}})));
}

TEST(ClippedLevels, AreSeenThroughWhatIsInBetween) {
  expect_between(upper({SaturationSetup{-kNone, 5.0}, BiasSetup{2.0}, QuantizerSetup{1.0}}), 6.5, 7.5);
  expect_between(upper({QuantizerSetup{1.0}, BiasSetup{2.0}, SaturationSetup{-kNone, 5.0}}), 2.5, 3.5);
  expect_between(upper({SaturationSetup{-kNone, 6.0}, CalibrationSetup{kHalf}, QuantizerSetup{1.0}}), 2.5,
                 3.5);
  expect_between(upper({QuantizerSetup{1.0}, CalibrationSetup{kHalf}, SaturationSetup{-kNone, 6.0}}), 11.5,
                 12.5);
  // Of a curve that falls in between, a limit belongs to several levels.
  const auto several = upper({QuantizerSetup{1.0}, CalibrationSetup{kCurve}, SaturationSetup{-kNone, 0.4}});
  EXPECT_GT(several.from, several.to);
}

TEST(ClippedLevels, AreThoseOfAGridThatStandsOff) {
  // Shown are the levels less 0.3, of inputs from 0.2 to 1.2 and so on; tared, the levels themselves.
  expect_between(upper({QuantizerSetup{1.0, 0.3}, SaturationSetup{-kNone, 4.7}}), 4.2, 5.2);
  expect_between(upper({QuantizerSetup{1.0, 0.3, true}, SaturationSetup{-kNone, 5.0}}), 4.2, 5.2);
  expect_between(upper({SaturationSetup{-kNone, 4.7}, QuantizerSetup{1.0, 0.3, true}}), 4.2, 5.2);
}

// A quantizer whose mean fixed steps show: around the limit they end on the crossings, and show the level.
TEST(ClippedLevels, AreResolvedOnTheWayThroughThem) {
  constexpr double kLongest = 5.0;
  auto chain = chain_of({QuantizerSetup{1.0}, SaturationSetup{-kNone, 120.0}});
  const auto shown = [&](double x, double rate) {
    const Signal<double> in{x, rate, 0.0};
    const Horizon<double> fixed{kLongest, kLongest / 256.0, 0.0, false};
    chain.freeze(nullptr, in, false, fixed);
    const auto until = chain.look_ahead(nullptr, in, Outlook<double>::smooth(fixed), fixed).until;
    return std::pair{chain.output(nullptr, in), until};
  };
  for (const double side : {1.0, -1.0}) {
    EXPECT_NEAR(shown(120.0 - 3.7 * side, side).second, 3.2, 1e-12);
    const auto [there, until] = shown(120.0 - 0.5 * side, side);
    EXPECT_EQ(there.value, 120.0);
    EXPECT_EQ(there.spread, 0.0);
    EXPECT_NEAR(until, 1.0, 1e-12);
    const auto [beyond, rest] = shown(120.0 + 0.5 * side, side);
    EXPECT_EQ(beyond.value, side > 0.0 ? 120.0 : 119.5);
    EXPECT_EQ(beyond.spread, side > 0.0 ? 0.0 : 0.5);
    EXPECT_GT(rest, 1.0);
  }
}

}  // namespace
}  // namespace hilspace::instruments
