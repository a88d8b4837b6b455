#pragma once
// Repeated scenarios in results: what each metric is on average over an axis that only repeats them, with
// other noise or other phases (numerics.repeat, rig.repetition; repeats_of()). Such an axis comes last.
//
//   METRIC.mean        mean of the repeats in which it is a number, NaN where there is none
//   METRIC.deviation   their standard deviation s, of n - 1; NaN for n < 2
//   METRIC.interval    half-width of the 95 % confidence interval of the mean, t s/sqrt(n)
//   repeats.ok         repeats that ended well
//
// On the other axes. t is Student's, so the interval holds for repeats that are about normally distributed.
// Virtual results have none of it: they hold no numbers.

#include <functional>
#include <span>
#include <string>

#include "results/column.hpp"
#include "results/identity.hpp"
#include "results/schema.hpp"

namespace hilspace::results {

/// Gives the numbers of a column.
using ReadColumn = std::function<void(std::size_t column, Range range, std::span<double> numbers)>;

/// Nothing where the study has no repeats. `dimensions` are those of its axes.
void write_repeat_statistics(hid_t file, const study::Study& study, std::span<const Column> columns,
                             std::span<const Dimension> dimensions, const std::string& coordinates,
                             const ReadColumn& read);

}  // namespace hilspace::results
