#pragma once
// A contiguous range of flat indices, seen in the N-dimensional array it belongs to.

#include <cstdint>
#include <span>
#include <vector>

#include "results/identity.hpp"

namespace hilspace::results {

/// All positions p with start[k] <= p[k] < start[k] + count[k]: a hyperslab.
struct Box {
  std::vector<std::uint64_t> start;
  std::vector<std::uint64_t> count;
};

/// The boxes that make up `range` of a row-major array (last dimension fastest), in the order of the index:
/// at most 2 rank - 1 of them, each contiguous in the array. No dimensions: one box without extent.
std::vector<Box> boxes(std::span<const std::uint64_t> shape, Range range);

}  // namespace hilspace::results
