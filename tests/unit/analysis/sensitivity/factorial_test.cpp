#include "analysis/sensitivity/factorial.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace hilspace::analysis {
namespace {

/// f over a grid_of with these levels on each axis, row-major.
template <class Function>
std::vector<double> grid_of(const std::vector<std::vector<double>>& levels, Function f) {
  std::vector<double> values;
  std::size_t count = 1;
  for (const auto& axis : levels) count *= axis.size();
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> x(levels.size());
    std::size_t rest = i;
    for (std::size_t k = levels.size(); k-- > 0; rest /= levels[k].size())
      x[k] = levels[k][rest % levels[k].size()];
    values.push_back(f(x));
  }
  return values;
}

double variance(const std::vector<double>& values) {
  double mean = 0.0, sum = 0.0;
  for (const double v : values) mean += v / static_cast<double>(values.size());
  for (const double v : values) sum += (v - mean) * (v - mean);
  return sum / static_cast<double>(values.size());
}

const std::vector<double> kA{0.0, 1.0, 5.0}, kB{-1.0, 2.0}, kC{1.0, 2.0, 3.0, 4.0};

TEST(Factorial, OfASumIsEachTermsVariance) {
  const auto values =
      grid_of({kA, kB, kC}, [](const auto& x) { return 7.0 + x[0] + 10.0 * x[1] + 0.0 * x[2]; });
  const auto indices = factorial_indices(std::vector<std::size_t>{3, 2, 4}, values);
  const double va = variance(kA), vb = 100.0 * variance(kB);
  for (const auto* its : {&indices.first, &indices.total}) {
    EXPECT_NEAR((*its)[0], va / (va + vb), 1e-12);
    EXPECT_NEAR((*its)[1], vb / (va + vb), 1e-12);
    EXPECT_NEAR((*its)[2], 0.0, 1e-12);
  }
}

// The part (a - <a>)(b - <b>) of a b is an interaction.
TEST(Factorial, OfAProductHasAnInteraction) {
  const auto values = grid_of({kA, kB}, [](const auto& x) { return x[0] * x[1]; });
  const auto indices = factorial_indices(std::vector<std::size_t>{3, 2}, values);
  const double mean_a = 2.0, mean_b = 0.5, va = variance(kA), vb = variance(kB);
  const double all = va * mean_b * mean_b + vb * mean_a * mean_a + va * vb;
  EXPECT_NEAR(indices.first[0], va * mean_b * mean_b / all, 1e-12);
  EXPECT_NEAR(indices.first[1], vb * mean_a * mean_a / all, 1e-12);
  EXPECT_NEAR(indices.total[0], 1.0 - indices.first[1], 1e-12);
  EXPECT_NEAR(indices.total[1], 1.0 - indices.first[0], 1e-12);
}

TEST(Factorial, OfAFineGridIsSobols) {  // x0 + x0 x1 on the unit square: 49/3, 1, 4/3 parts of variance
  std::vector<double> fine;
  for (int i = 0; i < 200; ++i) fine.push_back((i + 0.5) / 200.0);
  const auto values = grid_of({fine, fine}, [](const auto& x) { return x[0] + x[0] * x[1]; });
  const auto indices = factorial_indices(std::vector<std::size_t>{200, 200}, values);
  const double v0 = 9.0 / 48.0, v1 = 1.0 / 48.0, v01 = 1.0 / 144.0, all = v0 + v1 + v01;
  EXPECT_NEAR(indices.first[0], v0 / all, 1e-4);
  EXPECT_NEAR(indices.first[1], v1 / all, 1e-4);
  EXPECT_NEAR(indices.total[0], (v0 + v01) / all, 1e-4);
  EXPECT_NEAR(indices.total[1], (v1 + v01) / all, 1e-4);
}

TEST(Factorial, OfAHoleOrAConstantIsNothing) {
  auto values = grid_of({kA, kB}, [](const auto& x) { return x[0] * x[1]; });
  values[3] = std::numeric_limits<double>::quiet_NaN();
  for (const double first : factorial_indices(std::vector<std::size_t>{3, 2}, values).first)
    EXPECT_TRUE(std::isnan(first));
  for (const double total : factorial_indices(std::vector<std::size_t>{3}, std::vector<double>(3, 4.0)).total)
    EXPECT_TRUE(std::isnan(total));
  EXPECT_THROW(factorial_indices(std::vector<std::size_t>{3, 2}, std::vector<double>(5)),
               std::invalid_argument);
}

}  // namespace
}  // namespace hilspace::analysis
