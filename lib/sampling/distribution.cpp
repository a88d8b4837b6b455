#include "sampling/distribution.hpp"

#include <algorithm>
#include <cmath>

#include "core/elementary.hpp"
#include "sampling/openturns.hpp"

namespace hilspace::sampling {
namespace {

template <class Quantile>
std::vector<double> each(std::span<const double> probabilities, Quantile quantile) {
  std::vector<double> values;
  values.reserve(probabilities.size());
  for (const double u : probabilities) values.push_back(quantile(u));
  return values;
}

std::vector<double> raw_values_at(const Distribution& its, std::span<const double> probabilities) {
  switch (its.kind) {
    case DistributionKind::uniform:
      return each(probabilities, [&](double u) { return its.from + u * (its.to - its.from); });
    case DistributionKind::log_uniform:
      return each(probabilities, [&](double u) { return its.from * power(its.to / its.from, u); });
    case DistributionKind::integer:
      return each(probabilities,
                  [&](double u) { return its.from + std::floor(u * (its.to - its.from + 1.0)); });
    case DistributionKind::normal:
      return openturns::normal(its, probabilities);
    case DistributionKind::triangular:
      return openturns::triangular(its, probabilities);
    case DistributionKind::levels:
      break;
  }
  const double count = static_cast<double>(its.levels.size());
  return each(probabilities, [&](double u) {
    return its.levels[static_cast<std::size_t>(std::min(std::floor(u * count), count - 1.0))];
  });
}

}  // namespace

std::vector<double> values_at(const Distribution& distribution, std::span<const double> probabilities) {
  auto values = raw_values_at(distribution, probabilities);
  if (distribution.kind == DistributionKind::levels) return values;
  // Rounding must not carry a value beyond the permitted range.
  for (double& value : values) {
    if (value < distribution.from) value = distribution.from;  // always false for NaN (no bound)
    if (value > distribution.to) value = distribution.to;
  }
  return values;
}

}  // namespace hilspace::sampling
