#pragma once
// Whether parts belong together and leave no gap.

#include <span>
#include <string>
#include <vector>

#include "results/parts/part_info.hpp"

namespace hilspace::results {

/// The parts in the order of their scenarios, when they have this identity and cover `whole` exactly once.
/// Otherwise throws RunError that names what is foreign, doubled or missing. Two parts with the same range
/// are an error as well: which of them counts is not ours to guess.
std::vector<PartInfo> in_order(std::span<const PartInfo> parts, const Identity& expected, Range whole);

/// "0 to 4, 7 and 10 to 12"; the first few when there are many.
std::string text_of(std::span<const Range> ranges);

}  // namespace hilspace::results
