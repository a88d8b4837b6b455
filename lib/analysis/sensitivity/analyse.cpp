#include "analysis/sensitivity/analyse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>

#include "analysis/sensitivity/factorial.hpp"
#include "analysis/sensitivity/morris_effects.hpp"
#include "analysis/sensitivity/one_at_a_time.hpp"
#include "analysis/sensitivity/rank_correlation.hpp"
#include "analysis/sensitivity/sobol_indices.hpp"
#include "core/count_text.hpp"
#include "core/error.hpp"
#include "metrics/catalogue.hpp"

namespace hilspace::analysis {
namespace {

using results::ResultFile;
using results::Variable;
using sampling::DesignType;

constexpr double kWellAbove = 3.0;  // minimum ratio of a metric's deviation to its numerical error

Method method_of(const study::Study& study) {
  if (!study.design) return Method::factorial;
  switch (study.design->setup.type) {
    case DesignType::saltelli:
      return Method::sobol_indices;
    case DesignType::morris:
      return Method::morris_effects;
    case DesignType::one_at_a_time:
      return Method::one_at_a_time;
    case DesignType::random:
    case DesignType::latin_hypercube:
    case DesignType::sobol:
    case DesignType::halton:
    case DesignType::list:
      return Method::rank_correlation;
  }
  __builtin_unreachable();
}

std::vector<ImportanceMeasure> measures_of(Method method) {
  using enum ImportanceMeasure;
  switch (method) {
    case Method::sobol_indices:
      return {total, first_order};
    case Method::morris_effects:
      return {mean_absolute_effect, mean_effect, effect_deviation};
    case Method::one_at_a_time:
      return {swing, smallest, largest};
    case Method::factorial:
      return {total, first_order, rank_correlation, partial_rank_correlation, correlation_ratio};
    case Method::rank_correlation:
      return {rank_correlation, partial_rank_correlation, correlation_ratio};
  }
  __builtin_unreachable();
}

std::string design_text(const study::Study& study) {
  if (!study.design) {
    std::string text = "grid of ";
    for (std::size_t k = 0; k < study.axes.size(); ++k)
      text += fmt::format("{}{}", k == 0 ? "" : " x ", study.axes[k].size());
    return text;
  }
  const auto& setup = study.design->setup;
  const auto& type = sampling::named(setup.type);
  std::string text(type.name);
  if (!type.samples.empty()) text += fmt::format(", {} {}", setup.samples, type.samples);
  if (type.has_levels) text += fmt::format(", {} levels", setup.levels);
  return text;
}

bool is_name(study::Id id) { return study::has_names(study::parameter(id).kind); }

/// Inputs of a rank correlation: per scenario one number for each parameter of a sample, or each axis of a
/// grid.
std::vector<SampledParameter> sampled(const study::Study& study) {
  std::vector<SampledParameter> result;
  if (study.design) {
    const auto& axis = study.axes.front();
    for (std::size_t p = 0; p < axis.parameters.size(); ++p)
      result.push_back({axis.values[p], is_name(axis.parameters[p])});
    return result;
  }
  for (const auto& axis : study.axes) {
    // Parameters that vary together have the order of the first, if all have an order.
    const bool name = std::ranges::any_of(axis.parameters, is_name);
    std::vector<double> levels = axis.values.front();
    if (name) std::iota(levels.begin(), levels.end(), 0.0);
    result.push_back({std::move(levels), name});
  }
  const std::uint64_t count = study::scenario_count(study);
  std::vector<std::vector<double>> per_scenario(result.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto positions = study::positions(study, i);
    for (std::size_t k = 0; k < result.size(); ++k) per_scenario[k].push_back(result[k].values[positions[k]]);
  }
  for (std::size_t k = 0; k < result.size(); ++k) result[k].values = std::move(per_scenario[k]);
  return result;
}

const metrics::Metric* in_catalogue(std::string_view name) {
  const auto found = std::ranges::find(metrics::catalogue(), name, &metrics::Metric::name);
  return found == metrics::catalogue().end() ? nullptr : &*found;
}

const Variable& outcome_of(const ResultFile& result) {
  const auto found = std::ranges::find(result.variables, "outcome", &Variable::name);
  if (found == result.variables.end()) throw RunError("the result has no outcomes; it is damaged");
  return *found;
}

std::vector<double> numbers_of(const Variable& variable, const NumbersOf& numbers) {
  return numbers ? numbers(variable) : variable.values;
}

/// "3 of 288 cells"
std::string some_of(std::size_t count, std::size_t all, std::string_view what) {
  return fmt::format("{} of {} {}", count, all, what);
}

class Analyst {
 public:
  Analyst(const study::Study& study, double confidence)
      : study_(study), method_(method_of(study)), confidence_(confidence) {
    if (method_ == Method::morris_effects)
      points_ = sampling::points(study.design->setup, study.design->varied.size());
    if (method_ == Method::factorial)
      for (const auto& axis : study.axes) shape_.push_back(axis.size());
  }

