#include "analysis/sensitivity/estimate.hpp"

#include <algorithm>

#include "numerics/quantile.hpp"

namespace hilspace::analysis {

bool varies(std::span<const double> values) {
  return std::ranges::any_of(values, [&](double value) { return value != values.front(); });
}

Estimate around(double value, double half_width) { return {value, value - half_width, value + half_width}; }

double normal_reach(double confidence) { return numerics::normal_quantile(0.5 + 0.5 * confidence); }

double student_reach(double confidence, double degrees) {
  return numerics::student_quantile(0.5 + 0.5 * confidence, degrees);
}

}  // namespace hilspace::analysis
