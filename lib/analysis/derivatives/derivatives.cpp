#include "analysis/derivatives/derivatives.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <utility>

#include "analysis/derivatives/local_parameters.hpp"
#include "core/error.hpp"
#include "metrics/numerical_error.hpp"
#include "sweep/execution/all_rows.hpp"

namespace hilspace::analysis {
namespace {

using study::Id;
using study::Study;

/// Scenarios of a parameter: above and below, with each step.
constexpr std::size_t kPoints = 2 * kDifferenceSteps.size();
/// Relative accuracy of the solver; of the largest energies, which are read between instants.
constexpr double kAccuracy = 1e-10, kAccuracyOfPeaks = 1e-6;

double accuracy(const metrics::Metric& metric) {
  const bool is_peak =
      metric.name.starts_with("energy.potential") || metric.name.starts_with("energy.mechanical");
  return is_peak ? kAccuracyOfPeaks : kAccuracy;
}

bool has_reference(const Study& study) {
  return study.solver == models::Solver::reference ||
         (models::is_on_one_axis(study.model) && study.model != models::ModelKind::four_mass);
}

/// The one scenario as a study of its own.
Study alone(const Study& study, std::uint64_t scenario) {
  Study its = study;
  its.base = study::parameter_values(study, scenario);
  its.base["numerics.repeat"_id] = its.base["rig.repetition"_id] = study::kNone;
  its.axes.clear();
  its.design.reset();
  its.output.traces.clear();
  if (has_reference(its)) its.solver = models::Solver::reference;
  return its;
}

/// The nominal scenario, then six of each parameter that has a step, on the one axis of a study.
Study with_points(Study one, const std::vector<LocalParameter>& parameters) {
  study::Axis axis{"point", {}, {}};
  std::size_t moved = 0;
  for (const LocalParameter& its : parameters) {
    if (its.step == 0.0) continue;
    axis.parameters.push_back(its.id);
    ++moved;
  }
  axis.values.assign(moved, {});
  std::size_t k = 0;
  for (const LocalParameter& its : parameters) {
    if (its.step == 0.0) continue;
    axis.values[k].assign(1 + kPoints * moved, its.value);
    for (std::size_t s = 0; s < kDifferenceSteps.size(); ++s) {
      axis.values[k][1 + kPoints * k + 2 * s] = its.value - kDifferenceSteps[s] * its.step;
      axis.values[k][2 + kPoints * k + 2 * s] = its.value + kDifferenceSteps[s] * its.step;
    }
    ++k;
  }
  if (moved > 0) one.axes.push_back(std::move(axis));
  return one;
}

using Rows = std::vector<metrics::Row>;

/// Runs of all scenarios, as they are told of.
struct Counted {
  const LocalOptions& options;
  std::size_t runs, done = 0;
  std::mutex one_at_a_time{};

