#include "text/requirement_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "analysis/requirement/requirement_table.hpp"
#include "messages.hpp"
#include "quantity_text.hpp"
#include "text/scenario_text.hpp"
#include "text/title.hpp"
#include "text_table.hpp"

namespace hilspace::app {
namespace {

using analysis::Found;
using analysis::ParameterLimit;
using analysis::Requirement;
using analysis::Varied;

const metrics::Metric& metric_of(const Requirement& requirement, const ParameterLimit& limit) {
  return metrics::catalogue()[requirement.targets[limit.binding.target].metric];
}

/// Number with as many digits as a difference of `width` requires, including two digits of its own.
std::string with_digits(double value, double width) {
  if (!std::isfinite(width) || width <= 0.0) return fmt::format("{:.6g}", value);
  const int decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(width))), 0, 15);
  return fmt::format("{:.{}f}", value, decimals);
}

std::string in_unit(const Varied& varied, double si, double width) {
  const auto number = with_digits(varied.scale.from_si(si), varied.scale.from_si(width));
  return varied.unit.empty() ? number : number + " " + varied.unit;
}

double width_of(const ParameterLimit& limit) {
  const double bracket = std::abs(limit.bracket.bad - limit.bracket.good);
  const double whole = limit.high - limit.low;
  return std::isfinite(whole) ? std::min(bracket, whole) : bracket;
}

/// Values of the varied parameters of a scenario: ", chaser.mass = 30 kg, ..."
std::string place_of(const study::Study& study, std::uint64_t scenario) {
  std::string text;
  const auto values = study::parameter_values(study, scenario);
  for (const auto& axis : study.axes)
    for (const study::Id id : axis.parameters) {
      text += fmt::format(", {} = {}", study::parameter(id).path, parameter_text(study, id, values[id]));
    }
  return text;
}

/// "abs(velocity.error_pct) = 60.003 +- 0.02 %", or the outcome if it is not ok.
std::string value_text(const Requirement& requirement, const ParameterLimit& limit) {
  const auto& binding = limit.binding;
  if (binding.outcome != Outcome::ok)
    return fmt::format("ends with {}: {}", kOutcomes[static_cast<std::size_t>(binding.outcome)].name,
                       kOutcomes[static_cast<std::size_t>(binding.outcome)].meaning);
  const auto name = requirement.targets[binding.target].name();
  if (std::isnan(binding.value)) return name + " is undefined";
  const PrintedUnit unit = printed_unit(metric_of(requirement, limit).units, binding.value);
  const double error = unit.scale.from_si(binding.error);
  return fmt::format("{} = {} +- {:.2g}{}{}", name, with_digits(unit.scale.from_si(binding.value), error),
                     error, unit.name.empty() ? "" : " ", unit.name);
}

std::string targets_text(const Requirement& requirement) {
  std::vector<std::string> texts;
  for (const auto& target : requirement.targets) texts.push_back(target.text);
  return fmt::format("{}", fmt::join(texts, " and "));
}

bool more_is_cheaper(const ParameterLimit& limit) { return limit.bracket.good < limit.bracket.bad; }

