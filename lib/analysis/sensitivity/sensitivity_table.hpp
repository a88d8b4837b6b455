#pragma once
// An analysis as a table of results/records/table_file.hpp: content "sensitivity".
//
//   metric, parameter             dimensions, with their names
//   total, total.low, total.high  of each measure that the method has, on (metric, parameter); `low` and
//                                 `high` are the interval. Measures in units of the metric have no unit of
//                                 their own
//   importance, rank              on (metric, parameter); rank 1 is the most important, NaN: not known
//   undefined, deviation, remark  on (metric): scenarios without a value; standard deviation of the values,
//                                 in the metric's unit; what the reader has to know
//   key.importance                on (parameter): the mean over the metrics that counted (ranking.hpp)
//   scenarios                     on (outcome)

#include <string>
#include <vector>

#include "analysis/sensitivity/analyse.hpp"
#include "analysis/sensitivity/trade_off.hpp"
#include "results/records/table_file.hpp"

namespace hilspace::analysis {

results::Table sensitivity_table(const Analysis& analysis);

/// Trade-offs of each metric of the analysis, added to its table:
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
void add_trade_off(const NamedTradeOff& trade_off, results::Table& table);

}  // namespace hilspace::analysis
