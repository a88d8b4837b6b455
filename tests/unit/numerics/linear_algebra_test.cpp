#include "numerics/linear_algebra.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/error.hpp"
#include "numerics/vector.hpp"

namespace hilspace::numerics {
namespace {

constexpr double kRounding = 1e-13;

Matrix matrix(std::size_t rows, std::size_t columns, std::vector<double> elements) {
  Matrix found(rows, columns);
  found.elements = std::move(elements);
  return found;
}

/// Full, without symmetry or structure.
Matrix irregular(std::size_t order) {
  Matrix found(order, order);
  for (std::size_t i = 0; i < found.elements.size(); ++i)
    found.elements[i] = std::sin(1.0 + static_cast<double>(i * i));
  return found;
}

Matrix times(const Matrix& a, const Matrix& b) {
  Matrix found(a.rows, b.columns);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t k = 0; k < b.columns; ++k)
      for (std::size_t j = 0; j < a.columns; ++j) found(i, k) += a(i, j) * b(j, k);
  return found;
}

void expect_near(const Matrix& found, const Matrix& expected, double error) {
  ASSERT_EQ(found.rows, expected.rows);
  ASSERT_EQ(found.columns, expected.columns);
  for (std::size_t i = 0; i < found.elements.size(); ++i)
    EXPECT_NEAR(found.elements[i], expected.elements[i], error) << "element " << i;
}

TEST(Eigenvalues, OfATriangleAreItsDiagonal) {
  auto found = eigenvalues(matrix(3, 3, {2, 5, -7, 0, -1, 3, 0, 0, 4}));
  std::ranges::sort(found, {}, [](std::complex<double> value) { return value.real(); });
  const std::array expected{-1.0, 2.0, 4.0};
  ASSERT_EQ(found.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(std::abs(found[i] - expected[i]), 0.0, kRounding);
}

TEST(Eigenvalues, OfARotationLieOnTheCircle) {
  const double angle = 0.3;
  auto found =
      eigenvalues(matrix(2, 2, {std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle)}));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], std::conj(found[1]));
  EXPECT_NEAR(std::abs(std::arg(found[0])), angle, kRounding);
  EXPECT_NEAR(std::abs(found[0]), 1.0, kRounding);
}

TEST(Eigenvalues, SumToTheTraceAndTheirSquaresToThatOfTheSquare) {
  const Matrix a = irregular(9), square = times(a, a);
  double trace = 0.0, trace_of_square = 0.0;
  for (std::size_t i = 0; i < a.rows; ++i) {
    trace += a(i, i);
    trace_of_square += square(i, i);
  }
  std::complex<double> sum = 0.0, squares = 0.0;
  for (const auto value : eigenvalues(a)) {
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(std::abs(sum - trace), 0.0, 100 * kRounding);
  EXPECT_NEAR(std::abs(squares - trace_of_square), 0.0, 100 * kRounding);
  EXPECT_TRUE(eigenvalues({}).empty());
}

TEST(Exponential, OfADiagonalIsThatOfItsElements) {
  expect_near(exponential(matrix(2, 2, {-3, 0, 0, 0.5})), matrix(2, 2, {std::exp(-3), 0, 0, std::exp(0.5)}),
              kRounding);
}

TEST(Exponential, OfAnOscillatorTurns) {
  for (const double t : {1e-3, 0.4, 3.0, 40.0})  // each degree of the approximants; squared
    expect_near(exponential(matrix(2, 2, {0, t, -t, 0})),
                matrix(2, 2, {std::cos(t), std::sin(t), -std::sin(t), std::cos(t)}), 100 * kRounding);
}

TEST(Exponential, OfTheNegativeIsTheInverse) {
  Matrix a = irregular(6);
  const Matrix forth = exponential(a);
  for (double& element : a.elements) element = -element;
  Matrix one(6, 6);
  for (std::size_t i = 0; i < 6; ++i) one(i, i) = 1.0;
  expect_near(times(forth, exponential(a)), one, 1000 * kRounding);
  EXPECT_EQ(exponential({}), Matrix());
}

TEST(Solve, GivesTheRightSideBack) {
  const Matrix a = irregular(5);
  const std::vector<double> b{1, -2, 3, -4, 5};
  const auto x = solve(a, b);
  ASSERT_TRUE(x);
  const auto back = product(a, *x);
  for (std::size_t i = 0; i < b.size(); ++i) EXPECT_NEAR(back[i], b[i], 100 * kRounding);
}

TEST(Solve, OfASingularMatrixIsNothing) {
  EXPECT_FALSE(solve(matrix(2, 2, {1, 2, 2, 4}), std::vector{1.0, 1.0}));
}

TEST(SchurComplement, OfCovariancesIsWhatAFitLeavesOver) {
  // y = x + e with variances 1: knowing x leaves that of e; one more that depends on x changes nothing.
  expect_near(schur_complement(matrix(2, 2, {2, 1, 1, 1}), std::array<std::size_t, 1>{0}), matrix(1, 1, {1}),
              kRounding);
  expect_near(schur_complement(matrix(3, 3, {2, 1, 2, 1, 1, 2, 2, 2, 4}), std::array<std::size_t, 1>{0}),
              matrix(1, 1, {1}), kRounding);
}

TEST(SchurComplement, IsInverseToTheInversesBlock) {
  const Matrix a = matrix(3, 3, {4, 1, 0.5, 1, 3, -0.2, 0.5, -0.2, 2});
  const Matrix left = schur_complement(a, std::array<std::size_t, 2>{2, 0});
  // Columns of the inverse for 0 and 2; their block times the complement is 1.
  const auto first = *solve(a, std::vector{1.0, 0.0, 0.0}), third = *solve(a, std::vector{0.0, 0.0, 1.0});
  expect_near(times(left, matrix(2, 2, {third[2], first[2], third[0], first[0]})), matrix(2, 2, {1, 0, 0, 1}),
              kRounding);
}

TEST(SchurComplement, OfAllThatIsKeptIsTheMatrix) {
  EXPECT_EQ(schur_complement(matrix(2, 2, {2, 1, 1, 5}), std::array<std::size_t, 2>{0, 1}),
            matrix(2, 2, {2, 1, 1, 5}));
}

TEST(LinearAlgebra, SaysWhatCannotBe) {
  const Matrix oblong(2, 3), square(2, 2);
  Matrix broken(2, 2);
  broken(1, 0) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(eigenvalues(oblong), RunError);
  EXPECT_THROW(exponential(oblong), RunError);
  EXPECT_THROW(solve(oblong, std::vector{1.0, 2.0}), RunError);
  EXPECT_THROW(solve(square, std::vector{1.0}), RunError);
  EXPECT_THROW(eigenvalues(broken), RunError);
  EXPECT_THROW(exponential(broken), RunError);
  EXPECT_THROW(schur_complement(square, std::array<std::size_t, 1>{2}), RunError);
  EXPECT_THROW(schur_complement(square, std::array<std::size_t, 2>{1, 1}), RunError);
}

}  // namespace
}  // namespace hilspace::numerics
