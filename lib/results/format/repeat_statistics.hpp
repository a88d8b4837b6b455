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

#include <span>
#include <string>

#include "results/format/column.hpp"
#include "results/format/schema.hpp"

namespace hilspace::results {

/// `file` holds the columns in `datasets`, on `dimensions`, those of the study's axes. Nothing where the
/// study has no repeats.
void write_repeat_statistics(hid_t file, const study::Study& study, std::span<const Column> columns,
                             std::span<const h5::Handle> datasets, std::span<const Dimension> dimensions,
                             const std::string& coordinates);

}  // namespace hilspace::results
