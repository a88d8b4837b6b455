#pragma once
// Parameters in the order of their importance: of one metric, and over several.
//
// Importance is a share, 0 to 1: the total index of Sobol', or the share of mu* (of the swing) in the sum
// over all parameters, or rho^2 (eta^2). So metrics of different units can be put beside each other, results
// of different designs cannot.
//
// A key parameter is one "which has a high sensitivity to the metrics under evaluation" (Bondoky 5.4.1): here
// one whose importance, as a mean over the metrics, is at least kKeyShare.

#include <cstddef>
#include <span>
#include <vector>

namespace hilspace::analysis {

inline constexpr double kKeyShare = 0.1;

/// Indices, the most important first; those whose importance is not known (NaN) are not among them.
std::vector<std::size_t> order_of(std::span<const double> importance);

/// Each number over their sum; NaN counts as 0 in it and stays NaN.
std::vector<double> shares(std::span<const double> numbers);

struct KeyParameter {
  std::size_t parameter = 0;
  double mean = 0.0;         // of its importance, over the metrics
  double largest = 0.0;      // of the same
  std::size_t metric = 0;    // where that is
  std::size_t first_in = 0;  // of how many metrics it is the most important one
  bool is_key() const { return mean >= kKeyShare; }
};

/// All parameters, the most important first. importance[metric][parameter]; unknown ones count as 0.
std::vector<KeyParameter> key_parameters(std::span<const std::vector<double>> importance);

}  // namespace hilspace::analysis
