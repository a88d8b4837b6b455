#pragma once
// The error of the numbers themselves, found by simulating scenarios again with finer steps.
//
//   error of one number   twice the largest difference from the finer runs, since the finer numbers err as
//                         well, and at least a millionth of the number
//   of a metric           the largest of the scenarios that were compared, and how the errors are spread
//
// Does not depend on the order in which scenarios are included, nor on how they are grouped before.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/catalogue.hpp"

namespace hilspace::metrics {

/// How the errors of a metric are spread: counted in classes whose upper bounds are 1/16 of a power of two
/// apart, so 3 to 6 % of themselves. Its size does not grow with the number of scenarios.
class ErrorSpread {
 public:
  struct Class {
    double at_most;
    std::uint64_t scenarios;
  };

  /// So many scenarios with this error; it may be infinite.
  void add(double error, std::uint64_t scenarios = 1);
  void include(const ErrorSpread& other);
  /// The upper bound of the class up to which at least this share of the scenarios lies; NaN without any.
  double quantile(double share) const;
  std::span<const Class> classes() const { return classes_; }

 private:
  std::vector<Class> classes_;  // by their bounds, none empty
};

struct NumericalError {
  std::array<double, kMetricCount> values;  // the largest; NaN: no scenario was compared
  std::array<ErrorSpread, kMetricCount> spread;
  std::size_t scenarios = 0;

  NumericalError();
  /// A scenario, and what it gave with finer steps.
  void include(const Row& row, std::span<const Row> finer);
  void include(const NumericalError& other);
  /// The error that 95 % of the compared scenarios do not exceed; NaN: no scenario was compared.
  double percentile_95(std::size_t metric) const;
};

}  // namespace hilspace::metrics