void print_one(const study::Study& study, const Requirement& requirement, const ParameterLimit& limit) {
  const Varied& x = requirement.varied.front();
  const auto binds = fmt::format("scenario {}{}: {}", limit.binding.scenario,
                                 place_of(study, limit.binding.scenario), value_text(requirement, limit));
  const auto range = fmt::format("{} to {}", in_unit(x, x.from, 0.0), in_unit(x, x.to, 0.0));
  if (limit.found == Found::none) {
    fmt::print("{}: neither end of the range {} meets the targets\n  at {}, {}\n", x.path(), range,
               in_unit(x, limit.good_end, 0.0), binds);
    if (limit.again)
      fmt::print("  they are met within the range, at {}: try a range that begins there\n",
                 in_unit(x, *limit.again, 0.0));
    if (const auto because = analysis::because_text(limit.blame); !because.empty())
      fmt::print("  {}\n", because);
    return;
  }
  const double cheap = limit.good_end == x.from ? x.to : x.from;
  if (limit.found == Found::all) {
    fmt::print(
        "{}: all {} values tried from {} meet the targets; the limit lies beyond\n"
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
        "  uncertainty  unknown: with finer steps the scenario meets, or violates, its target everywhere "
        "nearby\n");
  fmt::print("  binds        {}\n", binds);
  if (limit.teeth > 1)
    fmt::print("  crossings    {} within 1 %; the first one is given, the uncertainty covers all\n",
               limit.teeth);
  if (limit.again)
    fmt::print("  beyond       not monotone: the targets are met again at {}\n",
               in_unit(x, *limit.again, 0.0));
}

/// "<= 1.11 ms", or the finding if there is no limit.
std::string limit_text(const Varied& x, const ParameterLimit& limit) {
  if (limit.found == Found::limit)
    return (more_is_cheaper(limit) ? "<= " : ">= ") + in_unit(x, limit.bracket.good, width_of(limit));
  return limit.found == Found::all ? "beyond the range" : "nowhere";
}

void print_table(const study::Study& study, const Requirement& requirement, const ParameterLimits& limits) {
  const Varied& x = requirement.varied.front();
  TextTable table(std::string(requirement.varied.size(), 'r') + "rrrl");
  std::vector<std::string> heads;
  for (std::size_t k = 1; k < requirement.varied.size(); ++k)
    heads.emplace_back(requirement.varied[k].path());
  for (const std::string_view head : {x.path(), std::string_view("low"), std::string_view("high"),
                                      std::string_view("scenario"), std::string_view("binds")})
    heads.emplace_back(head);
  table.add(heads);
  for (const ParameterLimit& limit : limits) {
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
  fmt::print("low to high contains the limit of {} with its numerical error\n", x.path());
  std::vector<std::uint64_t> binding;
  for (const ParameterLimit& limit : limits) binding.push_back(limit.binding.scenario);
  std::ranges::sort(binding);
  binding.erase(std::unique(binding.begin(), binding.end()), binding.end());
  std::vector<std::string> reasons;  // without duplicates
  for (const ParameterLimit& limit : limits)
    if (auto because = analysis::because_text(limit.blame);
        !because.empty() && std::ranges::find(reasons, because) == reasons.end())
      reasons.push_back(std::move(because));
  for (const auto& because : reasons) fmt::print("nowhere: {}\n", because);
  for (const auto scenario : binding)
    if (!study.axes.empty()) fmt::print("scenario {}{}\n", scenario, place_of(study, scenario));
}

}  // namespace

void print_requirement(const study::Study& study, const Requirement& requirement,
                       const ParameterLimits& limits) {
  const auto count = study::scenario_count(study);
  fmt::print("{}\n{} scenario{}, {}\n\n", printed_title(study), grouped(count), count == 1 ? "" : "s",
             targets_text(requirement));
  if (requirement.varied.size() == 1)
    print_one(study, requirement, limits.front());
  else
    print_table(study, requirement, limits);
}

void print_requirement_csv(const study::Study& study, const Requirement& requirement,
                           const ParameterLimits& limits) {
  const auto numbers = analysis::limit_columns(requirement);
  for (std::size_t k = 1; k < requirement.varied.size(); ++k) fmt::print("{},", requirement.varied[k].path());
  fmt::print("found");
  for (const auto& column : numbers) fmt::print(",{}", column.name);
  fmt::print(",binding_target,binding_outcome");
  for (const auto& axis : study.axes)
    for (const study::Id id : axis.parameters) fmt::print(",{}", study::parameter(id).path);
  fmt::print("\n");
  for (const ParameterLimit& limit : limits) {
    for (const double value : limit.at) fmt::print("{},", value);
    fmt::print("{}", analysis::found_name(limit.found));
    for (const auto& column : numbers) fmt::print(",{}", column.number(limit));
    fmt::print(",{},{}", requirement.targets[limit.binding.target].text,
               kOutcomes[static_cast<std::size_t>(limit.binding.outcome)].name);
    const auto values = study::parameter_values(study, limit.binding.scenario);
    for (const auto& axis : study.axes)
      for (const study::Id id : axis.parameters) fmt::print(",{}", study::text_of(study, id, values[id]));
    fmt::print("\n");
  }
}

}  // namespace hilspace::app
