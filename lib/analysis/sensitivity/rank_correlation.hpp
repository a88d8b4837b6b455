#pragma once
// Rank correlations: monotonic dependence of a number on each parameter, in any sample of points.
//
//   rho_j   correlation of the ranks of x_j and y                                              [Spearman]
//   pi_j    the same of the residuals of both after regression on all other parameters, linear in their ranks
//           (names: one indicator per name): partial rank correlation   [Iman, Conover, 1979]
//   eps_j   for a parameter with k names without an order, of n points: correlation ratio of y's ranks, less what chance
//           gives, eps^2 = max(0, 1 - (1 - eta^2) (n - 1)/(n - k)),                             [Kelley, 1935]
//           eta^2 = variance between the names / total variance, of names that do not matter (k - 1)/(n - 1) in the mean
//
// rho^2 and eps^2 are shares of the variance of the ranks. pi_j approaches 1 as the residuals get smaller, so
// it shows whether x_j matters, but not how much. All of them capture monotonic effects only: a number that
// rises and falls again can have rho = 0.
//
// Intervals by Fisher's z with the variance (1 + rho^2/2)/(n - 3 - c), for c regressed parameters [Bonett,
// Wright, Psychometrika 65 (2000) 23]. For eps the wider one of that and of the noncentral F distribution of the ratio
// of the mean squares, lambda/(lambda + n) for eps^2 [Steiger, Psychological Methods 9 (2004) 164], which is too narrow for
// few names and strong effects, as Fisher's is for many names: 91 to 100 % of the 95 % intervals hold the value. Ties get their
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
  Estimate ratio;          // eps; NaN for numbers, and with one point per name
};

/// Per parameter; `values` of y per point.
std::vector<RankCorrelation> rank_correlations(std::span<const SampledParameter> parameters,
                                               std::span<const double> values, double confidence);

/// Points from which on a parameter that does not matter has, in the mean, a share of less than 0.1 by chance: rho^2 is
/// 1/(n - 1), so 12; for k names max(0, eps^2) takes 2 (k + 3) or fewer.
std::size_t least_points(const SampledParameter& parameter);

/// 1 ... n; ties get their mean rank.
std::vector<double> ranks(std::span<const double> values);

}  // namespace hilspace::analysis
