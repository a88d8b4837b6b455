#pragma once
// Analysis of a result's metrics over the varied parameters, by the method that the design permits.
//
//   design                     analysis
//   saltelli                   first-order and total indices of Sobol'   sobol_indices.hpp
//   morris                     elementary effects                        morris_effects.hpp
//   one_at_a_time              swings                                    one_at_a_time.hpp
//   grid ([[axis]])            indices over the grid, axis by axis       factorial.hpp
//   all others                 rank correlations                         rank_correlation.hpp
//
// A scenario whose outcome is not "ok", or whose metric is undefined, has no value: it is left out, counted
// and reported. Rank correlations of few points of a design are no importance (least_points). A grid with such a cell has no indices; rank correlations of the other cells are used
// instead.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/sensitivity/estimate.hpp"
#include "analysis/sensitivity/ranking.hpp"
#include "core/outcome.hpp"
#include "results/reading/result_file.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

enum class Method { sobol_indices, morris_effects, one_at_a_time, factorial, rank_correlation };

enum class ImportanceMeasure : std::size_t {
  total,
  first_order,
  mean_absolute_effect,
  mean_effect,
  effect_deviation,
  swing,
  smallest,
  largest,
  rank_correlation,
  partial_rank_correlation,
  correlation_ratio,
};

struct NamedMeasure {
  std::string_view name;
  std::string_view meaning;
  bool in_units;  // in units of the metric; else a pure number
};
/// In the order of ImportanceMeasure.
inline constexpr std::array kImportanceMeasures{
    NamedMeasure{"total", "share of the variance, alone and together with others", false},
    NamedMeasure{"first_order", "share of the variance, alone", false},
    NamedMeasure{"mean_absolute_effect",
                 "mu*, mean of the absolute elementary effects, per unit of probability", true},
    NamedMeasure{"mean_effect", "mu, mean of the elementary effects, per unit of probability", true},
    NamedMeasure{"effect_deviation",
                 "sigma, standard deviation of the elementary effects, per unit of probability", true},
    NamedMeasure{"swing", "largest less smallest value over the parameter's range", true},
    NamedMeasure{"smallest", "smallest value over the parameter's range", true},
    NamedMeasure{"largest", "largest value over the parameter's range", true},
    NamedMeasure{"rank_correlation", "Spearman's rank correlation", false},
    NamedMeasure{"partial_rank_correlation", "rank correlation of what the other parameters leave over",
                 false},
    NamedMeasure{"correlation_ratio",
                 "of a name: root of its share of the variance of the ranks, less what chance gives", false},
};
inline const NamedMeasure& named(ImportanceMeasure measure) {
  return kImportanceMeasures[static_cast<std::size_t>(measure)];
}

/// One metric.
struct Sensitivity {
  std::string metric;
  std::string units;
  double numerical_error = kNone;  // NaN: unknown
  double deviation = kNone;        // standard deviation of its values
  std::size_t undefined = 0;       // scenarios without a value
  std::string remark{};            // note for the reader; empty: none
  bool counts = true;              // whether it varies by more than its error, and can be ranked
  bool in_keys = false;            // whether it is included in Analysis::keys
  std::vector<std::vector<Estimate>> measures{};  // [as Analysis::measures][parameter]
  std::vector<double> importance{};               // [parameter], ranking.hpp; NaN: unknown
  std::vector<std::size_t> order{};               // of the parameters
};

struct Analysis {
  Method method = Method::rank_correlation;
  std::string design;  // "saltelli, 1024 blocks", "grid of 6 x 3"
  double confidence = 0.95;
  std::uint64_t scenarios = 0;
  std::array<std::uint64_t, kOutcomes.size()> outcomes{};
  std::vector<std::string> parameters;  // names: paths, or those of axes
  std::vector<ImportanceMeasure> measures;
  std::vector<Sensitivity> metrics;  // in the order of the catalogue
  /// Over the metrics that compare both models, or over all if the result has none of these.
  std::vector<KeyParameter> keys;  // `metric` is an index into `metrics`
  std::size_t key_metrics = 0;     // number of these metrics
  bool keys_compare_models = false;
};

/// Reads a variable of the result.
using NumbersOf = std::function<std::vector<double>(const results::Variable&)>;

struct Options {
  std::vector<std::string> metrics{};  // empty: all metrics of the result
  double confidence = 0.95;            // in (0, 1)
  /// Metrics may be many and long, so they are read one at a time. Without it they are taken from the result.
  NumbersOf numbers{};
  std::function<void(std::size_t done, std::size_t metrics)> progress{};
};

/// Throws InputError when there is nothing to analyse, or no such metric; RunError when study and result do
/// not match.
Analysis analyse(const study::Study& study, const results::ResultFile& result, const Options& options);

/// The values of a metric per scenario; NaN where the outcome is not ok.
std::vector<double> usable_values(const results::ResultFile& result, const results::Variable& metric,
                                  const NumbersOf& numbers = {});

/// Throws an InputError that names the available ones.
const results::Variable& metric_in(const results::ResultFile& result, std::string_view name);

}  // namespace hilspace::analysis
