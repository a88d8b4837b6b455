#include "text/derivatives_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "messages.hpp"
#include "quantity_text.hpp"
#include "study/reading/values.hpp"
#include "text/scenario_text.hpp"
#include "text/title.hpp"
#include "text_table.hpp"

namespace hilspace::app {
namespace {

using analysis::Derivative, analysis::LocalParameter, analysis::LocalSensitivity;

/// As many digits as its error leaves, six at most; "0" if it is within its error.
std::string number(double value, double error) {
  if (std::isnan(value)) return "-";
  if (!(std::abs(value) > error)) return "0";
  const double digits = error > 0.0 ? std::log10(std::abs(value) / error) : 6.0;
  return fmt::format("{:.{}g}", value, std::clamp(static_cast<int>(digits) + 1, 1, 6));
}

std::string with_error(const Derivative& its) {
  return std::isnan(its.value) ? "-" : fmt::format("{} +- {:.1g}", number(its.value, its.error), its.error);
}

/// "46.2 % per ms +- 3e-05"; bare numbers of a pure number.
std::string per_usual_unit(const Derivative& its, const metrics::Metric& metric,
                           const study::Parameter& parameter) {
  const bool has_unit = parameter.kind == study::ValueKind::quantity;
  const auto [unit, scale] = has_unit ? study::usual_unit(parameter) : study::UsualUnit{"1", {}};
  const double one = scale.to_si(1.0);
  const PrintedUnit printed = printed_unit(metric.units, its.value * one);
  const Derivative in_units{printed.scale.from_si(its.value * one), printed.scale.from_si(its.error * one)};
  return fmt::format("{} {}{}{}", with_error(in_units), printed.name, printed.name.empty() ? "" : " ",
                     has_unit ? fmt::format("per {}", unit) : std::string("per 1"));
}

void print_overview(const LocalSensitivity& local, std::size_t top) {
  const std::size_t columns = std::min(top, local.parameters.size());
  TextTable table("lr" + std::string(columns, 'l'));
  std::vector<std::string> head{"metric", "value"};
  for (std::size_t i = 0; i < columns; ++i) head.push_back(fmt::format("{}.", i + 1));
  table.add(head);
  for (std::size_t m = 0; m < local.metrics.size(); ++m) {
    const metrics::Metric& metric = metrics::catalogue()[local.metrics[m]];
    const double value = local.nominal.values[local.metrics[m]];
    auto order = local.order_of(m);
    if (std::isnan(value) || order.empty()) continue;
    std::erase_if(order,
                  [&](std::size_t p) { return !(std::abs(local.at(m, p).value) > local.at(m, p).error); });
    std::vector<std::string> row{std::string(metric.name), quantity_text(value, metric.units, 4)};
    for (std::size_t i = 0; i < columns; ++i) {
      const bool has_effect = i < order.size();
      const Derivative its = has_effect ? local.elasticity(m, order[i]) : Derivative{};
      row.push_back(has_effect ? fmt::format("{} {}", study::parameter(local.parameters[order[i]].id).path,
                                             number(its.value, its.error))
                               : "-");
    }
    table.add(row);
  }
  fmt::print("percent of the metric per percent of the parameter, the largest first\n");
  table.print();
}

void print_details(const study::Study& study, const LocalSensitivity& local) {
  for (std::size_t m = 0; m < local.metrics.size(); ++m) {
    const metrics::Metric& metric = metrics::catalogue()[local.metrics[m]];
    const double value = local.nominal.values[local.metrics[m]];
    if (std::isnan(value)) {
      fmt::print("{} is undefined here\n\n", metric.name);
      continue;
    }
    fmt::print("{} = {}\n", metric.name, quantity_text(value, metric.units, 7));
    TextTable table("lrrr");
    table.add({"parameter", "value", "percent per percent", "derivative"});
    for (const std::size_t p : local.order_of(m)) {
      const LocalParameter& its = local.parameters[p];
      table.add({std::string(study::parameter(its.id).path), parameter_text(study, its.id, its.value),
                 with_error(local.elasticity(m, p)),
                 per_usual_unit(local.at(m, p), metric, study::parameter(its.id))});
    }
    table.print();
  }
}

}  // namespace

void print_remarks(const std::vector<LocalParameter>& parameters, const std::vector<std::string>& left_out) {
  std::vector<std::pair<std::string, std::vector<std::string_view>>> remarks;
  for (const LocalParameter& its : parameters) {
    if (its.remark.empty()) continue;
    auto found = std::ranges::find(remarks, its.remark, &decltype(remarks)::value_type::first);
    if (found == remarks.end()) found = remarks.insert(remarks.end(), {its.remark, {}});
    found->second.push_back(study::parameter(its.id).path);
  }
  for (const auto& [remark, paths] : remarks)
    fmt::print("no derivative: {} ({})\n", fmt::join(paths, ", "), remark);
  if (!left_out.empty())
    fmt::print("left out, because numbers behind them have no derivatives: {}\n", fmt::join(left_out, ", "));
}

void print_derivatives(const study::Study& study, std::uint64_t scenario, const LocalSensitivity& local,
                       std::size_t top, bool in_detail) {
  fmt::print("{}, derivatives at scenario {}: {}\n\n", printed_title(study), scenario,
             kOutcomes[static_cast<std::size_t>(local.nominal.outcome)].name);
  if (in_detail)
    print_details(study, local);
  else
    print_overview(local, top);
  print_remarks(local.parameters, local.left_out);
}

void print_csv(const LocalSensitivity& local) {
  fmt::print("metric,parameter,nominal,value,derivative,derivative_error,elasticity,elasticity_error\n");
  for (std::size_t m = 0; m < local.metrics.size(); ++m)
    for (std::size_t p = 0; p < local.parameters.size(); ++p) {
      const LocalParameter& its = local.parameters[p];
      const Derivative slope = local.at(m, p), elasticity = local.elasticity(m, p);
      fmt::print("{},{},{},{},{},{},{},{}\n", metrics::catalogue()[local.metrics[m]].name,
                 study::parameter(its.id).path, local.nominal.values[local.metrics[m]], its.value,
                 slope.value, slope.error, elasticity.value, elasticity.error);
    }
}

}  // namespace hilspace::app
