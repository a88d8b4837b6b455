#include "analysis/sensitivity/sensitivity_table.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <string_view>

namespace hilspace::analysis {
namespace {

using results::Variable;
using results::variable_on;

struct Part {
  std::string_view suffix, what;
  double Estimate::*member;
};
constexpr std::array kParts{Part{"", "", &Estimate::value},
                            Part{".low", ", low end of the interval", &Estimate::low},
                            Part{".high", ", high end of the interval", &Estimate::high}};

/// An estimate and its interval, as three variables.
void add(const Variable& like, const std::vector<Estimate>& estimates, results::AnalysisTable& table) {
  for (const Part& part : kParts) {
    Variable& variable = table.variables.emplace_back(like);
    variable.name += part.suffix;
    variable.long_name += part.what;
    for (const Estimate& estimate : estimates) variable.values.push_back(estimate.*part.member);
  }
}

Variable named_coordinate(std::string name, std::string long_name, std::vector<std::string> texts) {
  Variable variable{.name = name, .units = "", .long_name = std::move(long_name), .dimensions = {name}};
  variable.texts = std::move(texts);
  return variable;
}

void add_ranking(const Analysis& analysis, results::AnalysisTable& table) {
  Variable importance = variable_on({"metric", "parameter"}, "importance", "1", "share of the importance");
  Variable rank = variable_on({"metric", "parameter"}, "rank", "1", "1 is the most important");
  for (const Sensitivity& its : analysis.metrics) {
    std::vector<double> ranks(analysis.parameters.size(), kNone);
    for (std::size_t i = 0; i < its.order.size(); ++i) ranks[its.order[i]] = static_cast<double>(i + 1);
    importance.values.insert(importance.values.end(), its.importance.begin(), its.importance.end());
    rank.values.insert(rank.values.end(), ranks.begin(), ranks.end());
  }
  table.variables.push_back(std::move(importance));
  table.variables.push_back(std::move(rank));
  Variable key = variable_on({"parameter"}, "key.importance", "1", "mean importance over the metrics");
  key.values.assign(analysis.parameters.size(), kNone);
  for (const KeyParameter& its : analysis.keys) key.values[its.parameter] = its.mean;
  table.variables.push_back(std::move(key));
}

void add_counts(const Analysis& analysis, results::AnalysisTable& table) {
  Variable undefined = variable_on({"metric"}, "undefined", "1", "scenarios without a value");
  Variable deviation = variable_on({"metric"}, "deviation", "", "standard deviation, in the metric's unit");
  Variable counts = variable_on({"metric"}, "counts", "1", "whether the mean importance includes it: 1 or 0");
  Variable remark = variable_on({"metric"}, "remark", "", "what the reader has to know");
  for (const Sensitivity& its : analysis.metrics) {
    undefined.values.push_back(static_cast<double>(its.undefined));
    deviation.values.push_back(its.deviation);
    counts.values.push_back(its.in_keys ? 1.0 : 0.0);
    remark.texts.push_back(its.remark);
  }
  Variable scenarios = variable_on({"outcome"}, "scenarios", "1", "scenarios with that outcome");
  for (const auto count : analysis.outcomes) scenarios.values.push_back(static_cast<double>(count));
  for (Variable* variable : {&undefined, &deviation, &counts, &remark, &scenarios})
    table.variables.push_back(std::move(*variable));
}

}  // namespace

results::AnalysisTable sensitivity_table(const Analysis& analysis) {
  results::AnalysisTable table{.content = "sensitivity"};
  std::vector<std::string> metrics, outcomes;
  for (const Sensitivity& its : analysis.metrics) metrics.push_back(its.metric);
  for (const auto& outcome : kOutcomes) outcomes.emplace_back(outcome.name);
  table.coordinates = {named_coordinate("metric", "metrics", metrics),
                       named_coordinate("parameter", "what the study varied", analysis.parameters),
                       named_coordinate("outcome", "how scenarios went", outcomes)};
  for (std::size_t m = 0; m < analysis.measures.size(); ++m) {
    const NamedMeasure& measure = named(analysis.measures[m]);
    std::vector<Estimate> all;
    for (const Sensitivity& its : analysis.metrics)
      all.insert(all.end(), its.measures[m].begin(), its.measures[m].end());
    add(variable_on({"metric", "parameter"}, std::string(measure.name), measure.in_units ? "" : "1",
                    std::string(measure.meaning)),
        all, table);
  }
  add_ranking(analysis, table);
  add_counts(analysis, table);
  return table;
}

void add_trade_off(const NamedTradeOff& trade_off, results::AnalysisTable& table) {
  const auto& first = trade_off.first;
  const auto& second = trade_off.second;
  for (const auto* its : {&first, &second}) {
    Variable coordinate = variable_on({its->name}, its->name, its->units, its->name);
    coordinate.values = its->values;
    table.coordinates.push_back(std::move(coordinate));
  }
  Variable deviation = variable_on({"metric", first.name, second.name}, "trade_off.deviation", "1",
                                   "largest change from the finest " + second.name + ", relative");
  std::vector<Estimate> of_first, of_second;
  for (const TradeOff& its : trade_off.metrics) {
    deviation.values.insert(deviation.values.end(), its.deviation.begin(), its.deviation.end());
    of_second.insert(of_second.end(), its.second.begin(), its.second.end());
    of_first.insert(of_first.end(), its.first.begin(), its.first.end());
  }
  table.variables.push_back(std::move(deviation));
  add(variable_on(
          {"metric", first.name}, "trade_off.second", second.units,
          fmt::format("{} that changes the metric by {:.3g} %", second.name, 100.0 * trade_off.share)),
      of_second, table);
  add(variable_on({"metric", second.name}, "trade_off.first", first.units,
                  fmt::format("largest {} at which {} still changes the metric by {:.3g} %", first.name,
                              second.name, 100.0 * trade_off.share)),
      of_first, table);
}

}  // namespace hilspace::analysis
