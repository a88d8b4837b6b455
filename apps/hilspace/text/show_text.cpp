// show: summary of a result.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "messages.hpp"
#include "quantity_text.hpp"
#include "results/reading/order_statistics.hpp"
#include "results/reading/result_file.hpp"
#include "sampling/design.hpp"
#include "text/agreement_text.hpp"
#include "text/impacts.hpp"
#include "text/progress.hpp"
#include "text/show.hpp"
#include "text_table.hpp"

namespace hilspace::app {
namespace {

using results::OrderStatistics;
using results::ResultFile;
using results::ResultReader;
using results::Variable;

std::string attribute(const ResultFile& result, std::string_view name) {
  const auto found = std::ranges::find(result.attributes, name, [](const auto& a) { return a.first; });
  return found == result.attributes.end() ? "" : found->second;
}

/// Adding 0 removes the sign of a negative zero.
std::string number(double value) { return std::isnan(value) ? "-" : fmt::format("{:.5g}", value + 0.0); }

std::string unit(const Variable& variable) {
  if (variable.units == "percent") return "%";
  return variable.units == "1" ? "" : variable.units;
}

/// The largest number, in size; it chooses the unit.
PrintedUnit unit_for(const Variable& variable, double low, double high) {
  return printed_unit(variable.units, std::max(std::abs(low), std::abs(high)));
}

/// "velocity.error [%]"
std::string with_unit_behind(const Variable& variable) {
  return unit(variable).empty() ? variable.name : fmt::format("{} [{}]", variable.name, unit(variable));
}

bool is_number(const Variable& variable) { return variable.flags.empty(); }

/// One line each.
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
  fmt::print("{}\n\n", result.title.empty() ? "(no title)" : printable(result.title));
  TextTable table("ll");
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
std::string range_text(ResultReader& reader, const Variable& variable) {
  if (variable.holds_texts) {
    constexpr std::size_t kMost = 8;
    const auto texts = reader.texts(variable);
    std::vector<std::string> names;  // without duplicates, in the order of the file
    for (const auto& name : texts)
      if (names.size() <= kMost && std::ranges::find(names, name) == names.end()) names.push_back(name);
    if (names.size() > kMost)
      return fmt::format("{} ... {}", fmt::join(std::span(names).first(kMost - 1), "; "), texts.back());
    // Labels of an axis with several keys contain commas.
    const bool commas =
        std::ranges::any_of(names, [](const auto& name) { return name.find(',') != std::string::npos; });
    return fmt::format("{}", fmt::join(names, commas ? "; " : ", "));
  }
  const OrderStatistics spread = order_statistics(reader, variable);
  const PrintedUnit its = unit_for(variable, spread.smallest, spread.largest);
  std::string text = number_in(its, spread.smallest, 5);
  if (spread.smallest != spread.largest && spread.defined > 0)
    text += " to " + number_in(its, spread.largest, 5);
  return its.name.empty() ? text : text + " " + its.name;
}

std::size_t scenarios(const ResultFile& result) {
  std::size_t count = 1;
  for (const std::size_t n : result.shape) count *= n;
  return count;
}

void print_design_space(ResultReader& reader) {
  const ResultFile& result = reader.contents();
  const std::size_t count = scenarios(result);
  if (result.is_table)
    fmt::print("table: {}\n", attribute(result, "content"));
  else
    fmt::print("{}\n", counted(count, result.is_campaign ? "run" : "scenario"));
  TextTable table("lrl");
  for (std::size_t k = 0; k < result.shape.size(); ++k) {
    const std::string& dimension = result.dimension_names[k];
    const auto on_it = [&](const Variable& v) { return v.dimensions == std::vector{dimension}; };
    std::string name = dimension;
    std::string size = grouped(result.shape[k]);
    for (const Variable& variable : result.coordinates) {
      if (!on_it(variable)) continue;
      const std::string key = variable.name == dimension ? "" : variable.name + "  ";
      table.add({std::exchange(name, ""), std::exchange(size, ""), key + range_text(reader, variable)});
    }
    if (!name.empty()) table.add({name, size});
  }
  table.print();
}

/// As how many draws a scenario counts. The points of a design are its one dimension; which design it is, its study says,
/// if this program reads it.
double draws_per_scenario(const std::filesystem::path& file, const ResultFile& result,
                          const Variable& variable) {
  if (variable.dimensions != std::vector<std::string>{"scenario"}) return 0.0;
  try {
    const study::Study study = results::stored_study(result.study, file);
    return study.design ? draws_per_point(study) : 1.0;
  } catch (const InputError&) {
    return 1.0;
  }
}

void print_verdict(const std::vector<unsigned long long>& counts, double draws) {
  AgreementCounts all{};
  std::copy_n(counts.begin(), std::min(all.size(), counts.size()), all.begin());
  fmt::print("{}", agreement_text(all, draws));
}

void print_flags(const std::filesystem::path& file, ResultReader& reader) {
  for (const Variable& variable : reader.contents().variables) {
    if (is_number(variable)) continue;
    std::vector<unsigned long long> counts(variable.flags.size());
    for_pieces(reader, variable, [&](std::span<const double> piece) {
      for (const double flag : piece) ++counts[static_cast<std::size_t>(flag)];
    });
    fmt::print("{}: {}\n", variable.name, variable.long_name);
    TextTable table("lrr");
    for (std::size_t flag = 0; flag < variable.flags.size(); ++flag) {
      if (counts[flag] == 0) continue;
      const double share = 100.0 * static_cast<double>(counts[flag]) / static_cast<double>(variable.size);
      table.add({variable.flags[flag], grouped(counts[flag]), fmt::format("{:.1f} %", share)});
    }
    table.print();
    if (variable.name == "captured.agreement")
      print_verdict(counts, draws_per_scenario(file, reader.contents(), variable));
  }
}

/// Range of a metric over all scenarios, or its value if there is only one. Older files lack error
/// percentiles.
std::vector<std::string> metric_row(const Variable& variable, const OrderStatistics& spread) {
  const PrintedUnit its = unit_for(variable, spread.smallest, spread.largest);
  const auto in_unit = [&](double value) { return number_in(its, value, 5); };
  const auto error_in_unit = [&](double error) { return std::isnan(error) ? "-" : in_unit(error); };
  const std::string error = error_in_unit(variable.numerical_error);
  const std::string most = error_in_unit(variable.numerical_error_p95);
  if (variable.dimensions.empty()) return {variable.name, its.name, in_unit(spread.median), error};
  const std::uint64_t undefined = variable.size - spread.defined;
  return {variable.name,
          its.name,
          in_unit(spread.smallest),
          in_unit(spread.median),
          in_unit(spread.largest),
          error,
          most,
          undefined == 0 ? "" : grouped(undefined)};
}

void print_metrics(ResultReader& reader) {
  const ResultFile& result = reader.contents();
  if (const auto finer = attribute(result, "error_scenarios"); !finer.empty())
    fmt::print("metrics, with numerical errors estimated from {} of {}\n", finer,
               counted(scenarios(result), "scenario"));
  else
    fmt::print("numbers, with their error where it is known\n");
  const bool is_single = result.shape.empty();
  TextTable table(is_single ? "llrr" : "llrrrrrr");
  table.add(is_single
                ? std::vector<std::string>{"", "", "value", "error"}
                : std::vector<std::string>{"", "", "min", "median", "max", "error", "of 95 %", "undefined"});
  std::vector<const Variable*> metrics;
  for (const Variable& variable : result.variables)
    if (is_number(variable) && !variable.holds_texts) metrics.push_back(&variable);
  ProgressBar progress(false);
  for (std::size_t done = 0; done < metrics.size(); ++done)
    table.add(metric_row(*metrics[done], order_statistics(reader, *metrics[done],
                                                          [&] { progress.read(done, metrics.size()); })));
  progress.finish();
  table.print();
}

/// A variable of a table at one of its points; `at` counts along all its dimensions.
std::string cell(const Variable& variable, std::size_t at) {
  if (!variable.texts.empty()) return variable.texts[at];
  if (is_number(variable)) return number(variable.values[at]);
  const auto flag = static_cast<std::size_t>(variable.values[at]);
  return flag < variable.flags.size() ? variable.flags[flag] : "-";
}

/// A value of an axis, with its unit.
std::string with_unit(const Variable& label, std::size_t at) {
  const bool has_unit = label.texts.empty() && is_number(label) && !std::isnan(label.values[at]);
  return has_unit ? quantity_text(label.values[at], label.units, 6) : cell(label, at);
}

/// The variables of an analysis with these dimensions, one row per point.
void print_points(const ResultFile& result, const std::vector<std::string>& dimensions) {
  constexpr std::size_t kMostRows = 40;
  std::vector<const Variable*> shown;
  for (const Variable& variable : result.variables)
    if (variable.dimensions == dimensions) shown.push_back(&variable);
  std::vector<std::size_t> sizes;
  std::size_t count = 1;
  for (const auto& name : dimensions) {
    const auto at = std::ranges::find(result.dimension_names, name) - result.dimension_names.begin();
    sizes.push_back(result.shape[static_cast<std::size_t>(at)]);
    count *= sizes.back();
  }
  std::vector<std::string> heading = dimensions;
  for (const Variable* variable : shown) heading.push_back(with_unit_behind(*variable));
  TextTable table(std::string(dimensions.size(), 'l') + std::string(shown.size(), 'r'));
  table.add(heading);
  for (std::size_t i = 0; i < std::min(count, kMostRows); ++i) {
    std::vector<std::string> row(dimensions.size());
    for (std::size_t k = dimensions.size(), rest = i; k-- > 0; rest /= sizes[k]) {
      const std::size_t at = rest % sizes[k];
      const auto label = std::ranges::find_if(result.coordinates, [&](const Variable& v) {
        return v.name == dimensions[k] && v.dimensions == std::vector{dimensions[k]};
      });
      row[k] = label != result.coordinates.end() ? with_unit(*label, at) : grouped(at);
    }
    for (const Variable* variable : shown) row.push_back(cell(*variable, i));
    table.add(row);
  }
  table.print();
  if (count > kMostRows) fmt::print("{} more rows; --csv prints all\n", grouped(count - kMostRows));
}

/// An analysis: its numbers, without ranges.
void print_table(const ResultFile& result) {
  std::vector<std::vector<std::string>> printed;
  for (const Variable& variable : result.variables) {
    if (std::ranges::find(printed, variable.dimensions) != printed.end()) continue;
    printed.push_back(variable.dimensions);
    fmt::print("\n");
    print_points(result, variable.dimensions);
  }
  fmt::print("\n");
  TextTable table("ll");
  for (const Variable& variable : result.variables) table.add({variable.name, variable.long_name});
  table.print();
}

void print_scenario(ResultReader& reader) {
  const ResultFile& result = reader.contents();
  fmt::print("scenario {}\n", attribute(result, "scenario_index"));
  TextTable table("lrl");
  for (const auto* variables : {&result.coordinates, &result.variables}) {
    for (const Variable& variable : *variables) {
      if (variable.holds_texts) {
        table.add({variable.name, reader.texts(variable).front(), ""});
        continue;
      }
      const double value = reader.numbers(variable).front();
      if (is_number(variable)) {
        const PrintedUnit its = printed_unit(variable.units, value);
        table.add({variable.name, number_in(its, value, 5), std::isnan(value) ? "" : its.name});
      } else {
        table.add({variable.name, variable.flags[static_cast<std::size_t>(value)], ""});
      }
    }
  }
  table.print();
}

void print_traces(const ResultFile& result) {
  if (result.traces.empty()) return;
  fmt::print("time histories\n");
  TextTable table("lrll");
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

void print_result(const std::filesystem::path& file, ResultReader& reader) {
  const ResultFile& result = reader.contents();
  print_head(result);
  if (result.is_trace) {
    print_scenario(reader);
  } else if (result.is_table) {
    print_design_space(reader);
    print_table(results::read_result(file));  // analysis files are small
  } else {
    print_design_space(reader);
    print_flags(file, reader);
    print_metrics(reader);
  }
  print_traces(result);
  if (result.is_trace) print_impacts(file, result);
}

}  // namespace hilspace::app
