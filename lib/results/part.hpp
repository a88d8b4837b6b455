#pragma once
// Parts: contiguous ranges of scenarios on their way to the result, one flat dataset per column.
//
// A part that exists is whole: it was written under a temporary name, synced and renamed. What happens to it
// afterwards is found out: HDF5's newest layout carries checksums on all metadata, and the numbers carry one
// per chunk.

#include <atomic>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "metrics/catalogue.hpp"
#include "metrics/summary.hpp"
#include "results/identity.hpp"

namespace hilspace::results {

/// One computed block of scenarios.
struct Block {
  Range range;
  std::vector<metrics::Row> rows;  // range.size() of them, at least one
  metrics::NumericalError error;
};

/// Writes one part. Throws RunError (disk full, not writable ...).
void write_part(const std::filesystem::path& file, const study::Study& study, const Block& block);

/// What a part holds, without its rows.
struct PartInfo {
  std::filesystem::path file;
  Range range;
  Identity identity;
};

/// Throws RunError when it is no part, or damaged in what is read here: the numbers are not.
PartInfo inspect_part(const std::filesystem::path& file);

/// Metrics the study does not store are NaN. Throws RunError when anything is damaged.
Block read_part(const std::filesystem::path& file);

/// The resolved text of the study a part belongs to, for merging where nothing but parts is at hand.
std::string part_study(const std::filesystem::path& file);

/// What the rows of all parts have in common. Memory does not grow with their number.
metrics::Summary summary(std::span<const PartInfo> parts);

/// Makes one part of several that lie side by side, in any order (what a shard leaves). Memory does not grow
/// with their size. False, and no file, when `stop` was raised meanwhile. Throws RunError as merge() does.
bool join_parts(const study::Study& study, std::span<const PartInfo> parts, const std::filesystem::path& file,
                const std::atomic<bool>& stop);

}  // namespace hilspace::results
