#include "analysis/sensitivity/trade_off_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "analysis/sensitivity/analyse.hpp"
#include "core/error.hpp"

namespace hilspace::analysis {
namespace {

std::pair<std::size_t, study::Id> find_axis(const study::Study& study, const std::string& name) {
  std::string known;
  for (std::size_t k = 0; k < study.axes.size(); ++k) {
    const auto& axis = study.axes[k];
    if (axis.name == name) return {k, axis.parameters.front()};
    for (const study::Id id : axis.parameters)
      if (study::parameter(id).path == name) return {k, id};
    known += (known.empty() ? "" : ", ") + axis.name;
  }
  throw InputError(fmt::format("--trade-off {}: the study has no such axis; its axes: {}", name,
                               known.empty() ? "none" : known));
}

const std::vector<double>& values_on(const study::Axis& axis, study::Id parameter) {
  const auto at = std::ranges::find(axis.parameters, parameter) - axis.parameters.begin();
  return axis.values[static_cast<std::size_t>(at)];
}

void check_axis(const study::Axis& axis, study::Id id) {
  if (study::has_names(study::parameter(id).kind))
    throw InputError(fmt::format("--trade-off {}: names have no order, so no point can be interpolated",
                                 study::parameter(id).path));
  if (axis.size() < 2)
    throw InputError(fmt::format("--trade-off {}: the axis has a single value", study::parameter(id).path));
}

/// Positions in ascending order of their values.
std::vector<std::size_t> ascending(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  return order;
}

/// Rank of each position in that order.
std::vector<std::size_t> places(const std::vector<std::size_t>& order) {
  std::vector<std::size_t> result(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) result[order[i]] = i;
  return result;
}

std::vector<double> sorted(std::vector<double> values) {
  std::ranges::sort(values);
  return values;
}

}  // namespace

TradeOffAxes trade_off_axes(const study::Study& study, const std::string& first, const std::string& second) {
  if (study.design)
    throw InputError(
        "--trade-off: needs a grid of both parameters, [[axis]]; this study has a sampled design");
  const auto [k, its] = find_axis(study, first);
  const auto [l, other] = find_axis(study, second);
  if (k == l) throw InputError(fmt::format("--trade-off {},{}: both are on the same axis", first, second));
  check_axis(study.axes[k], its);
  check_axis(study.axes[l], other);
  return {k, l, its, other};
}

TradeOffGrid trade_off_grid(const study::Study& study, const results::ResultFile& result,
                            const TradeOffAxes& axes, const results::Variable& metric,
                            const NumbersOf& numbers) {
  const auto& first = values_on(study.axes[axes.first], axes.first_parameter);
  const auto& second = values_on(study.axes[axes.second], axes.second_parameter);
  const auto row = places(ascending(first)), column = places(ascending(second));
  const std::vector<double> values = usable_values(result, metric, numbers);
  const std::size_t others = values.size() / (first.size() * second.size());

  TradeOffGrid grid{sorted(first), sorted(second), std::vector<double>(values.size()),
                    metric.numerical_error};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto at = study::positions(study, i);
    std::size_t other = 0;
    for (std::size_t k = 0; k < at.size(); ++k)
      if (k != axes.first && k != axes.second) other = other * study.axes[k].size() + at[k];
    const std::size_t cell = row[at[axes.first]] * second.size() + column[at[axes.second]];
    grid.values[cell * others + other] = values[i];
  }
  return grid;
}

}  // namespace hilspace::analysis
