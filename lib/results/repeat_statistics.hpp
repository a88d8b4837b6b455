#pragma once
// Repeated scenarios in results: what each metric is on average over an axis that only repeats them, with
// other noise or other phases (numerics.repeat, rig.repetition). Such an axis comes last.
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
#include <vector>

#include "results/column.hpp"
#include "results/identity.hpp"
#include "results/schema.hpp"

namespace hilspace::results {

/// How often the last axis repeats each scenario; 0: it is no such axis.
std::size_t repeats_of(const study::Study& study);

/// Names of the variables that are written for these columns.
std::vector<std::string> repeat_names(const study::Study& study, std::span<const Column> columns);

/// Gives the numbers of a column.
using ReadColumn = std::function<void(std::size_t column, Range range, std::span<double> numbers)>;

/// Nothing where the study has no repeats. `dimensions` are those of its axes.
void write_repeat_statistics(hid_t file, const study::Study& study, std::span<const Column> columns,
                             std::span<const Dimension> dimensions, const std::string& coordinates,
                             const ReadColumn& read);

}  // namespace hilspace::results
