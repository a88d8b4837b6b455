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
#include "simulate/collocation/smooth/linearised_smooth.hpp"
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

/// dg/dx times the scale of x, of what collocation of linear instruments solves; nothing where a step leads out of that, or to another plan.
std::optional<simulate::SmoothSetup<double>> smooth_direction_of(Study& one, const LocalParameter& its) {
  using Setup = simulate::SmoothSetup<double>;
  const auto start_at = [&](double value) {
    one.base[its.id] = value;
    return simulate::start_smooth(setup_of(one));
  };
  const auto here = start_at(its.value);
  std::array<Setup, 2> slopes{};
  bool found = here.has_value();
  for (std::size_t s = 0; s < slopes.size() && found; ++s) {
    const double step = s == 0 ? its.step : 0.5 * its.step;
    const double low = its.value - step, high = its.value + step;
    const auto below = start_at(low), above = start_at(high);
    found = below && above && below->plan == here->plan && above->plan == here->plan;
    if (!found) break;
    const double per_share = its.scale / (high - low);
    slopes[s] = above->given;
    Setup::zip(below->given, slopes[s],
               [&](double before, double& its_own) { its_own = per_share * (its_own - before); });
  }
  one.base[its.id] = its.value;
  if (!found) return std::nullopt;
  Setup::zip(slopes[0], slopes[1], [](double wide, double& narrow) { narrow = (4.0 * narrow - wide) / 3.0; });
  return slopes[1];
}

/// Where the derivatives of one scenario go.
class Places {
 public:
  Places(EveryDerivative& every, std::uint64_t scenario) : every_(every), scenario_(scenario) {}

  const EveryDerivative& all() const { return every_; }

  void store_row(const metrics::Row& row) const {
    const std::size_t metrics = every_.metrics.size();
    for (std::size_t m = 0; m < metrics; ++m)
      every_.nominal[scenario_ * metrics + m] = row.values[every_.metrics[m]];
  }
  /// `slope`: of the m-th metric.
  template <class Slope>
  void store(Id parameter, const Slope& slope) const {
    const std::size_t metrics = every_.metrics.size(), parameters = every_.parameters.size();
    const auto found = std::ranges::find(every_.parameters, parameter);
    for (std::size_t m = 0; m < metrics; ++m) {
      const auto [value, error] = slope(m);
      const std::size_t place = (scenario_ * metrics + m) * parameters +
                                static_cast<std::size_t>(found - every_.parameters.begin());
      if (std::isnan(value) || std::isnan(error)) continue;
      every_.derivatives[place] = value;
      every_.errors[place] = error;
    }
  }

 private:
  EveryDerivative& every_;
  std::uint64_t scenario_;
};

/// By collocation of linear instruments; false where it is not solved.
bool differentiate_smooth(Study& one, std::span<const LocalParameter> changed, const Places& places) {
  const EveryDerivative& every = places.all();
  std::vector<simulate::SmoothSetup<double>> directions;
  std::vector<const LocalParameter*> known;
  for (const LocalParameter& its : changed)
    if (const auto direction = smooth_direction_of(one, its)) {
      directions.push_back(*direction);
      known.push_back(&its);
    }
  const auto solved = simulate::linearised_smooth(setup_of(one), directions);
  if (!solved) return false;
  places.store_row(solved->row);
  for (std::size_t k = 0; k < known.size(); ++k)
    places.store(known[k]->id, [&](std::size_t m) {
      const auto& [value, error] = solved->slopes[k][every.metrics[m]];
      return simulate::Slope{value / known[k]->scale, error / known[k]->scale};
    });
  return true;
}

/// The derivatives of one scenario; false where it is not solved.
bool differentiate(const Study& study, Study& one, std::uint64_t scenario, EveryDerivative& every) {
  const std::size_t parameters = every.parameters.size();
  take(one, study, scenario);
  const auto values = std::span(every.values).subspan(scenario * parameters, parameters);
  for (std::size_t p = 0; p < parameters; ++p) values[p] = one.base[every.parameters[p]];
  std::vector<LocalParameter> changed = parameters_of(study, one, kStep);
  std::erase_if(changed, [&](const LocalParameter& its) {
    return !(its.step > 0.0) || std::ranges::find(every.parameters, its.id) == every.parameters.end();
  });
  const Places places(every, scenario);
  const auto solved = simulate::linearised(setup_of(one));
  if (!solved) return differentiate_smooth(one, changed, places);
  places.store_row(solved->row);
  for (const LocalParameter& its : changed)
    if (const auto direction = direction_of(one, its))
      places.store(its.id, [&](std::size_t m) { return solved->along(every.metrics[m], *direction); });
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
