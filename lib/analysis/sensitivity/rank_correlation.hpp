#pragma once
// Rank correlations: monotonic dependence of a number on each parameter, in any sample of points.
//
//   rho_j   correlation of the ranks of x_j and y                                              [Spearman]
//   pi_j    the same of the residuals of both after regression on all other parameters, linear in their ranks
//           (names: one indicator per name): partial rank correlation   [Iman, Conover, 1979]
//   eta_j   for a parameter with names without an order: correlation ratio of y's ranks,
//           eta^2 = variance between the names / total variance; for two names |rho|
//
// rho^2 and eta^2 are shares of the variance of the ranks. pi_j approaches 1 as the residuals get smaller, so
// it shows whether x_j matters, but not how much. All of them capture monotonic effects only: a number that
// rises and falls again can have rho = 0.
//
// Intervals by Fisher's z with the variance (1 + rho^2/2)/(n - 3 - c), for c regressed parameters [Bonett,
// Wright, Psychometrika 65 (2000) 23]; those of eta are approximate for more than two names. Ties get their
// mean rank. Undefined points (NaN) are left out.

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
  Estimate rank, partial;  // NaN for names; partial also where the residuals vanish
  Estimate ratio;          // NaN for numbers
};

/// Per parameter; `values` of y per point.
std::vector<RankCorrelation> rank_correlations(std::span<const SampledParameter> parameters,
                                               std::span<const double> values, double confidence);

/// 1 ... n; ties get their mean rank.
std::vector<double> ranks(std::span<const double> values);

}  // namespace hilspace::analysis
