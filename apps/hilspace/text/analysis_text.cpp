#include "text/analysis_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "analysis/sensitivity/sobol_indices.hpp"
#include "messages.hpp"
#include "text_table.hpp"

namespace hilspace::app {
namespace {

using analysis::Analysis;
using analysis::Estimate;
using analysis::ImportanceMeasure;
using analysis::Method;
using analysis::Sensitivity;

/// Format of an index: two decimals; of a number in the metric's unit: three digits.
std::string number(double value, bool in_units) {
  if (std::isnan(value)) return "-";
  if (in_units) return fmt::format("{:.3g}", value + 0.0);
  return fmt::format("{:.2f}", std::abs(value) < 0.005 ? 0.0 : value);
}

/// "0.71 +- 0.02"; only the number if it is exact or has no interval. The farther end decides.
std::string with_reach(const Estimate& its, bool in_units) {
  const double reach = std::max(its.high - its.value, its.value - its.low);
  if (std::isnan(reach) || reach == 0.0) return number(its.value, in_units);
  return fmt::format("{} +- {}", number(its.value, in_units),
                     in_units ? fmt::format("{:.1g}", reach) : fmt::format("{:.2f}", reach));
}

/// "0.71 [0.69, 0.73]"
std::string with_ends(const Estimate& its, bool in_units) {
  if (std::isnan(its.low) || (its.low == its.value && its.high == its.value))
    return number(its.value, in_units);
  return fmt::format("{} [{}, {}]", number(its.value, in_units), number(its.low, in_units),
                     number(its.high, in_units));
}

bool is_in_units(ImportanceMeasure measure) { return analysis::named(measure).in_units; }

/// "actuator.total_delay 0.71 +- 0.02", by the first known measure.
std::string cell(const Analysis& analysis, const Sensitivity& its, std::size_t parameter) {
  for (std::size_t m = 0; m < analysis.measures.size(); ++m)
    if (const Estimate& one = its.measures[m][parameter]; !std::isnan(one.value))
      return fmt::format("{} {}", analysis.parameters[parameter],
                         with_reach(one, is_in_units(analysis.measures[m])));
  return analysis.parameters[parameter];
}

std::string_view caption(Method method) {
  switch (method) {
    case Method::sobol_indices:
      return "total index of Sobol': share of the variance that a parameter has a part in";
    case Method::morris_effects:
      return "mu*: mean of the absolute elementary effects, in the metric's unit per unit of probability";
    case Method::one_at_a_time:
      return "swing: largest less smallest value over the parameter's range, in the metric's unit";
    case Method::factorial:
      return "total index over the cells of the grid: share of the variance that a parameter has a part in";
    case Method::rank_correlation:
      return "Spearman's rank correlation; of names, which have no order, the correlation ratio of the ranks";
  }
  __builtin_unreachable();
}

std::string unit_text(const std::string& units) {
  if (units == "percent") return "%";
  return units == "1" ? "" : units;
}

void print_head(const Analysis& analysis) {
  fmt::print("{}: {}", analysis.design, counted(analysis.scenarios, "scenario"));
  for (std::size_t i = 0; i < kOutcomes.size(); ++i)
    if (analysis.outcomes[i] > 0) fmt::print(", {} {}", grouped(analysis.outcomes[i]), kOutcomes[i].name);
  fmt::print("\n");
}

void print_overview(const Analysis& analysis, std::size_t top) {
  const std::size_t columns = std::min(top, analysis.parameters.size());
  TextTable table("ll" + std::string(columns, 'l'));
  std::vector<std::string> head{"metric", "unit"};
  for (std::size_t i = 0; i < columns; ++i) head.push_back(fmt::format("{}.", i + 1));
  table.add(head);
  for (const Sensitivity& its : analysis.metrics) {
    if (!its.counts) continue;  // explained by the remarks
    std::vector<std::string> row{its.metric, unit_text(its.units)};
    for (std::size_t i = 0; i < columns; ++i)
      row.push_back(i < its.order.size() ? cell(analysis, its, its.order[i]) : "-");
    table.add(row);
  }
  table.print();
}

void print_details(const Analysis& analysis) {
  for (const Sensitivity& its : analysis.metrics) {
    if (its.order.empty()) continue;
    std::vector<std::size_t> known;  // measures
    for (std::size_t m = 0; m < analysis.measures.size(); ++m)
      if (std::ranges::any_of(its.measures[m], [](const Estimate& one) { return !std::isnan(one.value); }))
        known.push_back(m);
    fmt::print("{}{}\n", its.metric,
               its.units.empty() || its.units == "1" ? "" : ", " + unit_text(its.units));
    TextTable table("l" + std::string(known.size() + 1, 'r'));
    std::vector<std::string> head{"parameter"};
    for (const std::size_t m : known) head.emplace_back(analysis::named(analysis.measures[m]).name);
    head.emplace_back("importance");
    table.add(head);
    for (const std::size_t j : its.order) {
      std::vector<std::string> row{analysis.parameters[j]};
      for (const std::size_t m : known)
        row.push_back(with_ends(its.measures[m][j], is_in_units(analysis.measures[m])));
      row.push_back(number(its.importance[j], false));
      table.add(row);
    }
    table.print();
  }
}

/// Remarks on the metrics; identical remarks share a line.
void print_remarks(const Analysis& analysis) {
  std::vector<std::pair<std::string, std::vector<std::string>>> remarks;
  for (const Sensitivity& its : analysis.metrics) {
    if (its.remark.empty()) continue;
    auto found = std::ranges::find(remarks, its.remark, &decltype(remarks)::value_type::first);
    if (found == remarks.end()) found = remarks.insert(remarks.end(), {its.remark, {}});
    found->second.push_back(its.metric);
  }
  for (const auto& [remark, metrics] : remarks) fmt::print("{}: {}\n", remark, fmt::join(metrics, ", "));
  if (!remarks.empty()) fmt::print("\n");
}

void print_keys(const Analysis& analysis) {
  if (analysis.key_metrics == 0) {
    fmt::print("no key parameters: no metric can be judged\n");
    return;
  }
  TextTable table("lrlrl");
  table.add({"parameter", "mean", "first in", "largest", "in"});
  std::vector<std::string> names;
  for (const auto& key : analysis.keys) {
    table.add({analysis.parameters[key.parameter], number(key.mean, false),
               fmt::format("{} of {}", key.first_in, analysis.key_metrics), number(key.largest, false),
               key.largest > 0.0 ? analysis.metrics[key.metric].metric : "-"});
    if (key.is_key()) names.push_back(analysis.parameters[key.parameter]);
  }
  if (analysis.key_metrics > 1) {
    fmt::print("importance over {} metrics{}, from 0 to 1\n", analysis.key_metrics,
               analysis.keys_compare_models ? " that compare both models" : "");
    table.print();
  }
  fmt::print("key parameter{}: {}\n", names.size() == 1 ? "" : "s",
             names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")));
}

/// "0.0043", "< 0.0005", "> 0.1", "-"
std::string point(const Estimate& its) {
  if (!std::isnan(its.value)) return fmt::format("{:.3g}", its.value);
  if (its.high == std::numeric_limits<double>::infinity()) return fmt::format("> {:.3g}", its.low);
  return std::isnan(its.high) ? "-" : fmt::format("< {:.3g}", its.high);
}

/// "0.004 to 0.005"
std::string bracket(const Estimate& its) {
  return std::isnan(its.value) ? "" : fmt::format("{:.3g} to {:.3g}", its.low, its.high);
}

std::string with_unit(const analysis::NamedTradeOff::Parameter& parameter) {
  return parameter.units == "1" ? parameter.name : fmt::format("{} / {}", parameter.name, parameter.units);
}

void print_curve(const analysis::NamedTradeOff::Parameter& given,
                 const analysis::NamedTradeOff::Parameter& found, std::span<const Estimate> curve,
                 std::string_view heading) {
  TextTable table("rrl");
  table.add({with_unit(given), fmt::format("{} {}", heading, with_unit(found)), "between"});
  for (std::size_t i = 0; i < curve.size(); ++i)
    table.add({fmt::format("{:.4g}", given.values[i]), point(curve[i]), bracket(curve[i])});
  table.print();
}

/// "; intervals of 95 %", and whether they can be relied upon.
std::string intervals_text(const Analysis& analysis) {
  if (analysis.method == Method::factorial || analysis.method == Method::one_at_a_time) return "";
  const std::uint64_t blocks = analysis.scenarios / (analysis.parameters.size() + 2);
  const bool few = analysis.method == Method::sobol_indices && blocks < analysis::kSureBlocks;
  return fmt::format(
      "; intervals of {:.4g} %{}", 100.0 * analysis.confidence,
      few ? fmt::format(", which may be too narrow below {} blocks", analysis::kSureBlocks) : "");
}

}  // namespace

void print_analysis(const Analysis& analysis, std::size_t top, bool in_detail) {
  print_head(analysis);
  fmt::print("{}{}\n\n", caption(analysis.method), intervals_text(analysis));
  if (in_detail)
    print_details(analysis);
  else
    print_overview(analysis, top);
  print_remarks(analysis);
  print_keys(analysis);
}

void print_csv(const Analysis& analysis) {
  fmt::print("metric,parameter,measure,value,low,high\n");
  for (const Sensitivity& its : analysis.metrics)
    for (std::size_t j = 0; j < analysis.parameters.size(); ++j)
      for (std::size_t m = 0; m < analysis.measures.size(); ++m) {
        const Estimate& one = its.measures[m][j];
        fmt::print("{},{},{}", its.metric, analysis.parameters[j],
                   analysis::named(analysis.measures[m]).name);
        for (const double value : {one.value, one.low, one.high})
          fmt::print(",{}", std::isnan(value) ? "nan" : fmt::format("{}", value + 0.0));
        fmt::print("\n");
      }
}

void print_trade_offs(const Analysis& analysis, const analysis::NamedTradeOff& trade_off, bool in_detail) {
  const auto& first = trade_off.first;
  const auto& second = trade_off.second;
  print_head(analysis);
  print_remarks(analysis);
  if (in_detail) {
    for (std::size_t m = 0; m < analysis.metrics.size(); ++m) {
      fmt::print("\n{}\n\n", analysis.metrics[m].metric);
      print_curve(first, second, trade_off.metrics[m].second, "matters from");
      print_curve(second, first, trade_off.metrics[m].first, "matters up to");
    }
  } else {
    fmt::print("the largest {} at which each {} still matters\n\n", with_unit(first), with_unit(second));
    TextTable table("l" + std::string(second.values.size() - 1, 'r'));
    std::vector<std::string> head{"metric"};
    for (std::size_t k = 1; k < second.values.size(); ++k)
      head.push_back(fmt::format("{:.3g}", second.values[k]));
    table.add(head);
    for (std::size_t m = 0; m < analysis.metrics.size(); ++m) {
      std::vector<std::string> row{analysis.metrics[m].metric};
      for (std::size_t k = 1; k < second.values.size(); ++k)
        row.push_back(point(trade_off.metrics[m].first[k]));
      table.add(row);
    }
    table.print();
  }
  fmt::print("{} matters where it changes a metric by {:.3g} % of what it is with {:.3g}{}\n", second.name,
             100.0 * trade_off.share, second.values.front(), second.units == "1" ? "" : " " + second.units);
}

void print_csv(const Analysis& analysis, const analysis::NamedTradeOff& trade_off) {
  fmt::print("metric,given,at,found,value,low,high\n");
  const auto print = [&](const std::string& metric, const auto& given, const auto& found,
                         std::span<const Estimate> curve) {
    for (std::size_t i = 0; i < curve.size(); ++i) {
      fmt::print("{},{},{},{}", metric, given.name, given.values[i], found.name);
      for (const double value : {curve[i].value, curve[i].low, curve[i].high})
        fmt::print(",{}", std::isnan(value) ? "nan" : fmt::format("{}", value));
      fmt::print("\n");
    }
  };
  for (std::size_t m = 0; m < analysis.metrics.size(); ++m) {
    const auto& metric = analysis.metrics[m].metric;
    print(metric, trade_off.first, trade_off.second, trade_off.metrics[m].second);
    print(metric, trade_off.second, trade_off.first, trade_off.metrics[m].first);
  }
}

}  // namespace hilspace::app
