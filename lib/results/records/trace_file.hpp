#pragma once
// Time histories in files.
//
//   /docking/time, /docking/force, ...     one group per model or rig, each channel a variable on `time`
//   /hil/time,     /hil/force, ...
//   /hil/impacts/impact, /hil/impacts/time, ...   of a docking: a value per impact, on their numbers 1, 2,
//   ...
//
// Each group has its own `time`, even if they are equal: xarray.open_dataset(f, group="hil") sees nothing of
// the parent groups, and would otherwise have no time coordinate. Without impacts there is no impacts group.
// In the result of a sweep the same structure lies below /traces/<index>; in a separate file (`simulate -o`)
// at the root, beside the scenario's numbers.

#include <filesystem>

#include "metrics/catalogue.hpp"
#include "models/trace.hpp"
#include "results/disk/place.hpp"
#include "study/study.hpp"

namespace hilspace::results {

/// Writes one scenario's time histories to a separate file, with its metrics and varied parameters as
/// scalars. Replaces a file of that name. Throws RunError.
void write_trace(const Place& place, const study::Study& study, std::uint64_t index,
                 const models::Trace& trace, const metrics::Row& row);

/// Throws RunError when a file of that name exists and is not a trace, so that nothing else is replaced.
void check_replaceable_by_trace(const std::filesystem::path& file);

}  // namespace hilspace::results
