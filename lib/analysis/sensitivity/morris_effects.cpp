#include "analysis/sensitivity/morris_effects.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace hilspace::analysis {
namespace {

struct Mean {
  double mean, deviation;
};
Mean mean_of(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0.0, squares = 0.0;
  for (const double value : values) sum += value;
  const double mean = sum / n;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / (n - 1.0))};  // NaN for a single value
}

Estimate with_interval(const Mean& mean, std::size_t count, double confidence) {
  Estimate result{.value = mean.mean};
  if (count < 2) return result;
  const auto n = static_cast<double>(count);
  return around(mean.mean, student_reach(confidence, n - 1.0) * mean.deviation / std::sqrt(n));
}

MorrisEffects of(std::vector<double> effects, double confidence) {
  MorrisEffects result;
  result.effects = effects.size();
  if (effects.empty()) return result;
  const Mean plain = mean_of(effects);
  result.deviation = plain.deviation;
  result.mean = with_interval(plain, effects.size(), confidence);
  for (double& effect : effects) effect = std::abs(effect);
  result.mean_absolute = with_interval(mean_of(effects), effects.size(), confidence);
  result.mean_absolute.low = std::max(result.mean_absolute.low, 0.0);
  return result;
}

}  // namespace

std::vector<MorrisEffects> morris_effects(const sampling::Points& points, std::span<const double> values,
                                          double confidence) {
  const std::size_t parameters = points.size(), length = parameters + 1;
  if (parameters == 0 || points.front().size() != values.size() || values.size() % length != 0)
    throw std::invalid_argument("Morris trajectories: each has one point more than there are parameters");
  std::vector<std::vector<double>> effects(parameters);
  std::vector<std::size_t> left_out(parameters, 0);
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (i % length == 0) continue;  // start of a trajectory
    for (std::size_t j = 0; j < parameters; ++j) {
      const double step = points[j][i] - points[j][i - 1];
      if (step == 0.0) continue;
      const double effect = (values[i] - values[i - 1]) / step;
      if (std::isnan(effect))
        ++left_out[j];
      else
        effects[j].push_back(effect);
    }
  }
  std::vector<MorrisEffects> result;
  for (std::size_t j = 0; j < parameters; ++j) {
    result.push_back(of(std::move(effects[j]), confidence));
    result.back().left_out = left_out[j];
  }
  return result;
}

}  // namespace hilspace::analysis
