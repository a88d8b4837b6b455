#include "analysis/sensitivity/rank_correlation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "numerics/linear_algebra.hpp"
#include "numerics/quantile.hpp"
#include "numerics/vector.hpp"

namespace hilspace::analysis {
namespace {

using Column = std::vector<double>;

/// Normalised to mean 0 and length 1; 0 for constant values.
Column standardised(Column column) {
  const double mean = numerics::mean(column);
  for (double& value : column) value -= mean;
  const double length = numerics::norm(column);
  for (double& value : column) value = length > 0.0 ? value / length : 0.0;
  return column;
}

Estimate with_interval(double r, std::size_t points, std::size_t fitted, double confidence) {
  Estimate result{.value = r};
  if (points < 4 + fitted) return result;
  const double reach =
      normal_reach(confidence) * std::sqrt((1.0 + 0.5 * r * r) / static_cast<double>(points - 3 - fitted));
  return {r, std::tanh(std::atanh(r) - reach), std::tanh(std::atanh(r) + reach)};
}

/// Clamps rounding errors to [-1, 1].
double within_one(double r) { return std::clamp(r, -1.0, 1.0); }

/// epsilon, with the wider of two intervals. eta of one point per name is 1 whatever they are: nothing is known.
Estimate correlation_ratio(std::span<const double> groups, std::span<const double> values,
                           double confidence) {
  struct Sum {
    double sum = 0.0, count = 0.0;
  };
  std::map<double, Sum> sums;
  double mean = 0.0, all = 0.0, within = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    Sum& its = sums[groups[i]];
    its.sum += values[i];
    its.count += 1.0;
    mean += values[i] / static_cast<double>(values.size());
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Sum& its = sums[groups[i]];
    all += (values[i] - mean) * (values[i] - mean);
    within += (values[i] - its.sum / its.count) * (values[i] - its.sum / its.count);
  }
  if (sums.size() == values.size()) return {};
  const auto points = static_cast<double>(values.size());
  const double names = static_cast<double>(sums.size()) - 1.0, rest = points - names - 1.0;
  const double ratio = std::sqrt(std::max(0.0, 1.0 - within / all * (points - 1.0) / rest));
  Estimate its = with_interval(ratio, values.size(), 0, confidence);
  if (std::isnan(its.low)) return its;
  its.low = std::max(its.low, 0.0);
  constexpr double kNothing = 1e-12;
  if (within <= kNothing * all) return its;  // whatever its noncentrality, it is 1
  const double f = (all - within) / names / (within / rest);
  const auto share_of = [&](double p) {
    const double lambda = numerics::noncentrality(p, f, names, rest);
    return std::sqrt(lambda / (lambda + points));
  };
  its.low = std::min(its.low, share_of(0.5 + 0.5 * confidence));
  its.high = std::max(its.high, share_of(0.5 - 0.5 * confidence));
  return its;
}

/// Columns of a parameter in a fit: its ranks, or one indicator column per name except the first.
struct Regressors {
  std::vector<Column> columns;
};
Regressors regressors(const SampledParameter& parameter) {
  if (!parameter.is_name) return {{standardised(ranks(parameter.values))}};
  std::vector<double> names = parameter.values;
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  Regressors result;
  for (std::size_t k = 1; k < names.size(); ++k) {
    Column is_it;
    for (const double value : parameter.values) is_it.push_back(value == names[k] ? 1.0 : 0.0);
    result.columns.push_back(standardised(std::move(is_it)));
  }
  return result;
}

/// Correlations of all columns, and the columns of each parameter.
class Correlations {
 public:
  Correlations(std::span<const SampledParameter> parameters, std::span<const double> values) {
    std::vector<Column> columns;
    for (const auto& parameter : parameters) {
      first_.push_back(columns.size());
      for (Column& column : regressors(parameter).columns) columns.push_back(std::move(column));
    }
    first_.push_back(columns.size());
    columns.push_back(standardised(ranks(values)));
    matrix_ = numerics::Matrix(columns.size(), columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i)
      for (std::size_t k = 0; k < columns.size(); ++k) matrix_(i, k) = numerics::dot(columns[i], columns[k]);
  }

  /// Correlation of a number with y.
  double plain(std::size_t parameter) const { return within_one(matrix_(first_[parameter], last())); }

  /// Number of columns regressed out for a given parameter.
  std::size_t others() const { return matrix_.rows - 2; }

  /// Partial correlation: of the residuals; NaN where these vanish.
  double partial(std::size_t parameter) const {
    const numerics::Matrix left = numerics::schur_complement(matrix_, std::array{first_[parameter], last()});
    constexpr double kNothing = 1e-10;
    if (!(left(0, 0) > kNothing) || !(left(1, 1) > kNothing)) return Estimate{}.value;
    return within_one(left(0, 1) / std::sqrt(left(0, 0) * left(1, 1)));
  }

 private:
  std::size_t last() const { return matrix_.rows - 1; }

  std::vector<std::size_t> first_{};  // column of each parameter
  numerics::Matrix matrix_{};
};

}  // namespace

std::vector<double> ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> result(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i)
      result[order[i]] = 0.5 * static_cast<double>(begin + 1 + end);  // mean of begin + 1 ... end
    begin = end;
  }
  return result;
}

std::size_t least_points(const SampledParameter& parameter) {
  constexpr std::size_t kNumbers = 12;
  if (!parameter.is_name) return kNumbers;
  const std::set<double> names(parameter.values.begin(), parameter.values.end());
  return std::max(kNumbers, 2 * (names.size() + 3));
}

std::vector<RankCorrelation> rank_correlations(std::span<const SampledParameter> parameters,
                                               std::span<const double> values, double confidence) {
  std::vector<double> known;
  std::vector<SampledParameter> its(parameters.size());
  for (std::size_t j = 0; j < parameters.size(); ++j) its[j].is_name = parameters[j].is_name;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    known.push_back(values[i]);
    for (std::size_t j = 0; j < parameters.size(); ++j) its[j].values.push_back(parameters[j].values[i]);
  }
  std::vector<RankCorrelation> result(parameters.size());
  if (known.size() < 2 || !varies(known)) return result;
  const Correlations correlations(its, known);
  const std::vector<double> known_ranks = ranks(known);
  for (std::size_t j = 0; j < its.size(); ++j) {
    if (!varies(its[j].values)) continue;
    if (its[j].is_name) {
      result[j].ratio = correlation_ratio(its[j].values, known_ranks, confidence);
      continue;
    }
    result[j].rank = with_interval(correlations.plain(j), known.size(), 0, confidence);
    if (const double partial = correlations.partial(j); !std::isnan(partial))
      result[j].partial = with_interval(partial, known.size(), correlations.others(), confidence);
  }
  return result;
}

}  // namespace hilspace::analysis
