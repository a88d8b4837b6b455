#include "analysis/derivatives/derivatives_table.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hilspace::analysis {
namespace {

using results::Variable;
using results::variable_on;

/// One number for each metric and parameter, in the metric's unit or as a ratio.
void add_numbers(const LocalSensitivity& local, bool is_ratio, results::AnalysisTable& table) {
  const std::string name = is_ratio ? "elasticity" : "derivative";
  Variable value = variable_on({"metric", "parameter"}, name, is_ratio ? "1" : "",
                               is_ratio ? "percent of the metric per percent of the parameter"
                                        : "derivative of the metric with respect to the parameter, SI");
  Variable error =
      variable_on({"metric", "parameter"}, name + ".numerical_error", value.units, "numerical error of that");
  for (std::size_t m = 0; m < local.metrics.size(); ++m)
    for (std::size_t p = 0; p < local.parameters.size(); ++p) {
      const Derivative its = is_ratio ? local.elasticity(m, p) : local.at(m, p);
      value.values.push_back(its.value);
      error.values.push_back(its.error);
    }
  table.variables.push_back(std::move(value));
  table.variables.push_back(std::move(error));
}

}  // namespace

results::AnalysisTable derivatives_table(std::uint64_t scenario, const LocalSensitivity& local) {
  results::AnalysisTable table{.content = "derivatives"};
  Variable metric = variable_on({"metric"}, "metric", "", "metrics");
  Variable parameter = variable_on({"parameter"}, "parameter", "", "parameters of the scenario");
  Variable nominal = variable_on({"metric"}, "nominal", "", "metric of the scenario, SI");
  Variable metric_unit = variable_on({"metric"}, "metric.unit", "", "unit of the metric");
  for (const std::size_t m : local.metrics) {
    const metrics::Metric& its = metrics::catalogue()[m];
    metric.texts.emplace_back(its.name);
    metric_unit.texts.emplace_back(its.units);
    nominal.values.push_back(local.nominal.values[m]);
  }
  Variable value = variable_on({"parameter"}, "value", "", "value of the parameter, SI");
  Variable parameter_unit = variable_on({"parameter"}, "parameter.unit", "", "unit of the parameter");
  Variable remark = variable_on({"parameter"}, "remark", "", "why there are no derivatives");
  for (const LocalParameter& its : local.parameters) {
    parameter.texts.emplace_back(study::parameter(its.id).path);
    parameter_unit.texts.emplace_back(study::parameter(its.id).unit);
    value.values.push_back(its.value);
    remark.texts.push_back(its.remark);
  }
  table.coordinates = {std::move(metric), std::move(parameter)};
  add_numbers(local, false, table);
  add_numbers(local, true, table);
  for (Variable* its : {&nominal, &metric_unit, &value, &parameter_unit, &remark})
    table.variables.push_back(std::move(*its));
  table.variables.push_back({.name = "scenario",
                             .units = "1",
                             .long_name = "index of the scenario",
                             .values = {static_cast<double>(scenario)}});
  return table;
}

}  // namespace hilspace::analysis