  Method method() const { return method_; }

  std::vector<std::string> parameters() const {
    std::vector<std::string> names;
    if (study_.design)
      for (const auto id : study_.axes.front().parameters) names.emplace_back(study::parameter(id).path);
    else
      for (const auto& axis : study_.axes) names.push_back(axis.name);
    return names;
  }

  Sensitivity of(const Variable& metric, std::span<const double> values) {
    Sensitivity its{metric.name, metric.units, metric.numerical_error};
    its.measures.assign(measures_of(method_).size(), std::vector<Estimate>(parameters().size()));
    its.importance.assign(parameters().size(), kNone);
    if (look_at(values, its)) {
      fill(values, its);
      its.order = order_of(its.importance);
    }
    its.counts = its.counts && !its.order.empty();
    return its;
  }

 private:
  static void add_remark(Sensitivity& its, const std::string& text) {
    its.remark += (its.remark.empty() ? "" : "; ") + text;
  }

  /// Whether the metric can be analysed; otherwise sets its remark.
  static bool look_at(std::span<const double> values, Sensitivity& its) {
    std::vector<double> known;
    std::ranges::copy_if(values, std::back_inserter(known), [](double value) { return !std::isnan(value); });
    its.undefined = values.size() - known.size();
    if (known.empty()) {
      its.remark = "undefined in all scenarios";
      return false;
    }
    if (!std::ranges::all_of(known, [](double value) { return std::isfinite(value); })) {
      its.remark = "infinite in some scenarios";
      return false;
    }
    const auto [low, high] = std::ranges::minmax(known);
    constexpr double kRounding = 1e-12;
    if (high - low <= kRounding * std::max(std::abs(low), std::abs(high))) {
      its.remark = "does not vary";
      return false;
    }
    double mean = 0.0, squares = 0.0;
    for (const double value : known) mean += value / static_cast<double>(known.size());
    for (const double value : known) squares += (value - mean) * (value - mean);
    its.deviation = std::sqrt(squares / static_cast<double>(known.size()));
    if (its.deviation < kWellAbove * its.numerical_error) {
      add_remark(its, fmt::format("varies by less than {} times its numerical error", kWellAbove));
      its.counts = false;
    }
    return true;
  }

  void fill(std::span<const double> values, Sensitivity& its) {
    switch (method_) {
      case Method::sobol_indices:
        return sobol(values, its);
      case Method::morris_effects:
        return morris(values, its);
      case Method::one_at_a_time:
        return one_at_a_time(values, its);
      case Method::factorial:
        return factorial(values, its);
      case Method::rank_correlation:
        return correlations(values, its, 0);
    }
  }

  void sobol(std::span<const double> values, Sensitivity& its) const {
    auto indices = sobol_indices(values, its.importance.size(), confidence_);
    const std::size_t all = indices.blocks + indices.left_out;
    if (indices.left_out > 0) add_remark(its, some_of(indices.left_out, all, "blocks left out"));
    if (indices.blocks < kLeastBlocks)
      add_remark(its, fmt::format("fewer than {} blocks", kLeastBlocks));
    else if (std::isnan(indices.total.front().value))
      add_remark(its, "varies in too few points for indices");
    for (std::size_t j = 0; j < its.importance.size(); ++j)
      its.importance[j] = std::isnan(indices.total[j].value) ? kNone : std::max(indices.total[j].value, 0.0);
    its.measures = {std::move(indices.total), std::move(indices.first)};
  }

