#pragma once
// Numerical error of the metrics, found by repeating scenarios with finer steps.
//
//   error of one number   twice the largest difference from the finer runs, since the finer numbers have
//                         errors as
//                         well, and at least 1e-6 of the number
//                         percentages of a reference that is not known to differ from 0: infinite
//   of a metric           the largest of the compared scenarios, and the distribution of the errors
//
// Independent of the order and the grouping in which scenarios are included.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/catalogue.hpp"

namespace hilspace::metrics {

/// Distribution of a metric's errors: a histogram whose upper bounds are 1/16 of a power of two apart, i.e. 3
/// to 6 % of their value. Its size does not grow with the number of scenarios.
class ErrorSpread {
 public:
  struct Class {
    double at_most;
    std::uint64_t scenarios;
  };

  /// Adds that many scenarios with this error; it may be infinite.
  void add(double error, std::uint64_t scenarios = 1);
  void include(const ErrorSpread& other);
  /// Upper bound of the class that contains this quantile; NaN if empty.
  double quantile(double share) const;
  /// Those with scenarios, by their bounds.
  std::vector<Class> classes() const;

 private:
  /// Scenarios by the place of the bound, its leading bits: from `first_` on; of 0 and of infinite errors apart.
  std::vector<std::uint64_t> counts_;
  std::size_t first_ = 0;
  std::uint64_t none_ = 0, infinite_ = 0;
};

/// The error of each number of a scenario; NaN: unknown.
using Errors = std::array<double, kMetricCount>;
Errors errors_of(const Row& row, std::span<const Row> finer);
/// The same from a single better solve. What both leave out alike it does not show: at least 2e-5 of a number that is not
/// the docking model's alone, and 2e-6 of the docking model's area for that between two forces.
Errors errors_of(const Row& row, const Row& check);

/// What the error of a number is relative to: its magnitude, of an energy, which may be the difference of larger ones, that
/// of the largest energy of the scenario.
double size_of(const Row& row, std::size_t metric);

struct NumericalError {
  std::array<double, kMetricCount> values;  // maxima; NaN: no scenario was compared
  std::array<ErrorSpread, kMetricCount> spread;
  std::size_t scenarios = 0;

  NumericalError();
  /// Includes a scenario with its results for finer steps.
  void include(const Row& row, std::span<const Row> finer);
  /// Includes a scenario with these errors.
  void include(const Errors& errors);
  /// The same of one that was chosen because its errors may be large: the distribution leaves it out.
  void include_suspect(const Errors& errors);
  void include(const NumericalError& other);
  /// The error that 95 % of the compared scenarios do not exceed; NaN: no scenario was compared.
  double percentile_95(std::size_t metric) const;
};

}  // namespace hilspace::metrics
