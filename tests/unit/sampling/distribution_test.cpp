#include "sampling/distribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "core/error.hpp"
#include "sampling/openturns.hpp"

namespace hilspace::sampling {
namespace {

/// Probabilities of equal slices, their ends among them as close as they come.
std::vector<double> probabilities(int n) {
  std::vector<double> u{0x1p-53, 1e-9};
  for (int i = 0; i < n; ++i) u.push_back((i + 0.5) / n);
  u.insert(u.end(), {1.0 - 1e-9, 1.0 - 0x1p-53});
  return u;
}

double cumulated_normal(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

TEST(Quantiles, OfUniformDistributionsAreStraight) {
  const auto u = probabilities(10);
  const auto x = values_at({.kind = DistributionKind::uniform, .from = -1.0, .to = 3.0}, u);
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_DOUBLE_EQ(x[i], -1.0 + 4.0 * u[i]);
}

TEST(Quantiles, OfLogUniformDistributionsAreStraightInTheLogarithm) {
  const auto u = probabilities(10);
  const auto x = values_at({.kind = DistributionKind::log_uniform, .from = 1e-3, .to = 10.0}, u);
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_NEAR(std::log10(x[i]), -3.0 + 4.0 * u[i], 1e-14);
}

TEST(Quantiles, NeverLeaveTheirEnds) {
  // Numbers for which from + (to - from) is beyond to.
  const auto u = probabilities(1000);
  std::vector<Distribution> all{{.kind = DistributionKind::uniform, .from = 0.1, .to = 0.7},
                                {.kind = DistributionKind::log_uniform, .from = 0.1, .to = 0.7},
                                {.kind = DistributionKind::integer, .from = -3.0, .to = 4.0}};
  if (openturns::available())
    all.insert(all.end(),
               {{.kind = DistributionKind::normal, .from = 0.1, .to = 0.7, .mean = 0.7, .std = 1e-3},
                {.kind = DistributionKind::triangular, .from = 0.1, .to = 0.7, .mode = 0.1}});
  for (const auto& its : all) {
    const auto x = values_at(its, u);
    EXPECT_GE(x.front(), its.from);
    EXPECT_LE(x.back(), its.to);
    EXPECT_TRUE(std::ranges::is_sorted(x));
  }
}

TEST(Quantiles, OfIntegersAndLevelsAreEachAlike) {
  std::vector<double> u;
  for (int i = 0; i < 700; ++i) u.push_back((i + 0.5) / 700.0);
  for (const Distribution& its :
       {Distribution{.kind = DistributionKind::integer, .from = -3.0, .to = 3.0},
        Distribution{.kind = DistributionKind::levels, .levels = {5.0, 1.0, 0.25, 8.0, 2.0, 9.0, 7.0}}}) {
    std::map<double, int> counts;
    for (const double x : values_at(its, u)) ++counts[x];
    EXPECT_EQ(counts.size(), 7U);
    for (const auto& [x, count] : counts) EXPECT_EQ(count, 100) << x;
  }
  EXPECT_EQ(values_at({.kind = DistributionKind::levels, .levels = {5.0, 1.0}}, std::array{0.25, 0.75}),
            (std::vector{5.0, 1.0}));
}

TEST(Quantiles, OfTheNormalDistributionInvertIt) {
  if (!openturns::available()) GTEST_SKIP();
  const auto u = probabilities(100);
  const auto x = values_at({.kind = DistributionKind::normal, .mean = 3.0, .std = 0.5}, u);
  for (std::size_t i = 0; i < u.size(); ++i)
    EXPECT_NEAR(cumulated_normal((x[i] - 3.0) / 0.5), u[i], 1e-14 + 1e-12 * u[i]);
}

TEST(Quantiles, OfATruncatedNormalDistributionInvertIt) {
  if (!openturns::available()) GTEST_SKIP();
  constexpr double kNone = Distribution::kNone;
  struct Ends {
    double from, to;
  };
  // On both sides, on one, and far from the mean on either side.
  for (const auto& [from, to] : {Ends{2.0, 4.0}, Ends{2.5, kNone}, Ends{kNone, 3.5}, Ends{7.0, 9.0},
                                 Ends{-2.0, -1.5}, Ends{13.0, kNone}}) {
    const auto z = [](double x) { return (x - 3.0) / 0.5; };
    const auto u = probabilities(100);
    const auto x =
        values_at({.kind = DistributionKind::normal, .from = from, .to = to, .mean = 3.0, .std = 0.5}, u);
    // Seen from the tail, where small probabilities are exact.
    const double sign = from > 3.0 ? -1.0 : 1.0;
    const auto p = [&](double value) { return cumulated_normal(sign * z(value)); };
    const double low = std::isnan(from) ? (sign > 0.0 ? 0.0 : 1.0) : p(from);
    const double high = std::isnan(to) ? (sign > 0.0 ? 1.0 : 0.0) : p(to);
    for (std::size_t i = 0; i < u.size(); ++i)
      EXPECT_NEAR((p(x[i]) - low) / (high - low), u[i], 1e-10) << from << " ... " << to;
  }
}

TEST(Quantiles, OfANormalDistributionCutOffBeyondDoublesAreRefused) {
  if (!openturns::available()) GTEST_SKIP();
  const auto u = probabilities(1);
  EXPECT_THROW(values_at({.kind = DistributionKind::normal, .from = 100.0, .mean = 0.0, .std = 1.0}, u),
               InputError);
  EXPECT_THROW(values_at({.kind = DistributionKind::normal, .to = -100.0, .mean = 0.0, .std = 1.0}, u),
               InputError);
}

TEST(Quantiles, OfTheTriangularDistributionInvertIt) {
  if (!openturns::available()) GTEST_SKIP();
  const auto u = probabilities(100);
  for (const double mode : {1.0, 2.0, 5.0}) {
    const auto x = values_at({.kind = DistributionKind::triangular, .from = 1.0, .to = 5.0, .mode = mode}, u);
    for (std::size_t i = 0; i < u.size(); ++i) {
      const double below = (x[i] - 1.0) * (x[i] - 1.0) / (4.0 * (mode - 1.0));
      const double above = 1.0 - (5.0 - x[i]) * (5.0 - x[i]) / (4.0 * (5.0 - mode));
      EXPECT_NEAR(mode > 1.0 && x[i] <= mode ? below : above, u[i], 1e-14);
    }
  }
}

}  // namespace
}  // namespace hilspace::sampling
