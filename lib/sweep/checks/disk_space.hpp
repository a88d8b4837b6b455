#pragma once
// Disk space: how much the files of a run need, and how much is free where they go.

#include <cstdint>
#include <filesystem>
#include <string>

#include "study/study.hpp"

namespace hilspace::sweep {

/// A number of bytes as text: "820 MB", "1.5 GB".
std::string size_text(double bytes);

/// Bytes of a result with this many scenarios: its numbers, its study and, if it holds all scenarios, its time
/// histories (sweep/checks/trace_sizes.hpp).
double result_size(const study::Study& study, std::uint64_t scenarios);

/// Bytes that a run of this many scenarios needs at least: its result, and the parts of the scenarios that are
/// still missing.
double space_needed(const study::Study& study, std::uint64_t scenarios, std::uint64_t missing);

/// Bytes available to this user where that file will be; infinity if the system cannot tell.
double free_space(const std::filesystem::path& output);

/// Throws RunError if there is not enough space for the run to end.
void check_disk_space(const study::Study& study, std::uint64_t scenarios, std::uint64_t missing,
                      const std::filesystem::path& output);

}  // namespace hilspace::sweep
