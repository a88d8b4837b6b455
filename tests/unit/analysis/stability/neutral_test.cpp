#include "analysis/stability/neutral.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace hilspace::analysis {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// One point per function, all scanned from 0 to 10.
std::vector<Neutral> search(const std::vector<std::function<double(double)>>& functions, double error = 0.0) {
  const std::vector<double> values{0.0, 2.0, 4.0, 6.0, 8.0, 10.0};
  const auto all = find_neutral(
      std::vector(functions.size(), values),
      [&](std::span<const std::size_t> points, std::span<const double> at) {
        std::vector<double> margins;
        for (const std::size_t p : points) margins.push_back(functions[p](at[p]));
        return std::optional(margins);
      },
      error);
  EXPECT_TRUE(all.has_value());
  return all.value_or(std::vector<Neutral>{});
}

TEST(NeutralSearch, BracketsEachPointByItself) {
  const std::vector<std::function<double(double)>> functions{[](double x) { return x * x - 7.0; },
                                                             [](double x) { return std::cos(0.4 * x); }};
  const auto found = search(functions);
  const double roots[] = {std::sqrt(7.0), std::acos(0.0) / 0.4};
  for (std::size_t p = 0; p < 2; ++p) {
    EXPECT_EQ(found[p].search, p == 0 ? Search::stable_above : Search::stable_below);
    EXPECT_NEAR(found[p].value, roots[p], 1e-5);
    EXPECT_NE(functions[p](found[p].low) > 0.0, functions[p](found[p].high) > 0.0);
    EXPECT_LE(std::abs(found[p].value - roots[p]), found[p].error);
    EXPECT_LE(found[p].error, 1e-6 * roots[p]);
  }
}

TEST(NeutralSearch, TakesTheLowestOfSeveralAndCountsThem) {
  const auto found = search({[](double x) { return (x - 3.0) * (7.0 - x); }});
  EXPECT_NEAR(found[0].value, 3.0, 1e-5);
  EXPECT_EQ(found[0].changes, 2u);
}

TEST(NeutralSearch, SaysWhereThereIsNone) {
  const auto found =
      search({[](double) { return 1.0; }, [](double) { return -1.0; }, [](double) { return kUnknown; },
              [](double x) { return x < 4.5 ? kUnknown : x - 20.0; }});
  EXPECT_EQ(found[0].search, Search::always_stable);
  EXPECT_EQ(found[1].search, Search::never_stable);
  EXPECT_EQ(found[2].search, Search::undefined);
  EXPECT_EQ(found[3].search, Search::never_stable);
  for (const Neutral& its : found) EXPECT_TRUE(std::isnan(its.value));
}

// Among unknown values a verdict is that of the values which have one, with none without between them.
TEST(NeutralSearch, AVerdictReachesAsFarAsItIsKnown) {
  const auto found = search({[](double x) { return x > 5.0 ? kUnknown : 1.0; },
                             [](double x) { return x < 3.0 ? kUnknown : -1.0; },
                             [](double x) { return x == 2.0 || x == 10.0 ? kUnknown : 1.0; },
                             [](double x) { return x == 2.0 || x == 6.0 || x == 10.0 ? kUnknown : 1.0; },
                             [](double) { return 1.0; }});
  const double low[] = {0.0, 4.0, 4.0, 0.0, 0.0}, high[] = {4.0, 10.0, 8.0, 10.0, 10.0};
  const std::size_t unknown[] = {3, 2, 2, 3, 0};
  for (std::size_t p = 0; p < found.size(); ++p) {
    EXPECT_EQ(found[p].search, p == 1   ? Search::never_stable
                               : p == 3 ? Search::undefined  // none is known beside another
                                        : Search::always_stable);
    EXPECT_EQ(found[p].low, low[p]) << p;
    EXPECT_EQ(found[p].high, high[p]) << p;
    EXPECT_EQ(found[p].unknown, unknown[p]) << p;
  }
}

TEST(NeutralSearch, TellsAJumpFromAPassage) {
  const auto found = search({[](double x) { return x < 4.7 ? -1.0 : 1.0; }});
  EXPECT_EQ(found[0].search, Search::jump);
  EXPECT_NEAR(found[0].value, 4.7, 1e-5);
}

TEST(NeutralSearch, OfWhichOnlyTheSignIsKnownIsFoundAllTheSame) {
  constexpr double kSign = std::numeric_limits<double>::infinity();
  const auto found = search({[](double x) { return x < 4.7 ? kSign : -kSign; }});
  EXPECT_EQ(found[0].search, Search::stable_below);
  EXPECT_NEAR(found[0].value, 4.7, 1e-5);
  EXPECT_LT(found[0].error, 1e-5);
}

TEST(NeutralSearch, NothingIsMadeUpBetweenUnknowns) {
  const auto found = search({[](double x) { return x == 4.0 ? kUnknown : x - 4.0; },
                             [](double x) { return x > 4.1 && x < 5.9 ? kUnknown : x - 5.0; }});
  for (const Neutral& its : found) {
    EXPECT_TRUE(std::isnan(its.value));
    EXPECT_EQ(its.search, Search::undefined);
  }
}

TEST(NeutralSearch, TheErrorOfTheMarginBecomesOneOfTheValue) {
  const auto found = search({[](double x) { return 0.1 * (x - 5.0); }}, 1e-3);
  EXPECT_NEAR(found[0].error, 1e-2, 1e-4);
}

TEST(NeutralSearch, WhatIsNeutralItselfIsOnNeitherSide) {
  const auto found =
      search({[](double x) { return 1e-4 - 0.1 * x; }, [](double x) { return x - 1e-9; }}, 1e-3);
  EXPECT_EQ(found[0].search, Search::never_stable);  // at 0, where it begins, it is neutral
  EXPECT_EQ(found[1].search, Search::always_stable);
}

TEST(NeutralSearch, ABracketThatBeginsAt0Ends) {
  int evaluations = 0;
  const auto found = search({[&](double x) { return ++evaluations, x > 0.0 ? 1.0 : -1.0; }});
  EXPECT_EQ(found[0].search, Search::jump);
  EXPECT_LT(evaluations, 40);
}

// Runs without separation take longest to simulate, so they are not repeated while others are bisected.
TEST(NeutralSearch, AsksForNoneButThoseThatAreStillWide) {
  std::size_t asked[3] = {};
  const auto found = find_neutral(std::vector(3, std::vector<double>{0.0, 2.0, 4.0}),
                                  [&](std::span<const std::size_t> points, std::span<const double> at) {
                                    std::vector<double> margins;
                                    for (const std::size_t p : points) {
                                      ++asked[p];
                                      margins.push_back(p == 0 ? kUnknown : p == 1 ? at[p] - 1.3 : 1.0);
                                    }
                                    return std::optional(margins);
                                  });
  EXPECT_EQ(asked[0], 3u);
  EXPECT_GT(asked[1], 10u);
  EXPECT_EQ(asked[2], 3u);
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[1].search, Search::stable_above);
  EXPECT_EQ((*found)[2].low, 0.0);
  EXPECT_EQ((*found)[2].high, 4.0);
}

TEST(NeutralSearch, EndsWhenAskedTo) {
  EXPECT_FALSE(find_neutral({{0.0, 1.0}}, [](std::span<const std::size_t>, std::span<const double>) {
                 return std::optional<std::vector<double>>();
               }).has_value());
}

}  // namespace
}  // namespace hilspace::analysis
