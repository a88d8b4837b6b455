#pragma once
// A dense matrix of plain numbers: what this folder's functions take and give.
//
//   a(i, k)   row i, column k, from 0; elements[i columns + k]
//
// It holds numbers and does no algebra. Vectors are std::span and std::vector.

#include <cstddef>
#include <vector>

namespace hilspace::numerics {

struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> elements{};  // row after row

  Matrix() = default;
  /// A matrix of zeros.
  Matrix(std::size_t its_rows, std::size_t its_columns)
      : rows(its_rows), columns(its_columns), elements(its_rows * its_columns, 0.0) {}

  double& operator()(std::size_t row, std::size_t column) { return elements[row * columns + column]; }
  double operator()(std::size_t row, std::size_t column) const { return elements[row * columns + column]; }
  bool operator==(const Matrix&) const = default;
};

}  // namespace hilspace::numerics
