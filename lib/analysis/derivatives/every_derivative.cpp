#include "analysis/derivatives/every_derivative.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>

#include "analysis/derivatives/local_parameters.hpp"
#include "core/count_text.hpp"
#include "core/error.hpp"
#include "simulate/collocation/linearised.hpp"
#include "study/scenario.hpp"
#include "sweep/execution/all_rows.hpp"

namespace hilspace::analysis {
namespace {

using simulate::Givens;
using study::Id;
using study::Study;

/// Of the closed form dg/dx, relative to x.
constexpr double kStep = 1e-3;

/// Without its axes; each scenario is it with other values.
Study blank(const Study& study) {
  Study its = study;
  its.axes.clear();
  its.design.reset();
  its.output.traces.clear();
  return its;
}
void take(Study& one, const Study& study, std::uint64_t scenario) {
  one.base = study::parameter_values(study, scenario);
  one.base["numerics.repeat"_id] = one.base["rig.repetition"_id] = study::kNone;
}

models::AxialSetup setup_of(const Study& one) {
  models::AxialSetup setup = study::axial_setup(one, 0);
  // Where the study leaves the choice, or has another solver: what is left to collocation by itself.
  if (setup.solver != models::Solver::collocation) setup.solver = models::Solver::automatic;
  return models::resolved(setup);
}

/// dg/dx; nothing where a step leads out of what collocation takes.
std::optional<Givens> direction_of(Study& one, const LocalParameter& its) {
  std::array<Givens, 2> slopes{};
  std::optional<Givens> found(std::in_place);
  for (std::size_t s = 0; s < slopes.size() && found; ++s) {
    const double step = s == 0 ? its.step : 0.5 * its.step;
    const auto at = [&](double value) {
      one.base[its.id] = value;
      return simulate::collocation_setup(setup_of(one));
    };
    const double low = its.value - step, high = its.value + step;
    const auto below = at(low), above = at(high);
    if (!below || !above) {
      found.reset();
      continue;
    }
    const Givens first = simulate::numbers_of(*below), second = simulate::numbers_of(*above);
    for (std::size_t i = 0; i < first.size(); ++i) slopes[s][i] = (second[i] - first[i]) / (high - low);
  }
  one.base[its.id] = its.value;
  if (found)
    for (std::size_t i = 0; i < found->size(); ++i) (*found)[i] = (4.0 * slopes[1][i] - slopes[0][i]) / 3.0;
  return found;
}

/// Parameters of all scenarios: those with a step in one of them, and the others.
void find_parameters(const Study& study, EveryDerivative& every, const std::atomic<bool>& stop) {
  Study one = blank(study);
  std::array<bool, study::kParameterCount> has_step{};
  std::array<std::optional<LocalParameter>, study::kParameterCount> all;
  for (std::uint64_t scenario = 0; scenario < every.scenarios && !stop; ++scenario) {
    take(one, study, scenario);
    for (LocalParameter& its : parameters_of(study, one, kStep)) {
      const auto place = static_cast<std::size_t>(its.id);
      has_step[place] = has_step[place] || its.step > 0.0;
      if (!all[place]) all[place] = std::move(its);
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (has_step[i]) every.parameters.push_back(static_cast<Id>(i));
    if (all[i] && !has_step[i]) every.without.push_back(*all[i]);
  }
}

/// The derivatives of one scenario; false where it is not solved.
bool differentiate(const Study& study, Study& one, std::uint64_t scenario, EveryDerivative& every) {
  const std::size_t parameters = every.parameters.size(), metrics = every.metrics.size();
  take(one, study, scenario);
  const auto values = std::span(every.values).subspan(scenario * parameters, parameters);
  for (std::size_t p = 0; p < parameters; ++p) values[p] = one.base[every.parameters[p]];
  const auto solved = simulate::linearised(setup_of(one));
  if (!solved) return false;
  for (std::size_t m = 0; m < metrics; ++m)
    every.nominal[scenario * metrics + m] = solved->row.values[every.metrics[m]];
  for (const LocalParameter& its : parameters_of(study, one, kStep)) {
    const auto found = std::ranges::find(every.parameters, its.id);
    if (!(its.step > 0.0) || found == every.parameters.end()) continue;
    const auto direction = direction_of(one, its);
    if (!direction) continue;
    for (std::size_t m = 0; m < metrics; ++m) {
      const auto slope = solved->along(every.metrics[m], *direction);
      const std::size_t place =
          (scenario * metrics + m) * parameters + static_cast<std::size_t>(found - every.parameters.begin());
      if (std::isnan(slope.value) || std::isnan(slope.error)) continue;
      every.derivatives[place] = slope.value;
      every.errors[place] = slope.error;
    }
  }
  return true;
}

}  // namespace

Derivative EveryDerivative::at(std::uint64_t scenario, std::size_t metric, std::size_t parameter) const {
  const std::size_t place = (scenario * metrics.size() + metric) * parameters.size() + parameter;
  return {derivatives[place], errors[place]};
}

Derivative EveryDerivative::elasticity(std::uint64_t scenario, std::size_t metric,
                                       std::size_t parameter) const {
  const double value = nominal[scenario * metrics.size() + metric];
  const double x = values[scenario * parameters.size() + parameter];
  if (value == 0.0 || x == 0.0) return {};
  const Derivative its = at(scenario, metric, parameter);
  return {its.value * x / value, its.error * std::abs(x / value)};
}

Spread spread_of(const EveryDerivative& every, std::size_t metric, std::size_t parameter) {
  std::vector<double> values, errors;
  for (std::uint64_t scenario = 0; scenario < every.scenarios; ++scenario) {
    const Derivative its = every.elasticity(scenario, metric, parameter);
    if (!std::isfinite(its.value) || !std::isfinite(its.error)) continue;
    values.push_back(its.value);
    errors.push_back(its.error);
  }
  if (values.empty()) return {};
  std::ranges::sort(values);
  std::ranges::sort(errors);
  const auto quantile = [](const std::vector<double>& sorted, double share) {
    return sorted[static_cast<std::size_t>(std::lround(share * static_cast<double>(sorted.size() - 1)))];
  };
  return {quantile(values, 0.5), quantile(values, 0.05), quantile(values, 0.95), quantile(errors, 0.5),
          values.size()};
}

std::optional<EveryDerivative> every_derivative(const Study& study, std::span<const std::size_t> metrics,
                                                const LocalOptions& options, const std::atomic<bool>& stop) {
  if (!models::is_on_one_axis(study.model) || study.model == models::ModelKind::four_mass ||
      (study.model == models::ModelKind::rig && study.twin == study::Twin::controlled))
    throw InputError(
        "--every: its derivatives come from collocation, which solves studies on one axis only; leave it out "
        "and choose a scenario with --index");
  EveryDerivative every;
  Study smoothed = study;
  every.left_out = smooth(smoothed);
  every.metrics.assign(metrics.begin(), metrics.end());
  every.scenarios = study::scenario_count(study);
  const auto check_size = [&](std::uint64_t parameters) {
    if (every.scenarios > kMostDerivatives / (metrics.size() * parameters))
      throw InputError(fmt::format(
          "--every: {}, {} metrics and {} parameters are more than {} derivatives; "
          "choose fewer with "
          "--metric",
          counted(every.scenarios, "scenario"), metrics.size(), parameters, grouped(kMostDerivatives)));
  };
  check_size(1);
  find_parameters(smoothed, every, stop);
  if (stop) return std::nullopt;
  const std::size_t parameters = every.parameters.size();
  if (parameters > 0) check_size(parameters);
  every.values.assign(every.scenarios * parameters, Derivative::kUnknown);
  every.nominal.assign(every.scenarios * metrics.size(), Derivative::kUnknown);
  every.derivatives.assign(every.scenarios * metrics.size() * parameters, Derivative::kUnknown);
  every.errors = every.derivatives;

  const Study base = blank(smoothed);
  std::mutex one_at_a_time;
  std::uint64_t done = 0;
  const auto compute = [&](std::uint64_t begin, std::uint64_t end) -> std::uint64_t {
    Study one = base;
    std::uint64_t solved = 0;
    for (std::uint64_t scenario = begin; scenario < end; ++scenario) {
      if (stop.load(std::memory_order_relaxed)) return 0;
      if (differentiate(smoothed, one, scenario, every)) ++solved;
    }
    const std::lock_guard lock(one_at_a_time);
    every.solved += solved;
    done += end - begin;
    if (options.progress) options.progress(done, every.scenarios);
    return end - begin;
  };
  if (!sweep::in_ranges(every.scenarios, options.threads, compute)) return std::nullopt;
  if (every.solved == 0)
    throw InputError(
        fmt::format("--every: its derivatives come from collocation, to which none of {} is left; "
                    "leave it out and choose a scenario with --index",
                    counted(every.scenarios, "scenario")));
  return every;
}

}  // namespace hilspace::analysis