  void morris(std::span<const double> values, Sensitivity& its) const {
    const auto effects = morris_effects(points_, values, confidence_);
    std::size_t left_out = 0, all = 0;
    for (std::size_t j = 0; j < effects.size(); ++j) {
      its.measures[0][j] = effects[j].mean_absolute;
      its.measures[1][j] = effects[j].mean;
      its.measures[2][j].value = effects[j].deviation;
      its.importance[j] = effects[j].mean_absolute.value;
      left_out += effects[j].left_out;
      all += effects[j].left_out + effects[j].effects;
    }
    its.importance = shares(its.importance);
    if (left_out > 0) add_remark(its, some_of(left_out, all, "effects left out"));
  }

  void one_at_a_time(std::span<const double> values, Sensitivity& its) const {
    const auto all = swings(values, its.importance.size());
    for (std::size_t j = 0; j < all.size(); ++j) {
      its.measures[0][j] = exactly(all[j].swing);
      its.measures[1][j] = exactly(all[j].smallest);
      its.measures[2][j] = exactly(all[j].largest);
      its.importance[j] = all[j].swing;
    }
    its.importance = shares(its.importance);
    if (its.undefined > 0)
      add_remark(its, some_of(its.undefined, values.size(), "points left out: lower bounds"));
  }

  void factorial(std::span<const double> values, Sensitivity& its) {
    if (its.undefined > 0) {
      add_remark(its,
                 some_of(its.undefined, values.size(), "cells undefined: no indices, rank correlations"));
      return correlations(values, its, 2);
    }
    const auto indices = factorial_indices(shape_, values);
    for (std::size_t k = 0; k < shape_.size(); ++k) {
      its.measures[0][k] = exactly(indices.total[k]);
      its.measures[1][k] = exactly(indices.first[k]);
      its.importance[k] = indices.total[k];
    }
  }

  /// Stores into measures[first] and the following ones.
  void correlations(std::span<const double> values, Sensitivity& its, std::size_t first) {
    if (!sampled_) sampled_ = sampled(study_);
    const auto all = rank_correlations(*sampled_, values, confidence_);
    for (std::size_t j = 0; j < all.size(); ++j) {
      its.measures[first][j] = all[j].rank;
      its.measures[first + 1][j] = all[j].partial;
      its.measures[first + 2][j] = all[j].ratio;
      const double r = (*sampled_)[j].is_name ? all[j].ratio.value : all[j].rank.value;
      its.importance[j] = r * r;
    }
    if (method_ == Method::rank_correlation) leave_out_chance(values.size() - its.undefined, its);
    if (method_ == Method::rank_correlation && its.undefined > 0)
      add_remark(its, some_of(its.undefined, values.size(), "points left out"));
  }

  /// No importance of what would have one by chance.
  void leave_out_chance(std::size_t points, Sensitivity& its) const {
    std::size_t least = 0;  // of those that have too few
    bool is_all = true;
    for (std::size_t j = 0; j < its.importance.size(); ++j)
      if (const auto needed = least_points((*sampled_)[j]); points < needed)
        its.importance[j] = kNone, least = std::max(least, needed);
      else
        is_all = false;
    if (least > 0)
      add_remark(its,
                 fmt::format("fewer than {} points: no importance{}", least, is_all ? "" : " of some names"));
  }

