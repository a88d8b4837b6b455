#include "analysis/stability/rebound.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>

#include "metrics/catalogue.hpp"
#include "metrics/numerical_error.hpp"
#include "simulate/simulate.hpp"
#include "study/error_samples.hpp"
#include "sweep/execution/all_rows.hpp"

namespace hilspace::analysis {
namespace {

std::size_t ratio_column() {
  const auto metrics = metrics::catalogue();
  return static_cast<std::size_t>(std::ranges::distance(
      metrics.begin(), std::ranges::find(metrics, "restitution.hil", &metrics::Metric::name)));
}

Rebound rebound_of(const metrics::Row& row) {
  return {row.outcome == Outcome::ok ? row.values[ratio_column()] : std::numeric_limits<double>::quiet_NaN(),
          row.outcome};
}

}  // namespace

std::optional<Rebounds> simulate_rebounds(const study::Study& study, int threads,
                                          const std::atomic<bool>& stop) {
  const std::size_t column = ratio_column();
  std::vector<metrics::Row> rows(study::scenario_count(study), metrics::not_run());
  if (!sweep::simulate_all(study, threads, stop,
                           [&](std::uint64_t index, const metrics::Row& row) { rows[index] = row; }))
    return std::nullopt;
  std::vector<sweep::Order> orders;
  for (std::uint64_t index = 0; index < rows.size(); ++index)
    if (study::is_error_sample(study, index))
      for (std::size_t k = 0; k < simulate::kRefinements.size(); ++k) orders.push_back({index, k});
  std::vector<metrics::Row> finer(orders.size(), metrics::not_run());
  if (!sweep::simulate_orders(study, orders, threads, stop,
                              [&](std::size_t place, const metrics::Row& row) { finer[place] = row; }))
    return std::nullopt;
  metrics::NumericalError error;
  for (std::size_t k = 0; k < orders.size(); k += simulate::kRefinements.size())
    error.include(rows[orders[k].index], std::span(finer).subspan(k, simulate::kRefinements.size()));
  Rebounds result{{}, error.values[column], error.scenarios};
  for (const metrics::Row& row : rows) result.of.push_back(rebound_of(row));
  return result;
}

std::optional<std::vector<Rebound>> simulate_rebounds(const study::Study& study,
                                                      std::span<const std::size_t> scenarios, int threads,
                                                      const std::atomic<bool>& stop) {
  std::vector<sweep::Order> orders;
  for (const std::size_t index : scenarios) orders.push_back({index});
  std::vector<Rebound> found(orders.size());
  if (!sweep::simulate_orders(study, orders, threads, stop, [&](std::size_t place, const metrics::Row& row) {
        found[place] = rebound_of(row);
      }))
    return std::nullopt;
  return found;
}

study::Study with_values(const study::Study& study, study::Id parameter,
                         std::span<const std::uint64_t> scenarios, std::span<const double> values) {
  study::Axis all{"scenario", {}, {}};
  for (const study::Axis& axis : study.axes)
    for (const study::Id id : axis.parameters)
      if (id != parameter) all.parameters.push_back(id);
  all.parameters.push_back(parameter);
  all.values.resize(all.parameters.size());
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    const study::ParameterValues its = study::parameter_values(study, scenarios[i]);
    for (std::size_t p = 0; p + 1 < all.parameters.size(); ++p)
      all.values[p].push_back(its[all.parameters[p]]);
    all.values.back().push_back(values[i]);
  }
  study::Study result = study;
  result.axes = {std::move(all)};
  result.design.reset();
  result.error_share = 0.0;
  return result;
}

}  // namespace hilspace::analysis
