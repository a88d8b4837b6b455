#include "numerics/sample_mean.hpp"

#include <cmath>

#include "numerics/quantile.hpp"

namespace hilspace::numerics {

SampleMean SampleMeans::of(std::span<const double> values) {
  SampleMean found;
  double sum = 0.0, squares = 0.0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum += value;
    ++found.count;
  }
  if (found.count == 0) return found;
  const auto n = static_cast<double>(found.count);
  found.mean = sum / n;
  if (found.count == 1) return found;
  for (const double value : values)
    if (!std::isnan(value)) squares += (value - found.mean) * (value - found.mean);
  found.deviation = std::sqrt(squares / (n - 1.0));
  if (found.count != count_) {
    count_ = found.count;
    share_ = student_quantile(0.975, n - 1.0) / std::sqrt(n);
  }
  found.interval = share_ * found.deviation;
  return found;
}

}  // namespace hilspace::numerics
