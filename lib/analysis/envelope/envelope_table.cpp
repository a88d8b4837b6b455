#include "analysis/envelope/envelope_table.hpp"

#include <limits>
#include <string>
#include <utility>

#include "core/outcome.hpp"

namespace hilspace::analysis {
namespace {

constexpr double kNotStored = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kPoint = "point";

}  // namespace

results::AnalysisTable table_of(const study::Study& study, const Envelope& envelope) {
  results::AnalysisTable table{"envelope", true};
  const auto axes = results::axis_names(study);
  const auto add = [&](const char* name, const char* units, const char* meaning,
                       auto value) -> results::Variable& {
    results::Variable variable{name, units, meaning, kNotStored, axes};
    for (const Emulated& its : envelope.scenarios) variable.values.push_back(static_cast<double>(value(its)));
    return table.variables.emplace_back(std::move(variable));
  };
  using Its = const Emulated&;
  auto& outcome = add("outcome", "1", "how the scenario ended", [](Its s) { return s.outcome; });
  for (const auto& known : kOutcomes) outcome.flags.emplace_back(known.name);
  add("reduced_mass", "kg", "reduced mass of the bodies", [](Its s) { return s.mass; });
  add("real_stiffness", "N m-1", "stiffness of the real spring", [](Its s) { return s.real_stiffness; });
  add("virtual_stiffness", "N m-1", "stiffness of the virtual part", [](Its s) { return s.stiffness; });
  add("virtual_damping", "N s m-1", "damping of the virtual part", [](Its s) { return s.damping; });
  add("virtual.damping_min", "N s m-1", "the testbed is stable above this damping, at this stiffness",
      [](Its s) { return s.least; });
  add("virtual.damping_max", "N s m-1", "the testbed is stable below this damping; infinite: no limit",
      [](Its s) { return s.most; });
  add("virtual.stiffness_max", "N m-1", "beyond it no damping is stable; infinite: no limit",
      [](Its s) { return s.largest_stiffness; });
  auto& stable = add("stable", "1", "verdict of the linear loop", [](Its s) { return s.verdict; });
  for (const auto& known : kEmulations) stable.flags.emplace_back(known);
  add("rebound_wanted", "1", "rate of the bodies after over before the impact, docking model",
      [](Its s) { return s.wanted; });
  add("rebound_shown", "1", "rate of the bodies after over before the impact, HIL model",
      [](Its s) { return s.shown; });

  results::Variable point{kPoint, "1", "number of the point on the border", kNotStored, {kPoint}};
  for (std::size_t i = 0; i < kBorderPoints; ++i) point.values.push_back(static_cast<double>(i));
  table.coordinates.push_back(std::move(point));
  auto on_border = axes;
  on_border.emplace_back(kPoint);
  const auto add_border = [&](const char* name, const char* units, const char* meaning,
                              std::vector<double> Border::*member) {
    results::Variable variable{name, units, meaning, kNotStored, on_border};
    for (const Emulated& its : envelope.scenarios) {
      const auto& values = envelope.borders[its.border].*member;
      variable.values.insert(variable.values.end(), values.begin(), values.end());
    }
    table.variables.push_back(std::move(variable));
  };
  add_border("border.stiffness", "N m-1", "virtual stiffness of the point", &Border::stiffness);
  add_border("border.damping_min", "N s m-1", "least stable virtual damping there", &Border::least);
  add_border("border.damping_max", "N s m-1", "largest stable virtual damping there; infinite: no limit",
             &Border::most);
  return table;
}

}  // namespace hilspace::analysis
