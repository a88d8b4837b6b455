#pragma once
// Time histories in files.
//
//   /docking/time, /docking/force, ...     one group per model or rig, each channel a variable on `time`
//   /hil/time,     /hil/force, ...
//
// Each group has its own `time`, although they are equal: xarray.open_dataset(f, group="hil") sees nothing of
// the groups above, and without it there would be no time coordinate. In a result of a sweep the same lies
// below /traces/<index>; in a file of its own (`simulate -o`) at the root, beside the scenario's numbers.

#include <filesystem>

#include "metrics/catalogue.hpp"
#include "models/trace.hpp"
#include "study/study.hpp"

namespace hilspace::results {

/// Writes one scenario's time histories as a file of their own, with its metrics and varied parameters as
/// scalars. Throws RunError.
void write_trace(const std::filesystem::path& file, const study::Study& study, std::uint64_t index,
                 const models::Trace& trace, const metrics::Row& row);

}  // namespace hilspace::results
