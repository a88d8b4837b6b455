#pragma once
// Whether parts belong together and leave no gap.

#include <span>
#include <vector>

#include "results/part.hpp"

namespace hilspace::results {

/// The parts in the order of their scenarios, when they have this identity and cover `whole` exactly once.
/// Otherwise throws RunError that names what is foreign, doubled or missing. Two parts with the same range
/// are an error as well: which of them counts is not ours to guess.
std::vector<PartInfo> in_order(std::span<const PartInfo> parts, const Identity& expected, Range whole);

}  // namespace hilspace::results
