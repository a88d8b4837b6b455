#include "analysis/sensitivity/rank_correlation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/sensitivity/estimate.hpp"
#include "core/random.hpp"

namespace hilspace::analysis {
namespace {

std::vector<double> noise(std::uint64_t stream, std::size_t count) {
  const RandomStream random(1, 0, stream);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(random.normal(i));
  return values;
}

TEST(Ranks, OfEqualValuesAreTheirMean) {
  EXPECT_EQ(ranks(std::vector{3.0, 1.0, 2.0}), (std::vector{3.0, 1.0, 2.0}));
  EXPECT_EQ(ranks(std::vector{5.0, 1.0, 5.0, 5.0, 0.0}), (std::vector{4.0, 2.0, 4.0, 4.0, 1.0}));
}

TEST(RankCorrelation, SeesOrderAndNoScale) {
  const SampledParameter x{noise(0, 100)}, unrelated{noise(1, 100)};
  std::vector<double> up, down;
  for (const double value : x.values)
    up.push_back(std::exp(5.0 * value)), down.push_back(-value * value * value);
  const std::vector parameters{x, unrelated};
  const auto rising = rank_correlations(parameters, up, 0.95),
             falling = rank_correlations(parameters, down, 0.95);
  EXPECT_NEAR(rising[0].rank.value, 1.0, 1e-12);
  EXPECT_NEAR(falling[0].rank.value, -1.0, 1e-12);
  EXPECT_NEAR(rising[0].partial.value, 1.0, 1e-9);
  EXPECT_TRUE(std::isnan(rising[1].partial.value));  // nothing is left to explain
  EXPECT_TRUE(std::isnan(rising[0].ratio.value));
}

// A textbook example: ranks 1 2 3 4 5 against 2 1 4 3 5: 1 - 6*4/(5*24) = 0.8.
TEST(RankCorrelation, OfAHandfulIsTheTextbooks) {
  const std::vector<SampledParameter> x{{{1.0, 2.0, 3.0, 4.0, 5.0}}};
  const auto its = rank_correlations(x, std::vector{20.0, 10.0, 40.0, 30.0, 50.0}, 0.95)[0];
  EXPECT_NEAR(its.rank.value, 0.8, 1e-12);
  const double reach = 1.959964 * std::sqrt((1.0 + 0.32) / 2.0);
  EXPECT_NEAR(its.rank.low, std::tanh(std::atanh(0.8) - reach), 1e-6);
  EXPECT_NEAR(its.rank.high, std::tanh(std::atanh(0.8) + reach), 1e-6);
}

// y = x0 + x1 with x1 correlated to x0: the partial correlation of x1 is that of the residuals after
// regression on x0.
TEST(PartialRankCorrelation, TakesTheOthersOut) {
  const std::size_t n = 2000;
  const auto e0 = noise(0, n), e1 = noise(1, n), e2 = noise(2, n), e3 = noise(3, n);
  std::vector<double> x1(n), y(n);
  for (std::size_t i = 0; i < n; ++i) {
    x1[i] = e0[i] + 0.5 * e1[i];
    y[i] = e0[i] + 0.3 * e3[i];  // x1 has no effect, but is correlated with x0
  }
  const auto its = rank_correlations(std::vector<SampledParameter>{{e0}, {x1}, {e2}}, y, 0.99);
  EXPECT_GT(its[1].rank.low, 0.7);
  EXPECT_NEAR(its[1].partial.value, 0.0, 0.1);
  EXPECT_GT(its[0].partial.low, 0.5);
  EXPECT_LT(its[2].partial.low, 0.0);
  EXPECT_GT(its[2].partial.high, 0.0);
}

// Partial correlations of three variables in closed form: (r_xy - r_xz r_yz)/sqrt(...)
TEST(PartialRankCorrelation, OfThreeIsTheClosedForm) {
  const std::size_t n = 300;
  const auto x = noise(0, n), z = noise(1, n), e = noise(2, n);
  std::vector<double> y(n);
  for (std::size_t i = 0; i < n; ++i) y[i] = x[i] - 2.0 * z[i] + e[i];
  const auto its = rank_correlations(std::vector<SampledParameter>{{x}, {z}}, y, 0.95);
  const double xy = its[0].rank.value, zy = its[1].rank.value;
  const double xz = rank_correlations(std::vector<SampledParameter>{{x}}, z, 0.95)[0].rank.value;
  EXPECT_NEAR(its[0].partial.value, (xy - xz * zy) / std::sqrt((1 - xz * xz) * (1 - zy * zy)), 1e-10);
  const double fisher = std::atanh(its[0].partial.value), r = its[0].partial.value;
  const double reach = 1.959964 * std::sqrt((1.0 + 0.5 * r * r) / (300.0 - 3.0 - 1.0));  // one is fitted out
  EXPECT_NEAR(its[0].partial.low, std::tanh(fisher - reach), 1e-7);
  EXPECT_NEAR(its[0].partial.high, std::tanh(fisher + reach), 1e-7);
}

TEST(CorrelationRatio, IsForNames) {
  const std::size_t n = 900;
  std::vector<double> names, other_names, y;
  const auto e = noise(0, n);
  for (std::size_t i = 0; i < n; ++i) {
    names.push_back(static_cast<double>(i % 3));
    other_names.push_back(static_cast<double>(i / 3 % 5));
    y.push_back((i % 3 == 1 ? 3.0 : 0.0) + e[i]);  // neither rises nor falls with the number of the name
  }
  const auto its =
      rank_correlations(std::vector<SampledParameter>{{names, true}, {other_names, true}}, y, 0.95);
  EXPECT_TRUE(std::isnan(its[0].rank.value));
  EXPECT_GT(its[0].ratio.low, 0.7);
  EXPECT_EQ(its[1].ratio.low, 0.0);
  // For two names it is |rho|.
  for (double& name : names) name = name == 1.0 ? 1.0 : 0.0;
  const auto ratio = rank_correlations(std::vector<SampledParameter>{{names, true}}, y, 0.95)[0].ratio.value;
  EXPECT_NEAR(ratio, rank_correlations(std::vector<SampledParameter>{{names}}, y, 0.95)[0].rank.value, 1e-12);
}

TEST(RankCorrelation, LeavesOutWhatHasNoValue) {
  const auto x = noise(0, 50), e = noise(1, 50);
  std::vector<double> y, kept_x, kept_y;
  for (std::size_t i = 0; i < 50; ++i) {
    y.push_back(i % 5 == 0 ? kNone : x[i] + e[i]);
    if (i % 5 != 0) kept_x.push_back(x[i]), kept_y.push_back(y.back());
  }
  const auto all = rank_correlations(std::vector<SampledParameter>{{x}}, y, 0.95);
  const auto kept = rank_correlations(std::vector<SampledParameter>{{kept_x}}, kept_y, 0.95);
  EXPECT_EQ(all[0].rank.value, kept[0].rank.value);
  EXPECT_EQ(all[0].rank.low, kept[0].rank.low);
  EXPECT_TRUE(std::isnan(
      rank_correlations(std::vector<SampledParameter>{{x}}, std::vector(50, kNone), 0.95)[0].rank.value));
}

// 95 of 100 intervals contain the true value, here 0.
TEST(RankCorrelation, IntervalsHoldAsOftenAsTheySay) {
  int held = 0;
  for (std::uint64_t k = 0; k < 400; ++k) {
    const auto its =
        rank_correlations(std::vector<SampledParameter>{{noise(2 * k, 30)}, {noise(2 * k + 1000, 30)}},
                          noise(2 * k + 1, 30), 0.9);
    for (const auto& one : its) held += (one.rank.low < 0.0) == (one.rank.high > 0.0) ? 1 : 0;
    for (const auto& one : its) held += (one.partial.low < 0.0) == (one.partial.high > 0.0) ? 1 : 0;
  }
  EXPECT_NEAR(held / 1600.0, 0.9, 0.025);
}

}  // namespace
}  // namespace hilspace::analysis
