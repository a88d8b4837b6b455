#pragma once
// Linear algebra of small dense matrices.
//
//   eigenvalues        l with A v = l v; A real, n x n; complex ones in pairs of conjugates.
//                      Hessenberg form, then QR steps. No order is promised.
//   exponential        exp A = 1 + A + A^2/2! + ...; A n x n. Pade approximants, with scaling and squaring.
//                      x(t) = exp(A t) x(0) solves x' = A x.                           [Higham, 2005]
//   solve              x with A x = b; A n x n; LU with pivots from all of the matrix, which shows its rank
//   schur_complement   S = M_kk - M_kr M_rr^+ M_rk; M symmetric, n x n; k the kept indices, r the rest,
//                      ^+ the pseudoinverse. Of a matrix of covariances: what is left of the kept ones when
//                      the rest are fitted out, which may depend on each other.
//
// Golub, Van Loan, Matrix Computations, 4th edition: 7.5 (eigenvalues), 3.4 (pivots), 5.4 (pseudoinverse);
// Higham, SIAM J. Matrix Anal. Appl. 26 (2005) 1179. Made for orders up to some hundred.
// RunError: shapes that do not match, numbers that are not finite, eigenvalues that are not found.

#include <complex>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "numerics/matrix.hpp"

namespace hilspace::numerics {

std::vector<std::complex<double>> eigenvalues(const Matrix& a);
Matrix exponential(const Matrix& a);
/// Nothing: A is singular to rounding.
std::optional<std::vector<double>> solve(const Matrix& a, std::span<const double> b);
/// In the order of `kept`.
Matrix schur_complement(const Matrix& m, std::span<const std::size_t> kept);

}  // namespace hilspace::numerics
