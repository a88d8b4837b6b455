#include "numerics/vector.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/error.hpp"

namespace hilspace::numerics {
namespace {

TEST(Vector, SumsHaveEveryTermOnce) {
  for (std::size_t count = 0; count < 30; ++count) {
    std::vector<double> x(count), ones(count, 1.0);
    std::iota(x.begin(), x.end(), 1.0);
    const double n = static_cast<double>(count);  // sums of integers are exact
    EXPECT_EQ(dot(x, ones), n * (n + 1.0) / 2.0);
    EXPECT_EQ(sum_of_squares(x), n * (n + 1.0) * (2.0 * n + 1.0) / 6.0);
    if (count > 0) {
      EXPECT_EQ(mean(x), (n + 1.0) / 2.0);
    }
  }
  EXPECT_TRUE(std::isnan(mean({})));
  EXPECT_EQ(norm(std::vector{3.0, 4.0}), 5.0);
}

TEST(Vector, ElementProductsHaveEveryFactorOnce) {
  double factorial = 1.0;
  for (std::size_t count = 0; count <= 18; ++count) {  // 18! < 2^53: exact in any order
    std::vector<double> x(count);
    std::iota(x.begin(), x.end(), 1.0);
    if (count > 0) factorial *= static_cast<double>(count);
    EXPECT_EQ(element_product(x), factorial);
  }
}

TEST(Vector, OrderOfASumIsThatOfItsSheet) {
  // Thirds: each order rounds in its own way.
  std::vector<double> x;
  for (int i = 0; i < 11; ++i) x.push_back(std::exp(i) / 3.0);
  const auto s = [&](std::size_t k) { return x[k] + x[k + 4]; };
  const double low = s(0) + s(2), high = s(1) + s(3);
  EXPECT_EQ(11.0 * mean(x), 11.0 * ((((low + x[8]) + (high + x[9])) + x[10]) / 11.0));
}

TEST(Vector, SumsDoNotDependOnWhereAVectorLies) {
  std::vector<double> x;
  for (int i = 0; i < 17; ++i) x.push_back(1.0 / (3.0 + i));
  std::vector<double> shifted{0.0};
  shifted.insert(shifted.end(), x.begin(), x.end());
  EXPECT_EQ(sum_of_squares(std::span(shifted).subspan(1)), sum_of_squares(x));
}

TEST(Vector, ProductOfAMatrix) {
  Matrix a(2, 3);
  a.elements = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(product(a, std::vector{1.0, 10.0, 100.0}), (std::vector{321.0, 654.0}));
}

TEST(Vector, ShapesHaveToMatch) {
  EXPECT_THROW(dot(std::vector{1.0}, {}), RunError);
  EXPECT_THROW(product(Matrix(2, 3), std::vector{1.0, 2.0}), RunError);
}

}  // namespace
}  // namespace hilspace::numerics
