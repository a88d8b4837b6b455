#pragma once
// Trade-off between two parameters: from where on the second one matters beside the first.
//
// Typically the first is a delay D and the second a resolution R, of which the finest is R_0. Over the cells
// of a full grid, <> the mean over all its other axes:
//
//   e(D, R) = max over R' <= R of <|y(D, R') - y(D, R_0)|> / <|y(D, R_0)|>     how much R changes y at most
//   R*(D)   the R at which e reaches the share s (5 %): finer than that, a resolution does not matter
//   D*(R)   the largest D at which e is still s: above it a delay drowns what a resolution does
//
// e rises with R by definition, so R*(D) is unique, also where y jumps about over R. D*(R) is the trade-off
// point of a resolution R: with smaller delays, both parameters have to be looked at. Bondoky 7.4.1.1 reads
// such a point off by eye.
//
// Between cells, e is taken as linear over the logarithm (over the value, if that is not positive) of the
// parameter; `low` and `high` of an estimate are the cells around it, and the grid does not know better.
// Where there is no crossing in the range `value` is NaN and the bracket open: [last cell, infinity] or [0,
// first cell]. What is finer than R_0 is not seen: R_0 has to be one that does not matter itself.
//
// A row D is not known (all NaN) where y(D, R_0) is undefined in all cells, or where s <|y|> is less than
// twice the numerical error of y. Cells without a value are left out of the means, with their partner.

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/sensitivity/estimate.hpp"

namespace hilspace::analysis {

struct TradeOff {
  std::vector<double> deviation;  // e, [first][second]; NaN: not known
  std::vector<Estimate> second;   // R*, per value of the first parameter
  std::vector<Estimate> first;    // D*, per value of the second; of R_0 itself NaN
};

struct TradeOffGrid {
  std::vector<double> first, second;  // ascending
  std::vector<double> values;         // [first][second][other cells]; NaN: no value
  double numerical_error = kNone;     // NaN: not known, and taken as 0
};

/// share as a ratio: 0.05
TradeOff trade_off(const TradeOffGrid& grid, double share);

}  // namespace hilspace::analysis
