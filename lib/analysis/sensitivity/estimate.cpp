#include "analysis/sensitivity/estimate.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace hilspace::analysis {

bool varies(std::span<const double> values) {
  return std::ranges::any_of(values, [&](double value) { return value != values.front(); });
}

Estimate around(double value, double half_width) { return {value, value - half_width, value + half_width}; }

double normal_reach(double confidence) {
  return boost::math::quantile(boost::math::normal_distribution<double>(), 0.5 + 0.5 * confidence);
}

double student_reach(double confidence, double degrees) {
  return boost::math::quantile(boost::math::students_t_distribution<double>(degrees), 0.5 + 0.5 * confidence);
}

}  // namespace hilspace::analysis
