#include "requirement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string_view>
#include <utility>

#include "messages.hpp"
#include "results/table_file.hpp"
#include "table.hpp"

namespace hilspace::app {
namespace {

using analysis::Found;
using analysis::Limit;
using analysis::Requirement;
using analysis::Varied;

constexpr std::array<std::string_view, 3> kFound{"limit", "all", "none"};
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

std::string_view found_of(const Limit& limit) { return kFound[static_cast<std::size_t>(limit.found)]; }

const metrics::Metric& metric_of(const Requirement& requirement, const Limit& limit) {
  return metrics::catalogue()[requirement.targets[limit.binding.target].metric];
}

/// As many digits as a difference of `width` needs, two of its own among them.
std::string with_digits(double value, double width) {
  if (!std::isfinite(width) || width <= 0.0) return fmt::format("{:.6g}", value);
  const int decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(width))), 0, 15);
  return fmt::format("{:.{}f}", value, decimals);
}

std::string in_unit(const Varied& varied, double si, double width) {
  const auto number = with_digits(varied.scale.from_si(si), varied.scale.from_si(width));
  return varied.unit.empty() ? number : number + " " + varied.unit;
}

double width_of(const Limit& limit) {
  const double bracket = std::abs(limit.bracket.bad - limit.bracket.good);
  const double whole = limit.high - limit.low;
  return std::isfinite(whole) ? std::min(bracket, whole) : bracket;
}

/// Of a scenario: ", chaser.mass = 30 kg, ..."
std::string place_of(const study::Study& study, std::uint64_t scenario) {
  std::string text;
  const auto values = study::parameter_values(study, scenario);
  for (const auto& axis : study.axes)
    for (const study::Id id : axis.parameters) {
      const auto& its = study::parameter(id);
      text += fmt::format(", {} = {}", its.path, study::text_of(study, id, values[id]));
      if (its.kind == study::Kind::quantity) text += fmt::format(" {}", its.unit);
    }
  return text;
}

/// "abs(velocity.error_pct) = 60.003 +- 0.02 percent", or how the scenario ended instead.
std::string value_text(const Requirement& requirement, const Limit& limit) {
  const auto& binding = limit.binding;
  if (binding.outcome != Outcome::ok)
    return fmt::format("ends with {}: {}", kOutcomes[static_cast<std::size_t>(binding.outcome)].name,
                       kOutcomes[static_cast<std::size_t>(binding.outcome)].meaning);
  const auto name = requirement.targets[binding.target].name();
  if (std::isnan(binding.value)) return name + " is undefined";
  const auto units = metric_of(requirement, limit).units;
  return fmt::format("{} = {} +- {:.2g}{}{}", name, with_digits(binding.value, binding.error), binding.error,
                     units == "1" ? "" : " ", units == "1" ? "" : units);
}

std::string targets_text(const Requirement& requirement) {
  std::vector<std::string> texts;
  for (const auto& target : requirement.targets) texts.push_back(target.text);
  return fmt::format("{}", fmt::join(texts, " and "));
}

bool more_is_cheaper(const Limit& limit) { return limit.bracket.good < limit.bracket.bad; }

/// "because of the ...", or that nothing else is to blame; empty where that was not asked.
std::string because_text(const analysis::Blame& blame) {
  if (!blame.is_known) return "";
  if (!blame.alone.empty())
    return fmt::format("because of the {}: without it the targets are met there",
                       fmt::join(blame.alone, ", or of the "));
  if (!blame.together.empty())
    return fmt::format("because of the {} together: without them the targets are met there",
                       fmt::join(blame.together, " and the "));
  return "not because of other instruments: without them the targets are broken as well";
}

