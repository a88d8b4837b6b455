#include "numerics/linear_algebra.hpp"

#include <fmt/core.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <unsupported/Eigen/MatrixFunctions>

#include "core/error.hpp"
#include "numerics/eigen.hpp"

namespace hilspace::numerics {
namespace {

void require_square(const Matrix& matrix, const char* what) {
  if (matrix.rows != matrix.columns)
    throw RunError(
        fmt::format("the {} of a matrix of {} rows and {} columns was asked for; it needs a square one", what,
                    matrix.rows, matrix.columns));
}

}  // namespace

std::vector<std::complex<double>> eigenvalues(const Matrix& a) {
  require_square(a, "eigenvalues");
  require_finite(a, "the eigenvalues");
  if (a.rows == 0) return {};
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(to_eigen(a), false);
  if (solver.info() != Eigen::Success)
    throw RunError(fmt::format("the eigenvalues of a matrix of order {} were not found", a.rows));
  return {solver.eigenvalues().begin(), solver.eigenvalues().end()};
}

Matrix exponential(const Matrix& a) {
  require_square(a, "exponential");
  require_finite(a, "the exponential");
  if (a.rows == 0) return {};
  return from_eigen(Eigen::MatrixXd(to_eigen(a).exp()));
}

std::optional<std::vector<double>> solve(const Matrix& a, std::span<const double> b) {
  require_square(a, "solution");
  if (a.rows != b.size())
    throw RunError(fmt::format("{} equations with {} right sides cannot be solved", a.rows, b.size()));
  const Eigen::FullPivLU<Eigen::MatrixXd> solver(to_eigen(a));
  if (!solver.isInvertible()) return std::nullopt;
  return from_eigen(Eigen::VectorXd(solver.solve(to_eigen(b))));
}

Matrix schur_complement(const Matrix& m, std::span<const std::size_t> kept) {
  require_square(m, "Schur complement");
  const std::vector<Eigen::Index> stay(kept.begin(), kept.end());
  const Eigen::MatrixXd whole = to_eigen(m);
  std::vector<Eigen::Index> rest;
  for (Eigen::Index i = 0; i < whole.rows(); ++i)
    if (std::ranges::find(stay, i) == stay.end()) rest.push_back(i);
  if (stay.size() + rest.size() != m.rows)
    throw RunError("a Schur complement keeps indices of its matrix, each once");
  Eigen::MatrixXd left = whole(stay, stay);
  if (!rest.empty()) {
    const Eigen::MatrixXd across = whole(rest, stay), inner = whole(rest, rest);
    left -= across.transpose() * inner.completeOrthogonalDecomposition().solve(across);
  }
  return from_eigen(left);
}

}  // namespace hilspace::numerics
