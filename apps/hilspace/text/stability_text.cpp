#include "text/stability_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "messages.hpp"
#include "text/scenario_columns.hpp"
#include "text/scenario_text.hpp"
#include "text/title.hpp"
#include "text_table.hpp"

namespace hilspace::app {
namespace {

using analysis::Contour;
using analysis::Neutral;
using analysis::ScenarioStability;
using analysis::Stability;
using analysis::StabilityClass;
using study::Id;

/// Maximum number of lines on the terminal.
constexpr std::size_t kMostLines = 60;

std::string after_number(Id id) {
  const auto unit = study::parameter(id).unit;
  return unit == "1" ? "" : fmt::format(" {}", unit);
}

/// "35 kg, 70 kg": the scenario's values on the axes.
std::string point(const study::Study& study, std::size_t axis, std::uint64_t scenario) {
  const auto& its = study.axes[axis];
  const std::size_t position = study::positions(study, scenario)[axis];
  std::vector<std::string> texts;
  for (std::size_t p = 0; p < its.parameters.size(); ++p)
    texts.push_back(parameter_text(study, its.parameters[p], its.values[p][position]));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string_view name(StabilityClass verdict) {
  return analysis::kStabilityClasses[static_cast<std::size_t>(verdict)];
}

std::string in_unit(double value, double scale, std::string_view unit) {
  return std::isnan(value) ? "-" : fmt::format("{:.5g} {}", scale * value, unit);
}

void print_scenarios(const study::Study& study, const Stability& all) {
  TextTable table("r" + std::string(study.axes.size(), 'l') + "rrrrlrl");
  std::vector<std::string> head{"index"};
  for (const auto& axis : study.axes) head.push_back(axis.name);
  head.insert(head.end(),
              {"lag", "delay of it", "critical delay", "crossing", "linear loop", "rebound", "simulated"});
  table.add(head);
  for (std::size_t index = 0; index < all.scenarios.size(); ++index) {
    const ScenarioStability& its = all.scenarios[index];
    std::vector<std::string> row{std::to_string(index)};
    for (std::size_t k = 0; k < study.axes.size(); ++k) row.push_back(point(study, k, index));
    row.push_back(in_unit(its.lag, 1e3, "ms"));
    row.push_back(in_unit(its.delay, 1e3, "ms"));
    row.push_back(in_unit(its.critical.delay, 1e3, "ms"));
    row.push_back(in_unit(its.critical.frequency, 1.0, "rad/s"));
    row.emplace_back(name(its.linear));
    row.push_back(std::isnan(its.rebound.ratio) ? "-" : fmt::format("{:.4f}", its.rebound.ratio));
    row.emplace_back(its.rebound.outcome == Outcome::ok
                         ? name(its.simulated)
                         : kOutcomes[static_cast<std::size_t>(its.rebound.outcome)].name);
    table.add(row);
  }
  table.print();
}

/// "stable above 48.804 +- 0.002", "stable from 100 to 400, undefined at 2 values beyond".
std::string found(const Neutral& its) {
  using analysis::Search;
  if (its.search == Search::always_stable || its.search == Search::never_stable)
    return fmt::format(
        "{} from {:.6g} to {:.6g}{}", its.search == Search::never_stable ? "unstable" : "stable", its.low,
        its.high,
        its.unknown > 0 ? fmt::format(", undefined at {} beyond", counted(its.unknown, "value")) : "");
  std::string how(analysis::kSearches[static_cast<std::size_t>(its.search)].name);
  std::ranges::replace(how, '_', ' ');
  if (std::isnan(its.value)) return how;
  std::string text = fmt::format("{} {:.6g} +- {:.1g}", how, its.value, its.error);
  if (its.changes > 1) text += fmt::format(", first of {}", its.changes);
  if (its.unknown > 0) text += fmt::format(", undefined at {}", counted(its.unknown, "value"));
  return text;
}

void print_contour(const study::Study& study, const Contour& contour) {
  TextTable table(std::string(contour.axes.size(), 'l') + "ll");
  std::vector<std::string> head;
  for (const std::size_t k : contour.axes) head.push_back(study.axes[k].name);
  head.insert(head.end(), {"linear loop", "simulated"});
  table.add(head);
  for (std::size_t i = 0; i < contour.scenarios.size(); ++i) {
    std::vector<std::string> row;
    for (const std::size_t k : contour.axes) row.push_back(point(study, k, contour.scenarios[i]));
    row.push_back(found(contour.linear[i]));
    row.push_back(found(contour.simulated[i]));
    table.add(row);
  }
  fmt::print("neutral stability along {}, in{}\n", study::parameter(contour.along).path,
             after_number(contour.along).empty() ? " its own numbers" : after_number(contour.along));
  table.print();
}

/// "linear loop: 3 stable, 4 unstable"
std::string counts(const Stability& all, std::string_view who, StabilityClass ScenarioStability::*verdict) {
  std::vector<std::string> parts;
  for (std::size_t v = 0; v < analysis::kStabilityClasses.size(); ++v)
    if (const auto n = std::ranges::count(all.scenarios, static_cast<StabilityClass>(v), verdict); n > 0)
      parts.push_back(fmt::format("{} {}", n, analysis::kStabilityClasses[v]));
  return fmt::format("{}: {}\n", who, fmt::join(parts, ", "));
}

/// Whether the search along a parameter has an axis, and no range.
bool has_one_value(const study::Study& study, Id along) {
  return std::ranges::any_of(study.axes, [&](const study::Axis& axis) {
    return axis.parameters == std::vector{along} && axis.size() == 1;
  });
}

bool uses(const study::Study& study, contact::Law law) {
  const auto is_it = [&](double value) { return value == static_cast<double>(law); };
  for (const auto& axis : study.axes)
    for (std::size_t p = 0; p < axis.parameters.size(); ++p)
      if (axis.parameters[p] == "contact.law"_id) return std::ranges::any_of(axis.values[p], is_it);
  return is_it(study.base["contact.law"_id]);
}

/// Counts, disagreements, and scenarios known to only one of the methods.
void print_summary(const study::Study& study, const Stability& all) {
  fmt::print("{}", counts(all, "linear loop", &ScenarioStability::linear));
  fmt::print("{}", counts(all, "simulated  ", &ScenarioStability::simulated));
  const auto both = std::ranges::count_if(all.scenarios, &ScenarioStability::is_known_twice);
  const auto apart = std::ranges::count_if(
      all.scenarios, [](const auto& its) { return its.is_known_twice() && !its.agree(); });
  const auto never_parted = [](const auto& its) {
    return its.rebound.outcome == Outcome::time_limit || its.rebound.outcome == Outcome::work_limit;
  };
  if (const auto n = std::ranges::count_if(all.scenarios, never_parted); n > 0)
    fmt::print(
        "{} did not part before numerics.time_limit, or within a million steps: too much damping to rebound, "
        "a "
        "force that pulls them together, or growing\n",
        grouped(static_cast<unsigned long long>(n)));
  if (both > 0)
    fmt::print("they disagree in {} of {} that both cover\n", grouped(static_cast<unsigned long long>(apart)),
               counted(static_cast<unsigned long long>(both), "scenario"));
  if (!std::isnan(all.rebound_error))
    fmt::print("numerical error of the rebound ratios: {:.1g}, estimated from {} of {}\n", all.rebound_error,
               grouped(static_cast<unsigned long long>(all.rebounds_compared)),
               counted(all.scenarios.size(), "scenario"));
  else
    fmt::print(
        "numerical error of the rebound ratios: unknown (numerics.error_share = 0, or none of the scenarios "
        "were "
        "simulated again ended with outcome ok)\n");

  const auto is_unknown = [](const Neutral& its) {
    return its.search == analysis::Search::undefined || (std::isnan(its.value) && its.unknown > 0);
  };
  if (has_one_value(study, all.contour.along))
    fmt::print("no border: the axis of {} has one value, and the search needs two or more\n",
               study::parameter(all.contour.along).path);
  else if (const auto n = std::ranges::count_if(all.contour.simulated, is_unknown); n > 0)
    fmt::print(
        "the search found no border of {}: it waits ten times as long as a contact and the instruments take, "
        "and "
        "what has not parted by then says nothing\n",
        n);

  std::vector<std::string> notes;
  const auto has = [&](analysis::DelayMethod method) {
    return std::ranges::any_of(all.scenarios, [&](const auto& its) { return its.critical.method == method; });
  };
  if (!std::ranges::all_of(all.scenarios, &ScenarioStability::is_linear))
    notes.emplace_back("contacts that are not linear have no linear loop: they are simulated only");
  const auto has_without_delay = [&](bool verdict) {
    return std::ranges::any_of(all.scenarios, [&](const auto& its) {
      return its.is_linear && its.critical.method == analysis::DelayMethod::none &&
             (its.linear != StabilityClass::undefined) == verdict;
    });
  };
  if (has_without_delay(true))
    notes.emplace_back(
        "compensators that are no factor of the linear loop leave it no critical delay: its verdict is that "
        "of the "
        "whole loop");
  if (has_without_delay(false))
    notes.emplace_back(
        "behind compensators that are not linear, or take far longer than a contact, there is no linear "
        "loop: "
        "simulated only");
  if (has(analysis::DelayMethod::multipliers))
    notes.emplace_back(
        "sample-and-hold: the linear loop is exact, but ignores the phase of the sampling at which the "
        "contact begins");
  if (has(analysis::DelayMethod::frequency_response))
    notes.emplace_back(
        "the linear loop includes low-passes and transfer functions; holds count as half a period");
  if (uses(study, contact::Law::kelvin_voigt))
    notes.emplace_back("the force never pulls (kelvin_voigt), but that of the linear loop does");
  if (!all.left_out.empty())
    notes.push_back(fmt::format("not in the linear loop: {}", fmt::join(all.left_out, ", ")));
  if (both > 0) notes.emplace_back("an impact is about half an oscillation of the loop, not a sustained one");
  if (!notes.empty()) fmt::print("why they may differ:\n");
  for (const auto& note : notes) fmt::print("  {}\n", note);
}

}  // namespace

void print_csv(const study::Study& study, const Stability& all) {
  print_column_names(study);
  fmt::print(
      ",outcome,reduced_mass,loop_delay,critical_delay,crossing_frequency,method,stable_damping.least,"
      "stable_damping.most,stable.linear,rebound_ratio,stable.simulated,neutral.linear,neutral.linear.error,"
      "neutral.linear.search,neutral.linear.low,neutral.linear.high,neutral.linear.unknown,neutral.simulated,"
      "neutral.simulated.error,neutral.simulated.search,neutral.simulated.low,neutral.simulated.high,"
      "neutral.simulated.unknown\n");
  for (std::size_t index = 0; index < all.scenarios.size(); ++index) {
    const ScenarioStability& its = all.scenarios[index];
    print_columns(study, index);
    fmt::print(",{},{},{},{},{},{},{},{},{},{},{}", static_cast<int>(its.rebound.outcome), its.mass,
               its.delay, its.critical.delay, its.critical.frequency,
               analysis::kDelayMethods[static_cast<std::size_t>(its.critical.method)].name, its.least_damping,
               its.most_damping, name(its.linear), its.rebound.ratio, name(its.simulated));
    const std::size_t at = all.contour.point_of[index];
    for (const auto* list : {&all.contour.linear, &all.contour.simulated}) {
      const Neutral& border = (*list)[at];
      fmt::print(",{},{},{},{},{},{}", border.value, border.error,
                 analysis::kSearches[static_cast<std::size_t>(border.search)].name, border.low, border.high,
                 border.unknown);
    }
    fmt::print("\n");
  }
}

void print_stability(const study::Study& study, const Stability& all) {
  fmt::print("{}\n\n", printed_title(study));
  if (all.scenarios.size() <= kMostLines)
    print_scenarios(study, all);
  else
    fmt::print("{} scenarios: --csv prints the results of each, -o FILE.h5 writes them\n\n",
               grouped(all.scenarios.size()));
  if (all.contour.scenarios.size() <= kMostLines) print_contour(study, all.contour);
  print_summary(study, all);
}

}  // namespace hilspace::app
