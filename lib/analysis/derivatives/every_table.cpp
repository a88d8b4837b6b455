#include "analysis/derivatives/every_table.hpp"

#include <utility>

namespace hilspace::analysis {

results::AnalysisTable every_table(EveryDerivative every) {
  using results::variable_on;
  results::AnalysisTable table{.content = "derivatives"};
  auto scenario = variable_on({"scenario"}, "scenario", "1", "index of the scenario");
  for (std::uint64_t i = 0; i < every.scenarios; ++i) scenario.values.push_back(static_cast<double>(i));
  auto metric = variable_on({"metric"}, "metric", "", "metrics");
  auto metric_unit = variable_on({"metric"}, "metric.unit", "", "unit of the metric");
  for (const std::size_t m : every.metrics) {
    metric.texts.emplace_back(metrics::catalogue()[m].name);
    metric_unit.texts.emplace_back(metrics::catalogue()[m].units);
  }
  auto parameter = variable_on({"parameter"}, "parameter", "", "parameters of the scenarios");
  auto parameter_unit = variable_on({"parameter"}, "parameter.unit", "", "unit of the parameter");
  for (const study::Id id : every.parameters) {
    parameter.texts.emplace_back(study::parameter(id).path);
    parameter_unit.texts.emplace_back(study::parameter(id).unit);
  }
  auto derivative = variable_on({"scenario", "metric", "parameter"}, "derivative", "",
                                "derivative of the metric with respect to the parameter, SI");
  derivative.values = std::move(every.derivatives);
  auto error = variable_on({"scenario", "metric", "parameter"}, "derivative.numerical_error", "",
                           "numerical error of that");
  error.values = std::move(every.errors);
  auto nominal = variable_on({"scenario", "metric"}, "nominal", "", "metric of the scenario, SI");
  nominal.values = std::move(every.nominal);
  auto value = variable_on({"scenario", "parameter"}, "value", "", "value of the parameter, SI");
  value.values = std::move(every.values);
  table.coordinates = {std::move(scenario), std::move(metric), std::move(parameter)};
  for (auto* its : {&derivative, &error, &nominal, &value, &metric_unit, &parameter_unit})
    table.variables.push_back(std::move(*its));
  return table;
}

}  // namespace hilspace::analysis
