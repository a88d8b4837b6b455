#pragma once
// An analysis on the terminal and as CSV.

#include <span>
#include <string>

#include "analysis/sensitivity/analyse.hpp"
#include "analysis/sensitivity/sensitivity_table.hpp"

namespace hilspace::app {

/// One line per metric with its `top` parameters, or, `in_detail`, a table per metric; then remarks and the
/// key parameters.
void print_analysis(const analysis::Analysis& analysis, std::size_t top, bool in_detail);
void print_csv(const analysis::Analysis& analysis);

/// The trade-off points of all metrics in one table, or, `in_detail`, both curves of each.
void print_trade_offs(const analysis::Analysis& analysis, const analysis::NamedTradeOff& trade_off,
                      bool in_detail);
void print_csv(const analysis::Analysis& analysis, const analysis::NamedTradeOff& trade_off);

}  // namespace hilspace::app
