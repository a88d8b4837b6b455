#pragma once
// Repeat statistics in results: averages of each metric over an axis that only repeats the scenarios, with
// other noise or other phases (numerics.repeat, rig.repetition; repeats_of()). Such an axis comes last.
//
//   METRIC.mean        mean of the repeats that ended well and in which it is a number, NaN where there is none
//   METRIC.deviation   their standard deviation s, of n - 1; NaN for n < 2
//   METRIC.interval    half-width of the 95 % confidence interval of the mean, t s/sqrt(n)
//   repeats.ok         repeats that ended well
//
// They lie on the other axes. t is Student's t, so the interval holds for approximately normal repeats.
// A virtual result holds them itself: they are numbers of no part.

#include <cstddef>
#include <functional>
#include <span>

#include "results/format/column.hpp"
#include "results/format/identity.hpp"

namespace hilspace::results {

/// Computes them for the columns of a study, in the order of the file: `read` fills in the numbers of a column in a
/// range of scenarios, `write` takes a statistic on the other axes. Does nothing for a study without repeats.
using ReadColumn = std::function<void(std::size_t column, Range range, std::span<double> numbers)>;
using WriteStatistic = std::function<void(const Column& statistic, std::span<const double> values)>;
void repeat_statistics(const study::Study& study, std::span<const Column> columns, const ReadColumn& read,
                       const WriteStatistic& write);

}  // namespace hilspace::results
