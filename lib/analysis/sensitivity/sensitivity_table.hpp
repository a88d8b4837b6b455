#pragma once
// Table of an analysis (results/records/table_file.hpp): content "sensitivity".
//
//   metric, parameter             dimensions, with their names
//   total, total.low, total.high  for each measure of the method, on (metric, parameter); `low` and `high`
//                                 are
//                                 the interval. Measures in units of the metric have no unit attribute
//   importance, rank              on (metric, parameter); rank 1 is the most important, NaN: unknown
//   undefined, deviation, remark  on (metric): scenarios without a value; standard deviation of the values,
//                                 in
//                                 the metric's unit; note for the reader
//   key.importance                on (parameter): the mean over the metrics included (ranking.hpp)
//   scenarios                     on (outcome)

#include <string>
#include <vector>

#include "analysis/sensitivity/analyse.hpp"
#include "analysis/sensitivity/trade_off.hpp"
#include "results/records/table_file.hpp"

namespace hilspace::analysis {

results::AnalysisTable sensitivity_table(const Analysis& analysis);

/// Adds the trade-offs of each metric of the analysis to its table:
///
///   the two parameters              dimensions, with their values
///   trade_off.deviation             on (metric, first, second)
///   trade_off.second, .low, .high   on (metric, first)
///   trade_off.first, .low, .high    on (metric, second)
struct NamedTradeOff {
  struct Parameter {
    std::string name, units;
    std::vector<double> values;
  };
  Parameter first, second;
  double share = 0.05;
  std::vector<TradeOff> metrics;  // in the order of Analysis::metrics
};
void add_trade_off(const NamedTradeOff& trade_off, results::AnalysisTable& table);

}  // namespace hilspace::analysis