  const study::Study& study_;
  Method method_;
  double confidence_;
  sampling::Points points_{};
  std::vector<std::size_t> shape_{};
  std::optional<std::vector<SampledParameter>> sampled_{};
};

void check(const study::Study& study, std::span<const double> outcomes) {
  const std::uint64_t count = study::scenario_count(study);
  if (outcomes.size() != count)
    throw RunError(fmt::format("the result has {}, its study {}; it is damaged",
                               counted(outcomes.size(), "scenario"), grouped(count)));
  constexpr auto kOutcomeCount = static_cast<double>(kOutcomes.size());
  for (const double outcome : outcomes)
    if (!(outcome >= 0.0 && outcome < kOutcomeCount))
      throw RunError(fmt::format("the result has an unknown outcome {}; it is damaged", outcome));
  const bool varies = std::ranges::any_of(study.axes, [](const auto& axis) { return axis.size() > 1; });
  if (!varies)
    throw InputError("the study has a single scenario: nothing varies; give it axes, or a [design]");
}

/// Key parameters over the metrics that compare both models, or else over all.
void rank(Analysis& analysis) {
  std::vector<std::size_t> comparing, all;
  for (std::size_t m = 0; m < analysis.metrics.size(); ++m) {
    if (!analysis.metrics[m].counts) continue;
    all.push_back(m);
    const auto* its = in_catalogue(analysis.metrics[m].metric);
    if (its->of_docking && its->of_hil) comparing.push_back(m);
  }
  analysis.keys_compare_models = !comparing.empty();
  const auto& chosen = comparing.empty() ? all : comparing;
  std::vector<std::vector<double>> importance;
  for (const std::size_t m : chosen) {
    analysis.metrics[m].in_keys = true;
    importance.push_back(analysis.metrics[m].importance);
  }
  analysis.keys = key_parameters(importance);
  analysis.key_metrics = chosen.size();
  for (auto& key : analysis.keys) key.metric = chosen[key.metric];
}

}  // namespace

const Variable& metric_in(const ResultFile& result, std::string_view name) {
  const auto found = std::ranges::find(result.variables, name, &Variable::name);
  if (found != result.variables.end() && in_catalogue(name) != nullptr) return *found;
  throw InputError(fmt::format("{}: the result has no such metric; {}", name,
                               in_catalogue(name) != nullptr
                                   ? "its study does not store it: add it to output.metrics of the study (or "
                                     "leave that out) and run again"
                                   : "`hilspace show` lists its metrics"));
}

std::vector<double> usable_values(const ResultFile& result, const Variable& metric,
                                  const NumbersOf& numbers) {
  const std::vector<double> outcomes = numbers_of(outcome_of(result), numbers);
  std::vector<double> values = numbers_of(metric, numbers);
  if (values.size() != outcomes.size())
    throw RunError(fmt::format("{}: has {} values for {} scenarios; the result is damaged", metric.name,
                               values.size(), outcomes.size()));
  for (std::size_t i = 0; i < values.size(); ++i)
    if (outcomes[i] != static_cast<double>(Outcome::ok)) values[i] = kNone;
  return values;
}

Analysis analyse(const study::Study& study, const ResultFile& result, const Options& options) {
  if (result.is_trace || result.is_campaign || result.is_table)
    throw InputError("this file is not the result of a study; analyse a file written by `hilspace run`");
  const std::vector<double> outcomes = numbers_of(outcome_of(result), options.numbers);
  check(study, outcomes);
  std::vector<const Variable*> chosen;
  for (const auto& name : options.metrics) chosen.push_back(&metric_in(result, name));
  if (chosen.empty())
    for (const auto& metric : metrics::catalogue())
      if (const auto found = std::ranges::find(result.variables, metric.name, &Variable::name);
          found != result.variables.end())
        chosen.push_back(&*found);
  if (chosen.empty())
    throw InputError("the result holds no metrics; name some in output.metrics of its study");

  Analyst analyst(study, options.confidence);
  Analysis analysis{.method = analyst.method(),
                    .design = design_text(study),
                    .confidence = options.confidence,
                    .scenarios = study::scenario_count(study),
                    .outcomes = {},
                    .parameters = analyst.parameters(),
                    .measures = measures_of(analyst.method()),
                    .metrics = {},
                    .keys = {}};
  for (const double outcome : outcomes) ++analysis.outcomes[static_cast<std::size_t>(outcome)];
  for (const Variable* metric : chosen) {
    if (options.progress) options.progress(analysis.metrics.size(), chosen.size());
    analysis.metrics.push_back(analyst.of(*metric, usable_values(result, *metric, options.numbers)));
  }
  rank(analysis);
  return analysis;
}

}  // namespace hilspace::analysis
