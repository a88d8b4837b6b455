#include "numerics/least_squares.hpp"

#include <fmt/core.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <unsupported/Eigen/NonLinearOptimization>

#include "core/error.hpp"
#include "numerics/eigen.hpp"

namespace hilspace::numerics {
namespace {

void require_rows(const Matrix& a, std::span<const double> b) {
  if (a.rows != b.size())
    throw RunError(
        fmt::format("least squares of {} rows and {} right sides were asked for", a.rows, b.size()));
}

/// The interface that Eigen's search asks of a problem.
struct Residuals {
  using Scalar = double;
  using InputType = Eigen::VectorXd;
  using ValueType = Eigen::VectorXd;
  using JacobianType = Eigen::MatrixXd;
  enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };

  const NonlinearProblem& problem;
  Matrix jacobian;

  int values() const { return static_cast<int>(problem.residuals); }
  int operator()(const Eigen::VectorXd& x, Eigen::VectorXd& r) const {
    problem.of(as_span(x), {r.data(), problem.residuals});
    return 0;
  }
  int df(const Eigen::VectorXd& x, Eigen::MatrixXd& j) {
    problem.slopes(as_span(x), jacobian);
    j = to_eigen(jacobian);
    return 0;
  }
};

}  // namespace

LinearFit least_squares(const Matrix& a, std::span<const double> b) {
  require_rows(a, b);
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> solver(to_eigen(a));
  return {from_eigen(Eigen::VectorXd(solver.solve(to_eigen(b)))), static_cast<std::size_t>(solver.rank())};
}

std::vector<double> scaled_least_squares(const Matrix& a, std::span<const double> b) {
  require_rows(a, b);
  Eigen::MatrixXd scaled = to_eigen(a);
  const Eigen::VectorXd length = scaled.colwise().norm().cwiseMax(1e-300).transpose();
  scaled *= length.cwiseInverse().asDiagonal();
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> solver(scaled);
  return from_eigen(Eigen::VectorXd(solver.solve(to_eigen(b)).cwiseQuotient(length)));
}

std::vector<double> levenberg_marquardt(const NonlinearProblem& problem, std::span<const double> start,
                                        int evaluations) {
  if (start.empty() || problem.residuals < start.size())
    throw RunError(fmt::format("{} residuals for {} unknowns; a fit needs at least as many residuals",
                               problem.residuals, start.size()));
  Residuals residuals{problem, Matrix(problem.residuals, start.size())};
  Eigen::LevenbergMarquardt<Residuals> search(residuals);
  search.parameters.maxfev = evaluations;
  Eigen::VectorXd x = to_eigen(start);
  search.minimize(x);
  return from_eigen(x);
}

Variances variances(const Matrix& j) {
  // Columns of length 1, for the condition of the inverse.
  Eigen::MatrixXd scaled = to_eigen(j);
  const Eigen::VectorXd length = scaled.colwise().norm();
  scaled *= length.cwiseInverse().asDiagonal();
  const Eigen::MatrixXd inverse = (scaled.transpose() * scaled).inverse();
  return {from_eigen(length), from_eigen(Eigen::VectorXd(inverse.diagonal()))};
}

}  // namespace hilspace::numerics