  void add_one() {
    const std::lock_guard lock(one_at_a_time);
    ++done;
    if (options.progress) options.progress(done, runs);
  }
};

/// All of its scenarios.
std::optional<Rows> rows_of(const Study& study, std::size_t refinement, Counted& counted,
                            const std::atomic<bool>& stop) {
  std::vector<sweep::Order> orders;
  for (std::uint64_t index = 0; index < study::scenario_count(study); ++index)
    orders.push_back({index, refinement});
  Rows rows(orders.size());
  const auto take = [&](std::size_t place, const metrics::Row& row) {
    rows[place] = row;
    counted.add_one();
  };
  if (!sweep::simulate_orders(study, orders, counted.options.threads, stop, take)) return std::nullopt;
  return rows;
}

/// Of a metric, from the six rows of a parameter.
Derivative difference(std::span<const metrics::Row> rows, std::span<const double> values,
                      std::size_t metric) {
  std::array<double, kDifferenceSteps.size()> slopes{};
  for (std::size_t s = 0; s < kDifferenceSteps.size(); ++s) {
    const auto number = [&](std::size_t i) {
      return rows[i].outcome == Outcome::ok ? rows[i].values[metric] : metrics::kUndefined;
    };
    slopes[s] = (number(2 * s + 1) - number(2 * s)) / (values[2 * s + 1] - values[2 * s]);
  }
  return extrapolated(slopes);
}

}  // namespace

Derivative extrapolated(const std::array<double, kDifferenceSteps.size()>& slopes) {
  const auto without_square = [&](std::size_t i) {
    const double longer = kDifferenceSteps[i] * kDifferenceSteps[i];
    const double shorter = kDifferenceSteps[i + 1] * kDifferenceSteps[i + 1];
    return (longer * slopes[i + 1] - shorter * slopes[i]) / (longer - shorter);
  };
  const double first = without_square(0), second = without_square(1);
  return {second, 2.0 * std::abs(second - first)};
}

Derivative LocalSensitivity::elasticity(std::size_t metric, std::size_t parameter) const {
  const double value = nominal.values[metrics[metric]], x = parameters[parameter].value;
  if (value == 0.0 || x == 0.0) return {};
  const Derivative& its = at(metric, parameter);
  return {its.value * x / value, its.error * std::abs(x / value)};
}

std::vector<std::size_t> LocalSensitivity::order_of(std::size_t metric) const {
  std::vector<std::size_t> order;
  for (std::size_t p = 0; p < parameters.size(); ++p)
    if (!std::isnan(at(metric, p).value)) order.push_back(p);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t p) {
    return std::abs(at(metric, p).value) * parameters[p].scale;
  });
  return order;
}

std::optional<LocalSensitivity> derivatives(const Study& study, std::uint64_t scenario,
                                            std::span<const std::size_t> metrics, const LocalOptions& options,
                                            const std::atomic<bool>& stop) {
  if (study.model == models::ModelKind::rig && study.twin == study::Twin::controlled)
    throw InputError(
        "--local: rig.twin = \"controlled\" rounds and samples in its computer, so its numbers have no "
        "derivatives; "
        "use --set rig.twin=identified");
  Study one = alone(study, scenario);
  LocalSensitivity found{
      parameters_of(study, one, options.step), {metrics.begin(), metrics.end()}, {}, {}, {}};
  found.left_out = smooth(one);
  const Study points = with_points(std::move(one), found.parameters);

  const std::vector<std::size_t> refinements =
      has_reference(study) ? std::vector{sweep::Order::kAsItIs} : std::vector{std::size_t{0}, std::size_t{1}};
  Counted counted{options, refinements.size() * study::scenario_count(points)};
  std::vector<Rows> runs;  // one of each
  for (const std::size_t refinement : refinements) {
    auto rows = rows_of(points, refinement, counted, stop);
    if (!rows) return std::nullopt;
    runs.push_back(*std::move(rows));
  }
  found.nominal = runs.front().front();
  for (const std::size_t metric : metrics) {
    std::size_t place = 0;  // among the parameters on the axis
    for (const LocalParameter& its : found.parameters) {
      Derivative& derivative = found.derivatives.emplace_back();
      if (its.step == 0.0) continue;
      const std::size_t first = 1 + kPoints * place;
      const auto values = std::span(points.axes.front().values[place]).subspan(first, kPoints);
      const auto of = [&](const Rows& rows) {
        return difference(std::span(rows).subspan(first, kPoints), values, metric);
      };
      derivative = of(runs.front());
      derivative.error += accuracy(metrics::catalogue()[metric]) * metrics::size_of(found.nominal, metric) /
                          (kDifferenceSteps.back() * its.step);
      if (runs.size() > 1) derivative.error += 2.0 * std::abs(derivative.value - of(runs.back()).value);
      if (std::isnan(derivative.error)) derivative = {};
      ++place;
    }
  }
  return found;
}

}  // namespace hilspace::analysis
