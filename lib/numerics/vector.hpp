#pragma once
// Sums and products over vectors, in an order that is fixed.
//
//   dot x.y = sum of x_i y_i,   sum_of_squares |x|^2,   norm |x|,   mean = sum of x_i / n,
//   element_product = product of x_i,   A x
//
// All but A x add their terms by fours into partial sums, S_k of the terms k, k + 4, ...; the sum is
// (S_0 + S_2) + (S_1 + S_3). Of up to three terms that are left, a pair goes to the two brackets first, a
// single one to the sum last. The element product does the same with its factors. So the bits are the same
// wherever a vector lies in memory and whatever vector unit the computer has. A row of A x is summed from its
// first term to its last. Empty sums are 0, empty products 1, the mean of nothing is NaN. RunError: shapes
// that do not match.

#include <span>
#include <vector>

#include "numerics/matrix.hpp"

namespace hilspace::numerics {

double dot(std::span<const double> x, std::span<const double> y);
double sum_of_squares(std::span<const double> x);
double norm(std::span<const double> x);
double mean(std::span<const double> x);
double element_product(std::span<const double> x);
std::vector<double> product(const Matrix& a, std::span<const double> x);

}  // namespace hilspace::numerics
