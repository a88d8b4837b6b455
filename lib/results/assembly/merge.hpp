#pragma once
// The result file, built from parts once all scenarios are there.

#include <atomic>
#include <span>

#include "results/assembly/assembly.hpp"
#include "results/parts/part_info.hpp"

namespace hilspace::results {

/// Where the numbers of a result are: in it, or still in its parts (virtual_result.hpp).
enum class Numbers { copied, in_parts };

/// Builds the result file from parts that cover every scenario exactly once, in any order, with the time
/// histories that the study asks for in /traces/<index>; the parts are left alone. What all rows have in
/// common; nothing, and no file, when `stop` was raised meanwhile. Throws RunError naming what is missing,
/// doubled, foreign or damaged. Throws InputError when they cannot stay in the parts.
std::optional<metrics::Summary> merge(const study::Study& study, std::span<const PartInfo> parts,
                                      const TraceOf& trace_of, const RunFacts& facts, const Place& place,
                                      const std::atomic<bool>& stop, Numbers numbers = Numbers::copied);

/// Makes one part of several that lie side by side, in any order (what a shard leaves). The same otherwise.
std::optional<metrics::Summary> join_parts(const study::Study& study, std::span<const PartInfo> parts,
                                           const Place& place, const std::atomic<bool>& stop);

}  // namespace hilspace::results
