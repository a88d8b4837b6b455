#pragma once
// What analyses take from OpenTURNS. Built without it (openturns_missing.cpp), these throw InputError.

#include <span>
#include <vector>

#include "analysis/sensitivity/estimate.hpp"

namespace hilspace::analysis {

/// Martinez' estimator of Sobol' indices, with asymptotic intervals. All of one length; with[j] is A with
/// parameter j from B.
struct MartinezIndices {
  std::vector<Estimate> first, total;
};
MartinezIndices martinez_indices(std::span<const double> a, std::span<const double> b,
                                 std::span<const std::vector<double>> with, double confidence);

}  // namespace hilspace::analysis
