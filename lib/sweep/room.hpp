#pragma once
// Room on the disk: what the files of a run take, against what is free where they go.

#include <cstdint>
#include <filesystem>
#include <string>

#include "study/study.hpp"

namespace hilspace::sweep {

/// Bytes for people: "820 MB", "1.5 GB".
std::string size_text(double bytes);

/// Bytes of the numbers of so many scenarios in a result, of its study, and where it holds all of them of its
/// time histories (sweep/traces.hpp).
double result_size(const study::Study& study, std::uint64_t scenarios);

/// Bytes that a run of so many scenarios takes at least: its result, and beside it the parts of those that
/// are missing yet.
double room_needed(const study::Study& study, std::uint64_t scenarios, std::uint64_t missing);

/// Bytes free to this user where that file will be; infinity where the system does not know.
double room_free(const std::filesystem::path& output);

/// Throws RunError when the run cannot end for lack of room.
void check_room(const study::Study& study, std::uint64_t scenarios, std::uint64_t missing,
                const std::filesystem::path& output);

}  // namespace hilspace::sweep
