#pragma once
// Sobol' indices from Saltelli blocks: whose share of a number's variance is how large.
//
//   S_j = Var(E[y | x_j]) / Var(y)           first order: what x_j does alone
//   T_j = 1 - Var(E[y | all but x_j]) / Var(y)   total: alone and together with the others
//
// From the blocks A, AB_j (A with x_j from B), B of sampling/design.hpp:
//
//   S_j = corr(y_B, y_ABj),   T_j = 1 - corr(y_A, y_ABj)                    [Martinez, 2011]
//
// which no constant added to y disturbs, as it does other estimators [Baudin et al., SAMO 2016]. Parameters
// are independent, distributed as the design says; then 0 <= S_j <= T_j, and an estimate leaves that by no
// more than its interval. The intervals are those of independent blocks (normal, delta method): with the
// Sobol' sequence in the blocks they are wider than need be.
//
// A block with a point that has no value (NaN) is left out as a whole. What failed then is no longer in the
// distribution that the indices are of.

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/sensitivity/estimate.hpp"

namespace hilspace::analysis {

/// Fewer give no indices: their intervals would mean nothing.
inline constexpr std::size_t kLeastBlocks = 8;

struct SobolIndices {
  std::vector<Estimate> first, total;  // per parameter; NaN: too few blocks, or y does not vary
  std::size_t blocks = 0;              // that count
  std::size_t left_out = 0;
};

/// `values` per point of the design. Throws InputError without the module of OpenTURNS.
SobolIndices sobol_indices(std::span<const double> values, std::size_t parameters, double confidence);

}  // namespace hilspace::analysis
