#pragma once
// The numerical error in files: with each metric the largest and the 95th percentile, and how the errors of
// all compared scenarios are spread, from which files that are put together get the percentile of all.

#include <span>

#include "results/format/column.hpp"
#include "results/format/schema.hpp"
#include "results/h5/dataset.hpp"

namespace hilspace::metrics {
struct NumericalError;
}

namespace hilspace::results {

inline constexpr const char* kErrorGroup = "numerical_error";

/// Into a part with this dataset of numbers; back from it, without a percentile.
void write_error(hid_t file, hid_t numbers, std::span<const Column> columns,
                 const metrics::NumericalError& error);
metrics::NumericalError read_error(hid_t file, hid_t numbers, std::span<const Column> columns);

/// Into a result, whose columns have a dataset each; back from it.
void write_error(Schema& schema, hid_t file, std::span<const h5::Handle> datasets,
                 std::span<const Column> columns, const metrics::NumericalError& error);
metrics::NumericalError read_error(hid_t file, std::span<const Column> columns);

}  // namespace hilspace::results
