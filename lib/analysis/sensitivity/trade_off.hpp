#pragma once
// Trade-off between two parameters: the point from which the second one matters in addition to the first.
//
// Typically the first is a delay D and the second a resolution R with the finest value R_0. Over the cells of
// a full grid, <> denotes the mean over all its other axes:
//
//   e(D, R) = max over R' <= R of <|y(D, R') - y(D, R_0)|> / <|y(D, R_0)|>     largest relative change due to
//                                                                              R
//   R*(D)   the R at which e reaches the share s (5 %): finer resolutions do not matter
//   D*(R)   the largest D at which e is still s: above it the delay masks the effect of the resolution
//
// e increases with R by definition, so R*(D) is unique even where y fluctuates over R. D*(R) is the trade-off
// point of a resolution R: with smaller delays, both parameters matter. Bondoky 7.4.1.1 determines such a
// point graphically.
//
// Between cells, e is interpolated linearly over the logarithm of the parameter (over its value, if not
// positive); `low` and `high` of an estimate are the adjacent cells, the resolution of the grid. Without a
// crossing in the range `value` is NaN and the bracket open: [last cell, infinity] or [0, first cell].
// Effects of resolutions finer than R_0 are not captured: R_0 must be small enough not to matter.
//
// A row D is undefined (all NaN) where y(D, R_0) is undefined in all cells, or where s <|y|> is less than
// twice the numerical error of y. Undefined cells are left out of the means, together with their counterpart.

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/sensitivity/estimate.hpp"

namespace hilspace::analysis {

struct TradeOff {
  std::vector<double> deviation;  // e, [first][second]; NaN: unknown
  std::vector<Estimate> second;   // R*, per value of the first parameter
  std::vector<Estimate> first;    // D*, per value of the second; NaN for R_0 itself
};

struct TradeOffGrid {
  std::vector<double> first, second;  // ascending
  std::vector<double> values;         // [first][second][other cells]; NaN: no value
  double numerical_error = kNone;     // NaN: unknown, taken as 0
};

/// share as a ratio: 0.05
TradeOff trade_off(const TradeOffGrid& grid, double share);

}  // namespace hilspace::analysis