void print_one(const study::Study& study, const Requirement& requirement, const Limit& limit) {
  const Varied& x = requirement.varied.front();
  const auto binds = fmt::format("scenario {}{}: {}", limit.binding.scenario,
                                 place_of(study, limit.binding.scenario), value_text(requirement, limit));
  const auto range = fmt::format("{} to {}", in_unit(x, x.from, 0.0), in_unit(x, x.to, 0.0));
  if (limit.found == Found::none) {
    fmt::print("{}: no end of the range {} meets the targets\n  at {}, {}\n", x.path(), range,
               in_unit(x, limit.good_end, 0.0), binds);
    if (limit.again)
      fmt::print("  they are met within the range, at {}: try a range that begins there\n",
                 in_unit(x, *limit.again, 0.0));
    if (const auto because = because_text(limit.blame); !because.empty()) fmt::print("  {}\n", because);
    return;
  }
  const double cheap = limit.good_end == x.from ? x.to : x.from;
  if (limit.found == Found::all) {
    fmt::print(
        "{}: {} values from {} meet the targets, all that were tried; the limit lies beyond\n"
        "  nearest at {}: {}\n",
        x.path(), requirement.looks, range, in_unit(x, cheap, 0.0), binds);
    return;
  }
  const double width = width_of(limit);
  fmt::print("{} may be {} {}\n", x.path(), more_is_cheaper(limit) ? "up to" : "down to",
             in_unit(x, limit.bracket.good, width));
  fmt::print("  bracket      {} meets the targets, {} does not\n", in_unit(x, limit.bracket.good, width),
             in_unit(x, limit.bracket.bad, width));
  if (std::isfinite(limit.numerical_error))
    fmt::print("  uncertainty  {} to {}; of the simulation itself +- {}\n", in_unit(x, limit.low, width),
               in_unit(x, limit.high, width), in_unit(x, limit.numerical_error, limit.numerical_error));
  else
    fmt::print(
        "  uncertainty  unknown: with finer steps the scenario keeps, or breaks, its target all around\n");
  fmt::print("  binds        {}\n", binds);
  if (limit.teeth > 1)
    fmt::print(
        "  teeth        {} crossings within 1 %; the first one is given, the uncertainty covers them\n",
        limit.teeth);
  if (limit.again)
    fmt::print("  beyond       not monotone: the targets are met again at {}\n",
               in_unit(x, *limit.again, 0.0));
}

/// "<= 1.11 ms", or what there is in the place of a limit.
std::string limit_text(const Varied& x, const Limit& limit) {
  if (limit.found == Found::limit)
    return (more_is_cheaper(limit) ? "<= " : ">= ") + in_unit(x, limit.bracket.good, width_of(limit));
  return limit.found == Found::all ? "beyond the range" : "nowhere";
}

void print_table(const study::Study& study, const Requirement& requirement, const Limits& limits) {
  const Varied& x = requirement.varied.front();
  Table table(std::string(requirement.varied.size(), 'r') + "rrrl");
  std::vector<std::string> heads;
  for (std::size_t k = 1; k < requirement.varied.size(); ++k)
    heads.emplace_back(requirement.varied[k].path());
  for (const std::string_view head : {x.path(), std::string_view("low"), std::string_view("high"),
                                      std::string_view("scenario"), std::string_view("binds")})
    heads.emplace_back(head);
  table.add(heads);
  for (const Limit& limit : limits) {
    std::vector<std::string> row;
    for (std::size_t k = 1; k < requirement.varied.size(); ++k)
      row.push_back(in_unit(requirement.varied[k], limit.at[k - 1], 0.0));
    row.push_back(limit_text(x, limit));
    for (const double end : {limit.low, limit.high})
      row.push_back(std::isfinite(end)            ? in_unit(x, end, width_of(limit))
                    : limit.found == Found::limit ? "unknown"
                                                  : "-");
    row.push_back(fmt::format("{}", limit.binding.scenario));
    row.push_back(value_text(requirement, limit) + (limit.again ? "; not monotone" : ""));
    table.add(row);
  }
  table.print();
  fmt::print("low to high holds the limit of {} with its numerical error\n", x.path());
  std::vector<std::uint64_t> binding;
  for (const Limit& limit : limits) binding.push_back(limit.binding.scenario);
  std::ranges::sort(binding);
  binding.erase(std::unique(binding.begin(), binding.end()), binding.end());
  std::vector<std::string> reasons;  // each once
  for (const Limit& limit : limits)
    if (auto because = because_text(limit.blame);
        !because.empty() && std::ranges::find(reasons, because) == reasons.end())
      reasons.push_back(std::move(because));
  for (const auto& because : reasons) fmt::print("nowhere: {}\n", because);
  for (const auto scenario : binding)
    if (!study.axes.empty()) fmt::print("scenario {}{}\n", scenario, place_of(study, scenario));
}

/// What is said of every limit, in CSV and in HDF5, in SI.
struct Column {
  std::string name;
  std::string units;
  std::string long_name;
  std::function<double(const Limit&)> number;
};

std::vector<Column> columns(const Requirement& requirement) {
  const Varied& x = requirement.varied.front();
  const std::string unit(study::parameter(x.id).unit);
  const std::string path(x.path());
  std::string of_value(metrics::catalogue()[requirement.targets.front().metric].units);
  for (const auto& target : requirement.targets)
    if (metrics::catalogue()[target.metric].units != of_value) of_value = "";  // several: none of its own
  return {
      {"limit", unit, "last " + path + " that meets the targets",
       [](const Limit& l) { return l.bracket.good; }},
      {"limit_low", unit, "the limit lies above, numerical error included",
       [](const Limit& l) { return l.low; }},
      {"limit_high", unit, "the limit lies below, numerical error included",
       [](const Limit& l) { return l.high; }},
      {"first_bad", unit, "first " + path + " that breaks a target",
       [](const Limit& l) { return l.bracket.bad; }},
      {"limit_error", unit, "numerical error of the limit", [](const Limit& l) { return l.numerical_error; }},
      {"met_again", unit, "where the targets are met again beyond the limit",
       [](const Limit& l) { return l.again.value_or(kUndefined); }},
      {"crossings", "1", "crossings within 1 % of the limit; more than 1: teeth",
       [](const Limit& l) { return l.found == Found::limit ? static_cast<double>(l.teeth) : kUndefined; }},
      {"binding_scenario", "1", "index of the scenario that binds",
       [](const Limit& l) { return static_cast<double>(l.binding.scenario); }},
      {"binding_value", of_value, "what its target bounds, in the unit of the metric",
       [](const Limit& l) { return l.binding.value; }},
      {"binding_error", of_value, "numerical error of that", [](const Limit& l) { return l.binding.error; }},
  };
}

}  // namespace

