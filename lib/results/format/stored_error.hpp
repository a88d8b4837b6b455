#pragma once
// Numerical error in files: the maximum and the 95th percentile of each metric, and the distribution of the
// errors over all compared scenarios, from which merged files obtain the overall percentile.

#include <span>

#include "results/format/column.hpp"
#include "results/format/schema.hpp"
#include "results/h5/dataset.hpp"

namespace hilspace::metrics {
struct NumericalError;
}

namespace hilspace::results {

inline constexpr const char* kErrorGroup = "numerical_error";

/// Writes it to a part with this dataset of numbers; reads it back, without the percentile.
void write_error(hid_t file, hid_t numbers, std::span<const Column> columns,
                 const metrics::NumericalError& error);
metrics::NumericalError read_error(hid_t file, hid_t numbers, std::span<const Column> columns);

/// Writes it to a result, which has one dataset per column; reads it back.
void write_error(Schema& schema, hid_t file, std::span<const h5::Handle> datasets,
                 std::span<const Column> columns, const metrics::NumericalError& error);
metrics::NumericalError read_error(hid_t file, std::span<const Column> columns);

}  // namespace hilspace::results
