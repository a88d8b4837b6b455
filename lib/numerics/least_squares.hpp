#pragma once
// Least squares: the parameters x that leave the least of m residuals, m >= n.
//
//   linear       |A x - b|^2 is least; A m x n. QR with column pivots; where columns depend on each other
//                (rank < n) x is one of many.
//   scaled       the same with A's columns made of length 1 first, then x brought back: for unknowns of very
//                different size
//   nonlinear    |r(x)|^2 is least near a start. Levenberg, Marquardt: steps p of
//                   |J p + r|^2 least within |D p| <= d,   J_ik = dr_i/dx_k,
//                D the largest lengths of J's columns so far, d by how well J foretold |r|^2. It ends when
//                |r|^2 or x move by less than 1.5e-8 of themselves, or after `evaluations` of r; where a
//                residual is not finite the outcome may be as well, so look at what it leaves.
//   variances    of x when each r_i has variance 1: (J' J)^-1, diagonal. It is inverted with columns of
//                length l_k, so that variance of x_k = scaled_k/l_k^2; infinite or NaN where J does not say.
//
// Golub, Van Loan, Matrix Computations, 4th edition, 5.3 to 5.5; More, Lecture Notes in Mathematics 630
// (1978) 105 (MINPACK). RunError: shapes that do not match, or m < n of a nonlinear problem.

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "numerics/matrix.hpp"

namespace hilspace::numerics {

struct LinearFit {
  std::vector<double> x{};
  std::size_t rank = 0;
};
LinearFit least_squares(const Matrix& a, std::span<const double> b);
std::vector<double> scaled_least_squares(const Matrix& a, std::span<const double> b);

struct NonlinearProblem {
  std::size_t residuals = 0;                                                 // m
  std::function<void(std::span<const double> x, std::span<double> r)> of{};  // fills r(x)
  std::function<void(std::span<const double> x, Matrix& j)> slopes{};        // fills J, m x n
};
std::vector<double> levenberg_marquardt(const NonlinearProblem& problem, std::span<const double> start,
                                        int evaluations);

struct Variances {
  std::vector<double> lengths{}, scaled{};  // l_k; variances of l_k x_k
};
Variances variances(const Matrix& j);

}  // namespace hilspace::numerics
