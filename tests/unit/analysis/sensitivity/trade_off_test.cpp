#include "analysis/sensitivity/trade_off.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analysis/sensitivity/estimate.hpp"

namespace hilspace::analysis {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

std::vector<double> logarithmic(double from, double to, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(from * std::pow(to / from, i / (count - 1.0)));
  return values;
}

template <class Function>
TradeOffGrid grid_of_two(std::vector<double> first, std::vector<double> second, Function f, int others = 1) {
  TradeOffGrid result{std::move(first), std::move(second), {}};
  for (const double d : result.first)
    for (const double r : result.second)
      for (int other = 0; other < others; ++other) result.values.push_back(f(d, r, other));
  return result;
}

// y = D + R: a resolution contributes a share s where R - R_0 = s (D + R_0).
TEST(TradeOff, OfASumIsFoundBetweenTheCells) {
  const auto its = trade_off(grid_of_two(logarithmic(1e-4, 1e-1, 31), logarithmic(1e-8, 1e-3, 51),
                                         [](double d, double r, int) { return d + r; }),
                             0.05);
  const auto first = logarithmic(1e-4, 1e-1, 31), second = logarithmic(1e-8, 1e-3, 51);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double exact = 1e-8 + 0.05 * (first[i] + 1e-8);
    if (exact > 1e-3) {
      EXPECT_TRUE(std::isnan(its.second[i].value));
      EXPECT_EQ(its.second[i].low, second.back());
      EXPECT_EQ(its.second[i].high, kInfinite);
      continue;
    }
    EXPECT_NEAR(its.second[i].value / exact, 1.0, 0.02) << i;
    EXPECT_LE(its.second[i].low, exact);
    EXPECT_GE(its.second[i].high, exact);
    EXPECT_NEAR(its.second[i].high / its.second[i].low, std::pow(10.0, 0.1), 1e-6);  // one cell
  }
  for (std::size_t k = 1; k < second.size(); ++k) {
    const double exact = (second[k] - 1e-8) / 0.05 - 1e-8;
    if (exact < 1e-4) {
      EXPECT_TRUE(std::isnan(its.first[k].value));
      EXPECT_EQ(its.first[k].low, 0.0);
      EXPECT_EQ(its.first[k].high, first.front());
    } else {
      EXPECT_NEAR(its.first[k].value / exact, 1.0, 0.02) << k;
    }
  }
  EXPECT_TRUE(std::isnan(its.first[0].value));  // undefined for the finest one itself
  EXPECT_TRUE(std::isnan(its.first[0].high));
}

TEST(TradeOff, OfWhatAlwaysMattersIsBeyondTheRange) {
  const auto its =
      trade_off(grid_of_two({1.0, 2.0}, {1.0, 2.0}, [](double d, double r, int) { return d * r; }), 0.05);
  EXPECT_TRUE(std::isnan(its.first[1].value));
  EXPECT_EQ(its.first[1].low, 2.0);
  EXPECT_EQ(its.first[1].high, kInfinite);
  EXPECT_NEAR(its.second[0].value, std::pow(2.0, 0.05), 1e-12);
}

// A resolution with a large effect, followed by a coarser one that has none by chance: the first counts.
TEST(TradeOff, IsNotTakenInByLuck) {
  const auto f = [](double, double r, int) { return r == 2.0 ? 1.5 : 1.0; };
  const auto its = trade_off(grid_of_two({1.0}, {1.0, 2.0, 4.0}, f), 0.05);
  EXPECT_EQ(its.second[0].high, 2.0);
  EXPECT_NEAR(its.deviation[2], 0.5, 1e-12);
  EXPECT_EQ(its.first[2].high, kInfinite);
}

// Deviations of both signs do not cancel over the other axes.
TEST(TradeOff, MeansOverOtherAxesAreOfSizes) {
  const auto f = [](double, double r, int other) {
    return (other == 0 ? 1.0 : -1.0) * (1.0 + 0.1 * (r - 1.0));
  };
  const auto its = trade_off(grid_of_two({1.0}, {1.0, 2.0}, f, 2), 0.05);
  EXPECT_NEAR(its.deviation[1], 0.1, 1e-12);
}

TEST(TradeOff, CellsWithoutAValueWidenTheBracket) {
  auto cells = grid_of_two({1.0}, {1.0, 2.0, 4.0}, [](double, double r, int) { return r; });
  cells.values[1] = kNone;
  const auto its = trade_off(cells, 0.05);
  EXPECT_EQ(its.second[0].low, 1.0);
  EXPECT_EQ(its.second[0].high, 4.0);
  EXPECT_TRUE(std::isnan(its.deviation[1]));
  cells.values[0] = kNone;  // nothing to compare with
  EXPECT_TRUE(std::isnan(trade_off(cells, 0.05).second[0].high));
}

TEST(TradeOff, WhatTheNumericalErrorHidesIsNotKnown) {
  auto cells = grid_of_two({1.0, 100.0}, {1.0, 2.0}, [](double d, double r, int) { return d + r; });
  cells.numerical_error = 0.1;
  const auto its = trade_off(cells, 0.05);
  EXPECT_TRUE(std::isnan(its.deviation[1]));
  EXPECT_TRUE(std::isnan(its.second[0].low));
  EXPECT_FALSE(std::isnan(its.deviation[3]));
}

}  // namespace
}  // namespace hilspace::analysis
