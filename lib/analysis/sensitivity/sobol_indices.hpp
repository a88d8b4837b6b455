#pragma once
// Sobol' indices from Saltelli blocks: shares of a number's variance due to each parameter.
//
//   S_j = Var(E[y | x_j]) / Var(y)               first order: effect of x_j alone
//   T_j = 1 - Var(E[y | all but x_j]) / Var(y)   total: alone and in interaction with the others
//
// From the blocks A, AB_j (A with x_j from B), B of sampling/design.hpp:
//
//   S_j = corr(y_B, y_ABj),   T_j = 1 - corr(y_A, y_ABj)                    [Martinez, 2011]
//
// which, unlike other estimators, is invariant to a constant added to y [Baudin et al., SAMO 2016].
// Parameters are independent and distributed as in the design; then 0 <= S_j <= T_j, which estimates violate
// by no more than their interval. The intervals assume independent blocks (normal, delta method): with many
// points of the Sobol' sequence in the blocks they are conservative, but its first ones are too regular, above
// all in many dimensions (docs/guide-analyse.md has what was measured).
//
// A block with an undefined point (NaN) is left out completely, so failed scenarios are excluded from the
// distribution to which the indices refer.

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/sensitivity/estimate.hpp"

namespace hilspace::analysis {

/// With fewer blocks no indices are given: their intervals would be meaningless.
inline constexpr std::size_t kLeastBlocks = 8;
/// With fewer blocks the intervals may be too narrow.
inline constexpr std::size_t kSureBlocks = 512;

struct SobolIndices {
  std::vector<Estimate> first, total;  // per parameter; NaN: too few blocks, or y is constant
  std::size_t blocks = 0;              // number of valid blocks
  std::size_t left_out = 0;
};

/// `values` per point of the design. Throws InputError if the OpenTURNS module is missing.
SobolIndices sobol_indices(std::span<const double> values, std::size_t parameters, double confidence);

}  // namespace hilspace::analysis
