#include "numerics/quantile.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace hilspace::numerics {
namespace {

// Relative, a few roundings.
void expect_same(double found, double expected) {
  EXPECT_NEAR(found, expected, 1e-14 * (1.0 + std::abs(expected)));
}

TEST(Quantile, NormalOnesInvertTheErrorFunction) {
  for (const double x : {-4.0, -1.0, 0.3, 1.0, 1.959963984540054})
    EXPECT_NEAR(normal_quantile(0.5 * std::erfc(-x / std::numbers::sqrt2)), x, 1e-12);
  EXPECT_EQ(normal_quantile(0.5), 0.0);
  expect_same(normal_quantile(0.975), 1.959963984540054);
}

TEST(Quantile, StudentsWithOneAndTwoDegreesAreClosedForms) {
  for (const double p : {0.01, 0.3, 0.6, 0.975}) {
    EXPECT_NEAR(student_quantile(p, 1.0) / std::tan(std::numbers::pi * (p - 0.5)), 1.0, 1e-13);
    EXPECT_NEAR(student_quantile(p, 2.0) / ((2.0 * p - 1.0) / std::sqrt(2.0 * p * (1.0 - p))), 1.0, 1e-13);
  }
}

TEST(Quantile, StudentsWithManyDegreesAreNormal) {
  // t = z + (z^3 + z)/(4 v) + ...
  const double z = normal_quantile(0.9), degrees = 1e6;
  EXPECT_NEAR(student_quantile(0.9, degrees), z + (z * z * z + z) / (4.0 * degrees), 1e-11);
}

TEST(Quantile, ChiSquaredWithOneAndTwoDegreesAreClosedForms) {
  for (const double p : {0.01, 0.5, 0.95}) {
    EXPECT_NEAR(chi_squared_quantile(p, 2.0) / (-2.0 * std::log1p(-p)), 1.0, 1e-13);
    EXPECT_NEAR(chi_squared_quantile(p, 1.0) / std::pow(normal_quantile(0.5 + 0.5 * p), 2), 1.0, 1e-12);
  }
}

// scipy.stats.ncf.cdf(f, d1, d2, lambda) = p, solved for lambda.
TEST(Noncentrality, BeginsWhereTheCentralDistributionEndsAndIsNearTheExactOne) {
  EXPECT_EQ(noncentrality(0.975, 5.1785, 1.0, 100.0), 0.0);  // f.ppf(0.975, 1, 100) = 5.178594
  EXPECT_GT(noncentrality(0.975, 5.1787, 1.0, 100.0), 0.0);
  EXPECT_NEAR(noncentrality(0.975, 9.5, 2.0, 57.0) / 4.210061, 1.0, 0.05);
  EXPECT_NEAR(noncentrality(0.025, 9.5, 2.0, 57.0) / 40.532076, 1.0, 0.03);
  EXPECT_NEAR(noncentrality(0.025, 2.6, 14.0, 45.0) / 54.797601, 1.0, 0.02);
  EXPECT_NEAR(noncentrality(0.975, 30.0, 14.0, 185.0) / 297.837429, 1.0, 0.01);
  EXPECT_NEAR(noncentrality(0.025, 30.0, 14.0, 185.0) / 531.501319, 1.0, 0.01);
}

TEST(Quantile, ProbabilitiesLieBetweenNoneAndOne) {
  EXPECT_THROW(normal_quantile(1.5), std::domain_error);
  EXPECT_THROW(student_quantile(-0.1, 3.0), std::domain_error);
  EXPECT_THROW(chi_squared_quantile(0.5, 0.0), std::domain_error);
}

}  // namespace
}  // namespace hilspace::numerics
