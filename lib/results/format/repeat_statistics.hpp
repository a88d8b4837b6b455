#pragma once
// Repeat statistics in results: averages of each metric over an axis that only repeats the scenarios, with
// other noise or other phases (numerics.repeat, rig.repetition; repeats_of()). Such an axis comes last.
//
//   METRIC.mean        mean of the repeats in which it is a number, NaN where there is none
//   METRIC.deviation   their standard deviation s, of n - 1; NaN for n < 2
//   METRIC.interval    half-width of the 95 % confidence interval of the mean, t s/sqrt(n)
//   repeats.ok         repeats that ended well
//
// They lie on the other axes. t is Student's t, so the interval holds for approximately normal repeats.
// Virtual results have no repeat statistics, since they hold no numbers.

#include <span>
#include <string>

#include "results/format/column.hpp"
#include "results/format/schema.hpp"

namespace hilspace::results {

/// `file` holds the columns in `datasets`, on `dimensions`, those of the study's axes. Does nothing for a
/// study without repeats.
void write_repeat_statistics(hid_t file, const study::Study& study, std::span<const Column> columns,
                             std::span<const h5::Handle> datasets, std::span<const Dimension> dimensions,
                             const std::string& coordinates);

}  // namespace hilspace::results