void print_requirement(const study::Study& study, const Requirement& requirement, const Limits& limits) {
  const auto count = study::scenario_count(study);
  fmt::print("{}\n{} scenario{}, {}\n\n", printable(study.title), grouped(count), count == 1 ? "" : "s",
             targets_text(requirement));
  if (requirement.varied.size() == 1)
    print_one(study, requirement, limits.front());
  else
    print_table(study, requirement, limits);
}

void print_requirement_csv(const study::Study& study, const Requirement& requirement, const Limits& limits) {
  const auto numbers = columns(requirement);
  for (std::size_t k = 1; k < requirement.varied.size(); ++k) fmt::print("{},", requirement.varied[k].path());
  fmt::print("found");
  for (const auto& column : numbers) fmt::print(",{}", column.name);
  fmt::print(",binding_target,binding_outcome");
  for (const auto& axis : study.axes)
    for (const study::Id id : axis.parameters) fmt::print(",{}", study::parameter(id).path);
  fmt::print("\n");
  for (const Limit& limit : limits) {
    for (const double value : limit.at) fmt::print("{},", value);
    fmt::print("{}", found_of(limit));
    for (const auto& column : numbers) fmt::print(",{}", column.number(limit));
    fmt::print(",{},{}", requirement.targets[limit.binding.target].text,
               kOutcomes[static_cast<std::size_t>(limit.binding.outcome)].name);
    const auto values = study::parameter_values(study, limit.binding.scenario);
    for (const auto& axis : study.axes)
      for (const study::Id id : axis.parameters) fmt::print(",{}", study::text_of(study, id, values[id]));
    fmt::print("\n");
  }
}

void write_requirement(const results::Place& place, const study::Study& study, const Requirement& requirement,
                       const Limits& limits) {
  results::Table table{.content = "requirement"};
  std::vector<std::string> dimensions;
  for (std::size_t k = 1; k < requirement.varied.size(); ++k) {
    const Varied& other = requirement.varied[k];
    const auto& parameter = study::parameter(other.id);
    dimensions.emplace_back(parameter.path);
    table.coordinates.push_back({.name = dimensions.back(),
                                 .units = std::string(parameter.unit),
                                 .long_name = std::string(parameter.description),
                                 .values = analysis::values_of(other, requirement)});
  }
  const auto add = [&](std::string name, std::string units, std::string long_name, const auto& number,
                       std::vector<std::string> flags = {}) {
    results::Variable variable{
        .name = std::move(name), .units = std::move(units), .long_name = std::move(long_name)};
    variable.dimensions = dimensions;
    for (const Limit& limit : limits) variable.values.push_back(static_cast<double>(number(limit)));
    variable.flags = std::move(flags);
    table.variables.push_back(std::move(variable));
  };
  for (const auto& [name, units, long_name, number] : columns(requirement))
    add(name, units, long_name, number);
  add("found", "",
      "what is known of the limit: it is in the range, all of the range is good, no end of it is",
      [](const Limit& l) { return l.found; }, {kFound.begin(), kFound.end()});
  std::vector<std::string> outcomes;
  for (const auto& outcome : kOutcomes) outcomes.emplace_back(outcome.name);
  add(
      "binding_outcome", "", "how the scenario that binds ended",
      [](const Limit& l) { return l.binding.outcome; }, outcomes);
  results::Variable target{.name = "binding_target", .units = "", .long_name = "the target that binds"};
  target.dimensions = dimensions;
  for (const Limit& limit : limits) target.texts.push_back(requirement.targets[limit.binding.target].text);
  table.variables.push_back(std::move(target));
  results::Variable because{
      .name = "because", .units = "", .long_name = "why no value meets the targets, where none does"};
  because.dimensions = dimensions;
  for (const Limit& limit : limits) because.texts.push_back(because_text(limit.blame));
  table.variables.push_back(std::move(because));
  results::write_table(place, study, table);
}

}  // namespace hilspace::app
