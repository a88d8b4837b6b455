#pragma once
// Parts: contiguous ranges of scenarios on their way to the result, one row of numbers per column.
//
// An existing part is complete: it was written under a temporary name, synced and renamed. Later damage is
// detected: HDF5's newest format has checksums on all metadata, and each chunk of numbers has one.
//
// A study may be long, and its parts are many. So only the part with the first scenario, without which no
// result can be built anyway, carries the text of the study; all parts carry its digest, which shows that
// they belong together.

#include <filesystem>
#include <string>

#include "results/parts/block.hpp"
#include "results/parts/part_info.hpp"

namespace hilspace::results {

/// Writes one part, with at least one scenario. Throws RunError (disk full, not writable ...).
void write_part(const std::filesystem::path& file, const study::Study& study, const Block& block);

/// Throws RunError when it is not a part, or damaged in the data read here, which exclude the numbers.
PartInfo inspect_part(const std::filesystem::path& file);

/// The scenarios of a finished result of one dimension, as a part of a larger one. It carries its own study.
/// Throws RunError when it is not a result, is virtual, or is damaged in the data read here.
PartInfo result_as_part(const std::filesystem::path& file);

/// Throws RunError on any damage.
Block read_part(const std::filesystem::path& file);

/// The resolved text of the study a part belongs to, for merging from parts alone. Throws RunError when the
/// part does not carry it.
std::string part_study(const std::filesystem::path& file);

}  // namespace hilspace::results
