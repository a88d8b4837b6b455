#pragma once
// Boxes: decomposition of a contiguous range of flat indices of an N-dimensional array into hyperslabs.

#include <cstdint>
#include <span>
#include <vector>

#include "results/format/identity.hpp"
#include "results/h5/dataset.hpp"

namespace hilspace::results {

/// All positions p with start[k] <= p[k] < start[k] + count[k]: a hyperslab.
struct Box {
  std::vector<std::uint64_t> start;
  std::vector<std::uint64_t> count;
};

/// The boxes that make up `range` of a row-major array (last dimension fastest), in index order: at most 2
/// rank - 1 of them, each contiguous in the array. Without dimensions: one box without extent.
std::vector<Box> boxes(std::span<const std::uint64_t> shape, Range range);

/// Writes and reads a range of a dataset of this shape; there are as many numbers as the range is long.
void write_range(hid_t dataset, std::span<const std::uint64_t> shape, Range range,
                 std::span<const double> numbers);
void read_range(hid_t dataset, std::span<const std::uint64_t> shape, Range range, std::span<double> numbers);

}  // namespace hilspace::results
