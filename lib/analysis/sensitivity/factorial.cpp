#include "analysis/sensitivity/factorial.hpp"

#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "analysis/sensitivity/estimate.hpp"

namespace hilspace::analysis {
namespace {

double mean_square(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value * value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

FactorialIndices factorial_indices(std::span<const std::size_t> shape, std::span<const double> values) {
  const std::size_t count = std::reduce(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
  if (count != values.size()) throw std::invalid_argument("a grid has one value per cell");
  FactorialIndices result{std::vector<double>(shape.size(), kNone), std::vector<double>(shape.size(), kNone)};
  const double mean = std::reduce(values.begin(), values.end()) / static_cast<double>(count);
  std::vector<double> centred(values.begin(), values.end());
  for (double& value : centred) value -= mean;
  const double variance = mean_square(centred);
  if (!(variance > 0.0)) return result;  // no variance, or NaN

  std::size_t stride = count;  // between neighbours on axis k
  for (std::size_t k = 0; k < shape.size(); ++k) {
    stride /= shape[k];
    std::vector<double> over_others(shape[k], 0.0), over_axis(count / shape[k], 0.0);
    for (std::size_t i = 0; i < count; ++i) {
      over_others[i / stride % shape[k]] += centred[i];
      over_axis[i / (stride * shape[k]) * stride + i % stride] += centred[i];
    }
    for (double& sum : over_others) sum /= static_cast<double>(over_axis.size());
    for (double& sum : over_axis) sum /= static_cast<double>(shape[k]);
    result.first[k] = mean_square(over_others) / variance;
    result.total[k] = 1.0 - mean_square(over_axis) / variance;
  }
  return result;
}

}  // namespace hilspace::analysis
