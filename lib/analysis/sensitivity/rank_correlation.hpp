#pragma once
// Rank correlations: how steadily a number rises or falls with each parameter, in any sample of points.
//
//   rho_j   correlation of the ranks of x_j and y                                              [Spearman]
//   pi_j    the same of what is left of both when all other parameters are fitted out, linearly in their
//           ranks (names: each its own level): partial rank correlation   [Iman, Conover, 1979]
//   eta_j   of a parameter that is a name and has no order: correlation ratio of y's ranks,
//           eta^2 = variance between the names / variance of all; for two names |rho|
//
// rho^2 and eta^2 are shares of the variance of the ranks; pi_j is closer to 1 the less the others leave
// over, so it tells whether x_j matters and not how much. All see monotonic effects only: a number that rises
// and falls again can have rho = 0.
//
// Intervals by Fisher's z with the variance (1 + rho^2/2)/(n - 3 - c), c parameters fitted out
// [Bonett, Wright, Psychometrika 65 (2000) 23]; those of eta are approximate for more than two names.
// Equal values share the mean of their ranks. Points without a value (NaN) are left out.

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/sensitivity/estimate.hpp"

namespace hilspace::analysis {

struct SampledParameter {
  std::vector<double> values;  // per point
  bool is_name = false;
};

struct RankCorrelation {
  Estimate rank, partial;  // NaN of names; partial also where the others leave nothing over
  Estimate ratio;          // NaN of numbers
};

/// Per parameter; `values` of y per point.
std::vector<RankCorrelation> rank_correlations(std::span<const SampledParameter> parameters,
                                               std::span<const double> values, double confidence);

/// 1 ... n; equal values share their mean rank.
std::vector<double> ranks(std::span<const double> values);

}  // namespace hilspace::analysis
