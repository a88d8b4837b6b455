#include "analysis/stability/stability_table.hpp"

#include <fmt/format.h>

#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/outcome.hpp"

namespace hilspace::analysis {
namespace {

constexpr double kNotStored = std::numeric_limits<double>::quiet_NaN();

/// The names of a list of named things, as flags.
template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  for (const auto& its : list) {
    if constexpr (requires { its.name; })
      names.emplace_back(its.name);
    else
      names.emplace_back(its);
  }
  return names;
}

class Filler {
 public:
  explicit Filler(std::vector<std::string> dimensions) : dimensions_(std::move(dimensions)) {}

  template <class Things, class Value>
  results::Variable operator()(const std::string& name, const std::string& units,
                               const std::string& long_name, const Things& things, Value value,
                               double error = kNotStored) const {
    results::Variable variable{name, units, long_name, error, dimensions_};
    for (const auto& thing : things) variable.values.push_back(static_cast<double>(value(thing)));
    return variable;
  }
  template <class Things, class Value, class Flags>
  results::Variable flags(const std::string& name, const std::string& long_name, const Things& things,
                          Value value, const Flags& flags) const {
    results::Variable variable = (*this)(name, "1", long_name, things, value);
    variable.flags = names_of(flags);
    return variable;
  }

 private:
  std::vector<std::string> dimensions_;
};

}  // namespace

results::AnalysisTable table_of(const study::Study& study, const Stability& stability) {
  using Its = const ScenarioStability&;
  results::AnalysisTable table{"stability", true};
  auto& list = table.variables;
  const auto all = results::axis_names(study);
  const Filler on_all(all);
  const auto& scenarios = stability.scenarios;
  list.push_back(on_all.flags(
      "outcome", "how the scenario ended", scenarios, [](Its s) { return s.rebound.outcome; }, kOutcomes));
  list.push_back(
      on_all("reduced_mass", "kg", "reduced mass of the bodies", scenarios, [](Its s) { return s.mass; }));
  list.push_back(on_all("loop_delay", "s", "transport delay of actuator and force sensor together", scenarios,
                        [](Its s) { return s.delay; }));
  list.push_back(on_all("loop_lag", "s", "lag of the whole loop behind a slow motion", scenarios,
                        [](Its s) { return s.lag; }));
  list.push_back(on_all("critical_delay", "s", "transport delay at which the linear loop becomes unstable",
                        scenarios, [](Its s) { return s.critical.delay; }));
  list.push_back(on_all("crossing_frequency", "rad s-1",
                        "frequency at which the linear loop oscillates there", scenarios,
                        [](Its s) { return s.critical.frequency; }));
  list.push_back(on_all.flags(
      "method", "how the critical delay is known", scenarios, [](Its s) { return s.critical.method; },
      kDelayMethods));
  list.push_back(on_all("stable_damping.least", "N s m-1", "the linear loop is stable above this damping",
                        scenarios, [](Its s) { return s.least_damping; }));
  list.push_back(on_all("stable_damping.most", "N s m-1", "the linear loop is stable below this damping",
                        scenarios, [](Its s) { return s.most_damping; }));
  list.push_back(on_all.flags(
      "stable.linear", "verdict of the linear loop", scenarios, [](Its s) { return s.linear; },
      kStabilityClasses));
  list.push_back(on_all(
      "rebound_ratio", "1", "rate of the bodies after over before the impact, HIL model", scenarios,
      [](Its s) { return s.rebound.ratio; }, stability.rebound_error));
  list.push_back(on_all.flags(
      "stable.simulated", "verdict of the simulated impact", scenarios, [](Its s) { return s.simulated; },
      kStabilityClasses));

  const Contour& contour = stability.contour;
  std::vector<std::string> left;
  for (const std::size_t k : contour.axes) left.push_back(all[k]);
  const Filler on_left(left);
  const auto& along = study::parameter(contour.along);
  for (const auto& [name, what, found] :
       {std::tuple{"linear", "the linear loop is neutrally stable", &contour.linear},
        std::tuple{"simulated", "the simulated rebound ratio is 1", &contour.simulated}}) {
    const std::string prefix = fmt::format("neutral.{}", name), unit(along.unit);
    list.push_back(on_left(prefix, unit, fmt::format("{} at which {}", along.path, what), *found,
                           [](const Neutral& n) { return n.value; }));
    list.push_back(on_left(prefix + ".error", unit, "how far that may be off", *found,
                           [](const Neutral& n) { return n.error; }));
    list.push_back(on_left.flags(
        prefix + ".search", "how it was found", *found, [](const Neutral& n) { return n.search; },
        kSearches));
    list.push_back(on_left(prefix + ".low", unit, "low end of the bracket, or of the values with one verdict",
                           *found, [](const Neutral& n) { return n.low; }));
    list.push_back(
        on_left(prefix + ".high", unit, "high end of it", *found, [](const Neutral& n) { return n.high; }));
    list.push_back(on_left(prefix + ".unknown", "1", "values of the scan without a result", *found,
                           [](const Neutral& n) { return n.unknown; }));
    list.push_back(on_left(prefix + ".changes", "1", "changes between stable and unstable on the scan",
                           *found, [](const Neutral& n) { return n.changes; }));
  }
  return table;
}

}  // namespace hilspace::analysis
