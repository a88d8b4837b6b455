#pragma once
// Variance decomposition of a full grid by axis: the indices of Sobol', with equal weight for every level of
// an axis.
//
//   S_k = Var(mean of y over all other axes) / Var(y)        first order
//   T_k = 1 - Var(mean of y over axis k) / Var(y)            total
//
// These are sums over the grid itself, not estimates: they are exact for the levels of the study, and for
// those only. A grid with an undefined cell (NaN) cannot be decomposed: then everything is NaN.

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
