#pragma once
// Parts: contiguous ranges of scenarios on their way to the result, one row of numbers per column.
//
// A part that exists is whole: it was written under a temporary name, synced and renamed. What happens to it
// afterwards is found out: HDF5's newest layout carries checksums on all metadata, and the numbers carry one
// per chunk.
//
// A study may be long, and its parts are many. So the one with the first scenario carries its text, without
// which no result can be made anyway, and all carry its digest, by which they are known to belong together.

#include <filesystem>
#include <string>

#include "results/parts/block.hpp"
#include "results/parts/part_info.hpp"

namespace hilspace::results {

/// Writes one part, with at least one scenario. Throws RunError (disk full, not writable ...).
void write_part(const std::filesystem::path& file, const study::Study& study, const Block& block);

/// Throws RunError when it is no part, or damaged in what is read here: the numbers are not.
PartInfo inspect_part(const std::filesystem::path& file);

/// The scenarios of a finished result that has one dimension, as a part of a larger one. It tells its own
/// study. Throws RunError when it is no result, a virtual one, or damaged in what is read here.
PartInfo result_as_part(const std::filesystem::path& file);

/// Throws RunError when anything is damaged.
Block read_part(const std::filesystem::path& file);

/// The resolved text of the study a part belongs to, for merging where nothing but parts is at hand. Throws
/// RunError when it does not carry it.
std::string part_study(const std::filesystem::path& file);

}  // namespace hilspace::results
