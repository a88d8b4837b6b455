#include "analysis/qualification/qualification_table.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace hilspace::analysis {

using sweep::Judged;

results::AnalysisTable qualification_table(const study::Study& study, std::span<const Judged> scenarios) {
  results::AnalysisTable table{"qualification", true};
  const auto axes = results::axis_names(study);
  const auto add = [&](const char* name, const char* units, const char* long_name, auto value) {
    results::Variable& variable =
        table.variables.emplace_back(results::variable_on(axes, name, units, long_name));
    for (const Judged& its : scenarios) variable.values.push_back(static_cast<double>(value(its)));
  };
  const auto add_demand = [&](const char* name, const char* units, const char* long_name, auto demand) {
    add(name, units, long_name, [&](const Judged& its) {
      return its.outcome == Outcome::ok ? its.demand.*demand : std::numeric_limits<double>::quiet_NaN();
    });
  };
  add("outcome", "", "how the simulation ended", [](const Judged& its) { return its.outcome; });
  for (const auto& outcome : kOutcomes) table.variables.back().flags.emplace_back(outcome.name);
  add("qualifies", "", "whether the rig can bear it", [](const Judged& its) { return its.qualifies(); });
  table.variables.back().flags = {"no", "yes"};
  add("binds", "", "what binds first: a limit, or that the simulation did not end well",
      [](const Judged& its) {
        return its.outcome == Outcome::ok ? static_cast<std::size_t>(its.verdict.binds)
                                          : metrics::kLimitsOfTheRule;
      });
  for (const auto limit : std::span(metrics::kLimits).first(metrics::kLimitsOfTheRule)) {
    table.variables.back().flags.emplace_back(limit);
    std::ranges::replace(table.variables.back().flags.back(), ' ',
                         '_');  // the file stores them as a list of words
  }
  table.variables.back().flags.emplace_back("outcome");
  add("margin_pct", "percent", "of the limit that binds", [](const Judged& its) {
    return its.outcome == Outcome::ok ? its.verdict.margin() : std::numeric_limits<double>::quiet_NaN();
  });
  add_demand("extension", "m", "largest extension asked of the actuator", &metrics::Demand::extension);
  add_demand("force", "N", "largest contact force", &metrics::Demand::force);
  add_demand("velocity", "m s-1", "largest velocity asked for", &metrics::Demand::velocity);
  add_demand("acceleration", "m s-2", "largest acceleration asked for", &metrics::Demand::acceleration);
  return table;
}

}  // namespace hilspace::analysis
