#pragma once
// Plain matrices and vectors as Eigen's, for the sources of this folder alone.
//
// Matrices are copied into Eigen's own order, column after column: the bits of a decomposition depend on it.

#include <Eigen/Core>
#include <cmath>
#include <span>
#include <vector>

#include "core/error.hpp"
#include "numerics/matrix.hpp"

namespace hilspace::numerics {

inline Eigen::MatrixXd to_eigen(const Matrix& matrix) {
  Eigen::MatrixXd found(static_cast<Eigen::Index>(matrix.rows), static_cast<Eigen::Index>(matrix.columns));
  for (std::size_t row = 0; row < matrix.rows; ++row)
    for (std::size_t column = 0; column < matrix.columns; ++column)
      found(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) = matrix(row, column);
  return found;
}
inline Matrix from_eigen(const Eigen::MatrixXd& matrix) {
  Matrix found(static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.cols()));
  for (std::size_t row = 0; row < found.rows; ++row)
    for (std::size_t column = 0; column < found.columns; ++column)
      found(row, column) = matrix(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column));
  return found;
}

inline Eigen::VectorXd to_eigen(std::span<const double> vector) {
  Eigen::VectorXd found(static_cast<Eigen::Index>(vector.size()));
  for (std::size_t i = 0; i < vector.size(); ++i) found[static_cast<Eigen::Index>(i)] = vector[i];
  return found;
}
inline std::vector<double> from_eigen(const Eigen::VectorXd& vector) {
  return {vector.begin(), vector.end()};
}
inline std::span<const double> as_span(const Eigen::VectorXd& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

inline void require_finite(const Matrix& matrix, const char* what) {
  for (const double element : matrix.elements)
    if (!std::isfinite(element))
      throw RunError(std::string(what) + " of a matrix that is not finite was asked for");
}

}  // namespace hilspace::numerics
