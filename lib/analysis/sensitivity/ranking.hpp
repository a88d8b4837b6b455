#pragma once
// Ranking of parameters by importance: for one metric, and over several.
//
// Importance is a share, 0 to 1: the total index of Sobol', or the share of mu* (of the swing) in the sum
// over all parameters, or rho^2 (eps^2). Metrics of different units are therefore comparable, results of
// different designs are not.
//
// A key parameter is one "which has a high sensitivity to the metrics under evaluation" (Bondoky 5.4.1): here
// one whose importance, as a mean over the metrics, is at least kKeyShare.

#include <cstddef>
#include <span>
#include <vector>

namespace hilspace::analysis {

inline constexpr double kKeyShare = 0.1;

/// Indices in descending order of importance, without those of unknown importance (NaN).
std::vector<std::size_t> order_of(std::span<const double> importance);

/// Each number divided by their sum; NaN counts as 0 in it and remains NaN.
std::vector<double> shares(std::span<const double> numbers);

struct KeyParameter {
  std::size_t parameter = 0;
  double mean = 0.0;         // of its importance, over the metrics
  double largest = 0.0;      // of its importance
  std::size_t metric = 0;    // metric of the largest importance
  std::size_t first_in = 0;  // number of metrics for which it ranks first
  bool is_key() const { return mean >= kKeyShare; }
};

/// All parameters in descending order of importance. importance[metric][parameter]; unknown ones count as 0.
std::vector<KeyParameter> key_parameters(std::span<const std::vector<double>> importance);

}  // namespace hilspace::analysis
