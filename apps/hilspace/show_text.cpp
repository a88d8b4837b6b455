// show: a result at a glance.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "impacts.hpp"
#include "messages.hpp"
#include "show.hpp"
#include "table.hpp"

namespace hilspace::app {
namespace {

using results::ResultFile;
using results::Variable;

std::string attribute(const ResultFile& result, std::string_view name) {
  const auto found = std::ranges::find(result.attributes, name, [](const auto& a) { return a.first; });
  return found == result.attributes.end() ? "" : found->second;
}

/// Adding 0 takes the sign from a zero.
std::string number(double value) { return std::isnan(value) ? "-" : fmt::format("{:.5g}", value + 0.0); }

std::string unit(const Variable& variable) {
  if (variable.units == "percent") return "%";
  return variable.units == "1" ? "" : variable.units;
}

std::string with_unit(const std::string& text, const Variable& variable) {
  return unit(variable).empty() ? text : text + " " + unit(variable);
}

bool is_number(const Variable& variable) { return variable.flags.empty(); }

/// Each a line.
void print_warnings(std::string_view warnings) {
  if (warnings.empty()) return;
  while (!warnings.empty()) {
    const auto end = std::min(warnings.find('\n'), warnings.size());
    fmt::print("warning: {}\n", warnings.substr(0, end));
    warnings.remove_prefix(std::min(end + 1, warnings.size()));
  }
  fmt::print("\n");
}

void print_head(const ResultFile& result) {
  fmt::print("{}\n\n", result.title.empty() ? "(no title)" : result.title);
  Table table("ll");
  table.add({"study", fmt::format("sha256 {:.16}..., seed {}", result.identity.study_sha256,
                                  attribute(result, "seed"))});
  table.add({"program", fmt::format("hilspace {} (revision {})", result.identity.program_version,
                                    result.identity.revision)});
  if (const auto start = attribute(result, "start_time"); !start.empty())
    table.add({"computed", fmt::format("{} to {}", start, attribute(result, "end_time"))});
  if (const auto host = attribute(result, "host"); !host.empty()) table.add({"on", host});
  table.print();
  print_warnings(attribute(result, "warnings"));
}

/// "0.0002 to 0.001 s", "polyimide, aluminium"
std::string range_text(const Variable& variable) {
  if (!variable.texts.empty()) {
    std::vector<std::string_view> names;  // each once, in the order of the file
    for (const auto& name : variable.texts)
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    return fmt::format("{}", fmt::join(names, ", "));
  }
  const auto [low, high] = std::ranges::minmax(variable.values);
  return with_unit(low == high ? number(low) : number(low) + " to " + number(high), variable);
}

std::size_t scenarios(const ResultFile& result) {
  std::size_t count = 1;
  for (const std::size_t n : result.shape) count *= n;
  return count;
}

void print_design_space(const ResultFile& result) {
  const std::size_t count = scenarios(result);
  if (result.is_table)
    fmt::print("table: {}\n", attribute(result, "content"));
  else
    fmt::print("{} {}{}\n", grouped(count), result.is_campaign ? "run" : "scenario", count == 1 ? "" : "s");
  Table table("lrl");
  for (std::size_t k = 0; k < result.shape.size(); ++k) {
    const std::string& dimension = result.dimension_names[k];
    const auto on_it = [&](const Variable& v) { return v.dimensions == std::vector{dimension}; };
    std::string name = dimension;
    std::string size = grouped(result.shape[k]);
    for (const Variable& variable : result.coordinates) {
      if (!on_it(variable)) continue;
      const std::string key = variable.name == dimension ? "" : variable.name + "  ";
      table.add({std::exchange(name, ""), std::exchange(size, ""), key + range_text(variable)});
    }
    if (!name.empty()) table.add({name, size});
  }
  table.print();
}

void print_flags(const ResultFile& result) {
  for (const Variable& variable : result.variables) {
    if (is_number(variable)) continue;
    fmt::print("{}: {}\n", variable.name, variable.long_name);
    Table table("lrr");
    for (std::size_t flag = 0; flag < variable.flags.size(); ++flag) {
      const auto n = std::ranges::count(variable.values, static_cast<double>(flag));
      if (n == 0) continue;
      const double share = 100.0 * static_cast<double>(n) / static_cast<double>(variable.values.size());
      table.add({variable.flags[flag], grouped(static_cast<unsigned long long>(n)),
                 fmt::format("{:.1f} %", share)});
    }
    table.print();
  }
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 != 0) return *middle;
  return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

/// A metric over all scenarios; of a single one its value. Not all files have percentiles of the error.
std::vector<std::string> metric_row(const Variable& variable) {
  const std::string error = number(variable.numerical_error), most = number(variable.numerical_error_p95);
  std::vector<double> defined;
  std::ranges::copy_if(variable.values, std::back_inserter(defined), [](double v) { return !std::isnan(v); });
  const std::size_t undefined = variable.values.size() - defined.size();
  if (variable.dimensions.empty())
    return {variable.name, unit(variable), number(variable.values.front()), error};
  if (defined.empty()) return {variable.name, unit(variable), "-", "-", "-", error, most, grouped(undefined)};
  const auto [low, high] = std::ranges::minmax(defined);
  return {variable.name, unit(variable), number(low), number(median(defined)),
          number(high),  error,          most,        undefined == 0 ? "" : grouped(undefined)};
}

void print_metrics(const ResultFile& result) {
  if (const auto finer = attribute(result, "error_scenarios"); !finer.empty())
    fmt::print("metrics, and the error of the numbers themselves, estimated from {} of {} scenarios\n", finer,
               scenarios(result));
  else
    fmt::print("numbers, and their error where it is known\n");
  const bool is_single = result.shape.empty();
  Table table(is_single ? "llrr" : "llrrrrrr");
  table.add(is_single
                ? std::vector<std::string>{"", "", "value", "error"}
                : std::vector<std::string>{"", "", "min", "median", "max", "error", "of 95 %", "undefined"});
  for (const Variable& variable : result.variables)
    if (is_number(variable) && variable.texts.empty()) table.add(metric_row(variable));
  table.print();
}

void print_scenario(const ResultFile& result) {
  fmt::print("scenario {}\n", attribute(result, "scenario_index"));
  Table table("lrl");
  for (const auto* variables : {&result.coordinates, &result.variables}) {
    for (const Variable& variable : *variables) {
      if (!variable.texts.empty())
        table.add({variable.name, variable.texts.front(), ""});
      else if (is_number(variable))
        table.add({variable.name, number(variable.values.front()), unit(variable)});
      else if (const auto flag = static_cast<std::size_t>(variable.values.front());
               flag < variable.flags.size())
        table.add({variable.name, variable.flags[flag], ""});
    }
  }
  table.print();
}

void print_traces(const ResultFile& result) {
  if (result.traces.empty()) return;
  fmt::print("time histories\n");
  Table table("lrll");
  for (const auto& trace : result.traces)
    table.add({trace.path, fmt::format("{} samples", grouped(trace.samples)),
               fmt::format("{} to {} s", number(trace.begin), number(trace.end)),
               fmt::format("{}", fmt::join(trace.channels, ", "))});
  table.print();
}

void print_impacts(const std::filesystem::path& file, const ResultFile& result) {
  for (const auto& trace : result.traces) {
    if (trace.impacts == 0) continue;
    const auto variables = results::read_trace_group(file, trace.path + "/impacts");
    std::vector<ImpactColumn> columns;
    for (const Variable& variable : variables)
      if (variable.name != "impact") columns.push_back({variable.name, variable.units, variable.values});
    print_impacts(trace.path, columns);
  }
}

}  // namespace

void print_result(const std::filesystem::path& file, const ResultFile& result) {
  print_head(result);
  if (result.is_trace) {
    print_scenario(result);
  } else {
    print_design_space(result);
    print_flags(result);
    print_metrics(result);
  }
  print_traces(result);
  if (result.is_trace) print_impacts(file, result);
}

}  // namespace hilspace::app
