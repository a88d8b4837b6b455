#pragma once
// Completeness check: whether parts belong together and leave no gap.

#include <span>
#include <string>
#include <vector>

#include "results/parts/part_info.hpp"

namespace hilspace::results {

/// The parts in the order of their scenarios, if all have this identity and cover `whole` exactly once.
/// Otherwise throws RunError naming what is foreign, duplicated or missing. Two parts with the same range are
/// an error too, since neither can be preferred.
std::vector<PartInfo> in_order(std::span<const PartInfo> parts, const Identity& expected, Range whole);

/// "0 to 4, 7 and 10 to 12"; only the first few of a long list.
std::string text_of(std::span<const Range> ranges);

}  // namespace hilspace::results
