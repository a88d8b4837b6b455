#pragma once
// Run trace: the time histories of a run on the rig while its bodies moved, from its recording or from its
// records, with identical numbers. The measures of rig and twin are taken from these.

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "models/rig_setup.hpp"
#include "models/trace.hpp"
#include "rig/loop/record.hpp"

namespace hilspace::rig {

/// Throws RunError when the bodies never moved in it.
models::TraceGroup run_trace(const std::filesystem::path& recording);
/// `touch`: offset and air gap, m. Leaves out the instants at which the bodies did not move.
models::TraceGroup run_trace(std::span<const Record> records, double touch);

/// The records of a recording, reduced to what commissioning needs: time, phase, lateness, extension,
/// reference, command, and the sensors' volts. Throws RunError.
std::vector<Record> read_records(const std::filesystem::path& recording);

/// The values of a channel; empty when it does not exist.
std::span<const double> channel_of(const models::TraceGroup& group, std::string_view name);

}  // namespace hilspace::rig
