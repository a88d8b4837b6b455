#pragma once
// Elementary effects from Morris trajectories: change of a number when one parameter moves.
//
//   d = (y(u + h e_j) - y(u)) / h    of one step of a trajectory; per unit of probability u
//   mu = mean d                      cancels where the effect changes sign
//   mu* = mean |d|                   importance [Campolongo et al., Environ. Model. Softw. 22 (2007) 1509]
//   sigma = standard deviation of d  curvature and interaction of x_j with other parameters
//
// Means are over the trajectories, which are independent: their intervals are Student's. A step with an
// undefined end (NaN) gives no effect; the other steps of its trajectory count.

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/sensitivity/estimate.hpp"
#include "sampling/design.hpp"

namespace hilspace::analysis {

struct MorrisEffects {
  Estimate mean, mean_absolute;  // NaN: no effect available; interval NaN: only one
  double deviation = std::numeric_limits<double>::quiet_NaN();
  std::size_t effects = 0;  // number of valid effects
  std::size_t left_out = 0;
};

/// Per parameter; `points` in the order of the design, `values` one per point.
std::vector<MorrisEffects> morris_effects(const sampling::Points& points, std::span<const double> values,
                                          double confidence);

}  // namespace hilspace::analysis
