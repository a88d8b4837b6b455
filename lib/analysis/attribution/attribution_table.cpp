#include "analysis/attribution/attribution_table.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace hilspace::analysis {

using results::Variable;

results::AnalysisTable attribution_table(std::uint64_t scenario, std::span<const Removal> removals,
                                         std::span<const std::size_t> metrics) {
  results::AnalysisTable table{.content = "attribution"};
  Variable stage = results::variable_on({"stage"}, "stage", "", "what was removed");
  for (const Removal& removal : removals)
    stage.texts.push_back(removal.stage.empty() ? "nothing" : removal.stage);
  table.coordinates.push_back(std::move(stage));

  const auto add = [&](std::string name, std::string_view units, std::string long_name, auto number) {
    Variable& variable = table.variables.emplace_back(
        results::variable_on({"stage"}, std::move(name), std::string(units), std::move(long_name)));
    for (const Removal& removal : removals) variable.values.push_back(static_cast<double>(number(removal)));
  };
  for (const std::size_t i : metrics) {
    const auto& metric = metrics::catalogue()[i];
    add(std::string(metric.name), metric.units, fmt::format("{} without the stage", metric.name),
        [i](const Removal& removal) { return removal.row.values[i]; });
    add(fmt::format("{}.numerical_error", metric.name), metric.units, "numerical error of that",
        [i](const Removal& removal) { return removal.error.values[i]; });
  }
  add("outcome", "", "how the simulation ended", [](const Removal& removal) { return removal.row.outcome; });
  for (const auto& outcome : kOutcomes) table.variables.back().flags.emplace_back(outcome.name);
  table.variables.push_back({.name = "scenario",
                             .units = "1",
                             .long_name = "index of the scenario",
                             .values = {static_cast<double>(scenario)}});
  return table;
}

}  // namespace hilspace::analysis
