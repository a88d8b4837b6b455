#pragma once
// Merge: builds the result file from parts once all scenarios are present.

#include <atomic>
#include <span>

#include "results/assembly/assembly.hpp"
#include "results/parts/part_info.hpp"

namespace hilspace::results {

/// Location of a result's numbers: in the file itself, or still in its parts (virtual_result.hpp).
enum class Numbers { copied, in_parts };

/// Builds the result file from parts that cover every scenario exactly once, in any order, with the requested
/// time histories in /traces/INDEX; the parts are left alone. Returns the properties common to all rows;
/// nothing, and no file, if `stop` was raised meanwhile. Throws RunError naming what is missing, duplicated,
/// foreign or damaged. Throws InputError when the numbers cannot stay in the parts.
std::optional<metrics::Summary> merge(const study::Study& study, std::span<const PartInfo> parts,
                                      const TraceOf& trace_of, const RunFacts& facts, const Place& place,
                                      const std::atomic<bool>& stop, Numbers numbers = Numbers::copied);

/// Joins several adjacent parts into one, in any order (the output of a shard). Otherwise as merge_parts().
std::optional<metrics::Summary> join_parts(const study::Study& study, std::span<const PartInfo> parts,
                                           const Place& place, const std::atomic<bool>& stop);

}  // namespace hilspace::results
