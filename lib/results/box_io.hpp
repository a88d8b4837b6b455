#pragma once
// Ranges of flat indices, written to and read from N-dimensional datasets.

#include <cstdint>
#include <span>

#include "results/boxes.hpp"
#include "results/h5_dataset.hpp"

namespace hilspace::results {

/// `shape` is that of the dataset; the numbers are as many as the range is long.
void write_range(hid_t dataset, std::span<const std::uint64_t> shape, Range range,
                 std::span<const double> numbers);
void read_range(hid_t dataset, std::span<const std::uint64_t> shape, Range range, std::span<double> numbers);

}  // namespace hilspace::results
