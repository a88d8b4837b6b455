#include "analysis/requirement/requirement_table.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <utility>

namespace hilspace::analysis {
namespace {

constexpr std::array<std::string_view, 3> kFound{"limit", "all", "none"};  // in the order of Found

}  // namespace

std::string_view found_name(Found found) { return kFound[static_cast<std::size_t>(found)]; }

/// "because of the ...", or that no other stage is the cause; empty if not determined.
std::string because_text(const Blame& blame) {
  if (!blame.is_known) return "";
  if (!blame.alone.empty())
    return fmt::format("because of the {}: without it the targets are met there",
                       fmt::join(blame.alone, ", or of the "));
  if (!blame.together.empty())
    return fmt::format("because of the {} together: without them the targets are met there",
                       fmt::join(blame.together, " and the "));
  return "not because of other instruments: without them the targets are not met either";
}

std::vector<LimitColumn> limit_columns(const Requirement& requirement) {
  const Varied& x = requirement.varied.front();
  const std::string unit(study::parameter(x.id).unit);
  const std::string path(x.path());
  std::string of_value(metrics::catalogue()[requirement.targets.front().metric].units);
  for (const auto& target : requirement.targets)
    if (metrics::catalogue()[target.metric].units != of_value) of_value = "";  // several units: none
  return {
      {"limit", unit, "last " + path + " that meets the targets",
       [](const ParameterLimit& l) { return l.bracket.good; }},
      {"limit_low", unit, "the limit lies above, numerical error included",
       [](const ParameterLimit& l) { return l.low; }},
      {"limit_high", unit, "the limit lies below, numerical error included",
       [](const ParameterLimit& l) { return l.high; }},
      {"first_bad", unit, "first " + path + " that breaks a target",
       [](const ParameterLimit& l) { return l.bracket.bad; }},
      {"limit_error", unit, "numerical error of the limit",
       [](const ParameterLimit& l) { return l.numerical_error; }},
      {"met_again", unit, "where the targets are met again beyond the limit",
       [](const ParameterLimit& l) { return l.again.value_or(ParameterLimit::kNone); }},
      {"crossings", "1", "crossings within 1 % of the limit; more than 1: teeth",
       [](const ParameterLimit& l) {
         return l.found == Found::limit ? static_cast<double>(l.teeth) : ParameterLimit::kNone;
       }},
      {"binding_scenario", "1", "index of the scenario that binds",
       [](const ParameterLimit& l) { return static_cast<double>(l.binding.scenario); }},
      {"binding_value", of_value, "what its target bounds, in the unit of the metric",
       [](const ParameterLimit& l) { return l.binding.value; }},
      {"binding_error", of_value, "numerical error of that",
       [](const ParameterLimit& l) { return l.binding.error; }},
  };
}

results::AnalysisTable requirement_table(const Requirement& requirement,
                                         std::span<const ParameterLimit> limits) {
  results::AnalysisTable table{.content = "requirement"};
  std::vector<std::string> dimensions;
  for (std::size_t k = 1; k < requirement.varied.size(); ++k) {
    const Varied& other = requirement.varied[k];
    const auto& parameter = study::parameter(other.id);
    dimensions.emplace_back(parameter.path);
    table.coordinates.push_back({.name = dimensions.back(),
                                 .units = std::string(parameter.unit),
                                 .long_name = std::string(parameter.description),
                                 .values = values_of(other, requirement)});
  }
  const auto add = [&](std::string name, std::string units, std::string long_name, const auto& number,
                       std::vector<std::string> flags = {}) {
    auto variable = results::variable_on(dimensions, std::move(name), std::move(units), std::move(long_name));
    for (const ParameterLimit& limit : limits) variable.values.push_back(static_cast<double>(number(limit)));
    variable.flags = std::move(flags);
    table.variables.push_back(std::move(variable));
  };
  for (const auto& [name, units, long_name, number] : limit_columns(requirement))
    add(name, units, long_name, number);
  add("found", "",
      "what is known of the limit: it is in the range, all of the range is good, no end of it is",
      [](const ParameterLimit& l) { return l.found; }, {kFound.begin(), kFound.end()});
  std::vector<std::string> outcomes;
  for (const auto& outcome : kOutcomes) outcomes.emplace_back(outcome.name);
  add(
      "binding_outcome", "", "how the scenario that binds ended",
      [](const ParameterLimit& l) { return l.binding.outcome; }, outcomes);
  auto target = results::variable_on(dimensions, "binding_target", "", "the target that binds");
  for (const ParameterLimit& limit : limits)
    target.texts.push_back(requirement.targets[limit.binding.target].text);
  table.variables.push_back(std::move(target));
  auto because =
      results::variable_on(dimensions, "because", "", "why no value meets the targets, where none does");
  for (const ParameterLimit& limit : limits) because.texts.push_back(because_text(limit.blame));
  table.variables.push_back(std::move(because));
  return table;
}

}  // namespace hilspace::analysis
