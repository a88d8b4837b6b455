#pragma once
// Variance of a full grid, taken apart by axis: the indices of Sobol' where every level of an axis counts
// alike.
//
//   S_k = Var(mean of y over all other axes) / Var(y)        first order
//   T_k = 1 - Var(mean of y over axis k) / Var(y)            total
//
// Sums over the grid itself, so nothing is estimated: they are exact for the levels that the study chose, and
// hold for those alone. A grid with a cell that has no value (NaN) cannot be taken apart like this: then all
// is NaN.

#include <cstddef>
#include <span>
#include <vector>

namespace hilspace::analysis {

struct FactorialIndices {
  std::vector<double> first, total;  // per axis
};

/// `values` row-major, the last axis fastest.
FactorialIndices factorial_indices(std::span<const std::size_t> shape, std::span<const double> values);

}  // namespace hilspace::analysis
