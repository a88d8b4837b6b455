#include "analysis/sensitivity/rank_correlation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

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
  // Of two names it is |rho| less what chance gives.
  for (double& name : names) name = name == 1.0 ? 1.0 : 0.0;
  const double ratio =
      rank_correlations(std::vector<SampledParameter>{{names, true}}, y, 0.95)[0].ratio.value;
  const double rho = rank_correlations(std::vector<SampledParameter>{{names}}, y, 0.95)[0].rank.value;
  EXPECT_NEAR(ratio * ratio, 1.0 - (1.0 - rho * rho) * 899.0 / 898.0, 1e-12);
}

/// `count` points in turn of `names`; the values have a normal spread of 1 about 0 to `effect`.
struct Named {
  std::vector<double> names{}, values{};
  Named(std::size_t count, std::size_t among, double effect, std::uint64_t stream)
      : values(noise(stream, count)) {
    const auto drawn = noise(stream + 1'000'000, count);
    for (std::size_t i = 0; i < count; ++i) {
      const double probability = 0.5 * std::erfc(-drawn[i] / std::sqrt(2.0));
      names.push_back(std::floor(probability * static_cast<double>(among)));
      values[i] += effect * names[i] / static_cast<double>(among - 1);
    }
  }
  Estimate ratio(double confidence = 0.95) const {
    return rank_correlations(std::vector<SampledParameter>{{names, true}}, values, confidence)[0].ratio;
  }
};

// scipy.stats.kruskal gives H = 14.286667 = (n - 1) eta^2.
TEST(CorrelationRatio, OfFourNamesIsThatOfKruskalAndWallisLessChance) {
  const std::vector y{3.1, 4.0, 7.7, 5.2, 2.2, 6.1, 8.8, 1.9, 4.4, 3.3, 9.1, 6.6,
                      0.5, 5.0, 7.0, 2.8, 1.1, 4.8, 6.2, 7.3, 3.9, 2.5, 8.1, 4.1};
  SampledParameter names{{}, true};
  for (std::size_t i = 0; i < y.size(); ++i) names.values.push_back(static_cast<double>(i % 4));
  const Estimate its = rank_correlations(std::vector{names}, y, 0.95)[0].ratio;
  EXPECT_NEAR(its.value * its.value, 1.0 - (1.0 - 14.2866667 / 23.0) * 23.0 / 20.0, 1e-8);
  EXPECT_NEAR(its.value, 0.7512212, 1e-6);
  EXPECT_NEAR(its.low, 0.4553717, 1e-6);  // Fisher's is the wider one here
  EXPECT_NEAR(its.high, 0.8976619, 1e-6);
}

// eta^2 of fifteen names that do not matter is 14/59 = 0.24 of 60 points.
TEST(CorrelationRatio, OfManyNamesThatDoNotMatterIsNearNone) {
  double mean = 0.0;
  for (std::uint64_t k = 0; k < 200; ++k) {
    const double ratio = Named(60, 15, 0.0, k).ratio().value;
    mean += ratio * ratio / 200.0;
  }
  EXPECT_LT(mean, 0.06);
}

TEST(CorrelationRatio, IntervalsHoldAsOftenAsTheySay) {
  for (const auto& [names, points, effect] : {std::tuple{2u, 30u, 1.5}, std::tuple{3u, 60u, 0.0},
                                              std::tuple{15u, 60u, 1.5}, std::tuple{15u, 60u, 0.0}}) {
    const double truth = effect > 0.0 ? Named(100'000, names, effect, 7).ratio().value : 0.0;
    int held = 0;
    for (std::uint64_t k = 0; k < 400; ++k) {
      const Estimate its = Named(points, names, effect, 1000 + k).ratio();
      held += its.low <= truth && truth <= its.high ? 1 : 0;
    }
    EXPECT_GE(held, 364) << names << " " << effect;  // 91 %
    EXPECT_LE(held, 398) << names << " " << effect;
  }
}

TEST(CorrelationRatio, OfOnePointPerNameIsUnknown) {
  const std::vector y{3.0, 1.0, 2.0, 5.0, 4.0};
  const SampledParameter names{{0.0, 1.0, 2.0, 3.0, 4.0}, true};
  EXPECT_TRUE(std::isnan(rank_correlations(std::vector{names}, y, 0.95)[0].ratio.value));
}

TEST(CorrelationRatio, OfNamesThatTellAllIs1) {
  std::vector<double> names, y;
  for (std::size_t i = 0; i < 40; ++i) names.push_back(static_cast<double>(i % 2)), y.push_back(names.back());
  const Estimate its = rank_correlations(std::vector<SampledParameter>{{names, true}}, y, 0.95)[0].ratio;
  for (const double value : {its.value, its.low, its.high}) EXPECT_EQ(value, 1.0);
}

// Below these points a share of 0.1, that of a key parameter, is what chance gives in the mean.
TEST(RankCorrelation, OfFewPointsIsWhatChanceGives) {
  EXPECT_EQ(least_points({{1.0, 2.0, 3.0}}), 12u);
  EXPECT_EQ(least_points({{1.0, 2.0, 2.0}, true}), 12u);
  const auto mean_share = [](std::size_t points, std::size_t names) {
    double mean = 0.0;
    for (std::uint64_t k = 0; k < 500; ++k) {
      const Named its(points, std::max<std::size_t>(names, 2), 0.0, 5000 + k);
      const double r = names > 0 ? its.ratio().value
                                 : rank_correlations(std::vector<SampledParameter>{{noise(k, points)}},
                                                     its.values, 0.95)[0]
                                       .rank.value;
      mean += std::isnan(r) ? 0.0 : r * r / 500.0;
    }
    return mean;
  };
  EXPECT_NEAR(mean_share(8, 0), 1.0 / 7.0, 0.02);
  EXPECT_LT(mean_share(12, 0), 0.1);
  for (const std::size_t names : {3u, 5u, 15u}) {
    SampledParameter its{{}, true};
    for (std::size_t k = 0; k < names; ++k) its.values.push_back(static_cast<double>(k));
    EXPECT_LT(mean_share(least_points(its), names), 0.1) << names;
  }
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
