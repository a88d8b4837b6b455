#include "numerics/least_squares.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "numerics/vector.hpp"

namespace hilspace::numerics {
namespace {

/// Rows 1, t, t^2 scale for t = 0 ... rows - 1.
Matrix parabola(std::size_t rows, double scale = 1.0) {
  Matrix found(rows, 3);
  for (std::size_t i = 0; i < rows; ++i) {
    const double t = static_cast<double>(i);
    found(i, 0) = 1.0;
    found(i, 1) = t;
    found(i, 2) = t * t * scale;
  }
  return found;
}

std::vector<double> noisy(std::size_t rows) {
  std::vector<double> found;
  for (std::size_t i = 0; i < rows; ++i) found.push_back(std::sin(static_cast<double>(i * i)));
  return found;
}

/// What is left over is at right angles to every column: so it is least.
void expect_least(const Matrix& a, const std::vector<double>& x, const std::vector<double>& b, double scale) {
  std::vector<double> left = product(a, x);
  for (std::size_t i = 0; i < left.size(); ++i) left[i] -= b[i];
  ASSERT_GT(norm(left), 0.1);
  for (std::size_t k = 0; k < a.columns; ++k) {
    std::vector<double> column;
    for (std::size_t i = 0; i < a.rows; ++i) column.push_back(a(i, k));
    EXPECT_NEAR(dot(column, left) / norm(column), 0.0, scale);
  }
}

TEST(LeastSquares, LeavesWhatIsAtRightAnglesToTheColumns) {
  const Matrix a = parabola(12);
  const auto [x, rank] = least_squares(a, noisy(12));
  EXPECT_EQ(rank, 3u);
  expect_least(a, x, noisy(12), 1e-12);
}

TEST(LeastSquares, FindsWhatFitsExactly) {
  const Matrix a = parabola(7);
  const auto [x, rank] = least_squares(a, product(a, std::vector{2.0, -1.0, 0.5}));
  EXPECT_NEAR(x[0], 2.0, 1e-12);
  EXPECT_NEAR(x[1], -1.0, 1e-12);
  EXPECT_NEAR(x[2], 0.5, 1e-12);
}

TEST(LeastSquares, RankCountsIndependentColumns) {
  EXPECT_EQ(least_squares(parabola(2), std::vector{1.0, 2.0}).rank, 2u);
  EXPECT_EQ(least_squares(parabola(5, 0.0), noisy(5)).rank, 2u);
}

TEST(LeastSquares, ScaledOnesSeeColumnsOfAnySize) {
  // Without scales a column of 1e-20 is not seen.
  const Matrix a = parabola(12, 1e-20);
  EXPECT_EQ(least_squares(a, noisy(12)).rank, 2u);
  const auto x = scaled_least_squares(a, noisy(12));
  expect_least(a, x, noisy(12), 1e-12);
  EXPECT_NEAR(x[2] / least_squares(parabola(12), noisy(12)).x[2], 1e20, 1e9);
}

/// a exp(-b t) at t = 0, 0.1, ..., as data give it.
NonlinearProblem decay(std::vector<double> data) {
  return {data.size(),
          [data](std::span<const double> x, std::span<double> r) {
            for (std::size_t i = 0; i < r.size(); ++i)
              r[i] = x[0] * std::exp(-0.1 * x[1] * static_cast<double>(i)) - data[i];
          },
          [](std::span<const double> x, Matrix& j) {
            for (std::size_t i = 0; i < j.rows; ++i) {
              const double t = 0.1 * static_cast<double>(i), e = std::exp(-x[1] * t);
              j(i, 0) = e;
              j(i, 1) = -x[0] * t * e;
            }
          }};
}

TEST(LevenbergMarquardt, FindsADecay) {
  std::vector<double> data;
  for (int i = 0; i < 20; ++i) data.push_back(3.0 * std::exp(-0.1 * 1.7 * i));
  const auto x = levenberg_marquardt(decay(data), std::vector{1.0, 0.1}, 100);
  EXPECT_NEAR(x[0], 3.0, 1e-10);
  EXPECT_NEAR(x[1], 1.7, 1e-10);
}

TEST(LevenbergMarquardt, EndsWhereTheGradientIsNothing) {
  const std::vector<double> data{3.1, 2.4, 2.2, 1.7, 1.6, 1.2, 1.1};  // no decay fits them
  const NonlinearProblem problem = decay(data);
  const auto x = levenberg_marquardt(problem, std::vector{1.0, 0.1}, 100);
  std::vector<double> r(data.size());
  Matrix j(data.size(), 2);
  problem.of(x, r);
  problem.slopes(x, j);
  ASSERT_GT(norm(r), 0.01);
  for (std::size_t k = 0; k < 2; ++k) {
    double gradient = 0.0;
    for (std::size_t i = 0; i < r.size(); ++i) gradient += j(i, k) * r[i];
    EXPECT_NEAR(gradient, 0.0, 1e-7);
  }
}

TEST(LevenbergMarquardt, EndsAfterItsEvaluations) {
  NonlinearProblem problem = decay(std::vector<double>(20, 1.0));
  int evaluations = 0;
  problem.of = [&, of = problem.of](std::span<const double> x, std::span<double> r) {
    ++evaluations;
    of(x, r);
  };
  levenberg_marquardt(problem, std::vector{50.0, 9.0}, 3);
  EXPECT_EQ(evaluations, 3);
}

TEST(Variances, OfAMeanFallWithTheNumberOfItsTerms) {
  Matrix ones(16, 1);
  for (double& element : ones.elements) element = 3.0;  // r_i = 3 (x - x_i)
  const auto [lengths, scaled] = variances(ones);
  EXPECT_NEAR(lengths[0], 12.0, 1e-12);
  EXPECT_NEAR(scaled[0] / (lengths[0] * lengths[0]), 1.0 / (9.0 * 16.0), 1e-15);
}

TEST(Variances, OfAStraightLine) {
  // t = 0 ... 4: of the slope 1/sum (t - 2)^2, of the value at 0 that and 1/5, 2 away from the middle.
  Matrix line(5, 2);
  for (std::size_t i = 0; i < 5; ++i) {
    line(i, 0) = 1.0;
    line(i, 1) = static_cast<double>(i);
  }
  const auto [lengths, scaled] = variances(line);
  EXPECT_NEAR(scaled[1] / (lengths[1] * lengths[1]), 0.1, 1e-14);
  EXPECT_NEAR(scaled[0] / (lengths[0] * lengths[0]), 1.0 / 5.0 + 4.0 * 0.1, 1e-14);
}

TEST(LeastSquares, SaysWhatCannotBe) {
  EXPECT_THROW(least_squares(parabola(5), noisy(4)), RunError);
  EXPECT_THROW(scaled_least_squares(parabola(5), noisy(4)), RunError);
  EXPECT_THROW(levenberg_marquardt(decay({1.0}), std::vector{1.0, 0.1}, 100), RunError);
  EXPECT_THROW(levenberg_marquardt(decay({1.0}), {}, 100), RunError);
}

}  // namespace
}  // namespace hilspace::numerics
