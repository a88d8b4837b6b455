#pragma once
// Results and traces read back, as they describe themselves: no study is needed. Numbers that may be many
// come a piece at a time (results/reading/result_reader.hpp).

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "results/format/contents.hpp"
#include "results/format/identity.hpp"

namespace hilspace::results {

/// Reads a result or a trace file with all its numbers, but without the time histories. Throws RunError when
/// it is neither, or damaged.
ResultFile read_result(const std::filesystem::path& file);

/// What it is, and of which study; nothing of what it holds.
ResultFile read_head(const std::filesystem::path& file);

/// The same without its variables and coordinates: whose time histories are in there.
ResultFile inspect_traces(const std::filesystem::path& file);

/// Reads one group of time histories, or of impacts: its variables, `time` or `impact` among them.
std::vector<Variable> read_trace_group(const std::filesystem::path& file, const std::string& path);

/// The study that a result, a part or a trace carries, of its resolved text; `file` is where that stood. Only the program that
/// wrote it reads it for sure.
study::Study stored_study(std::string_view text, const std::filesystem::path& file);

/// The identity of a finished result file; throws RunError when it is none of ours, or its parts are gone.
Identity inspect_result(const std::filesystem::path& file);

/// Whether it is a part of a result, as a shard leaves one. Throws RunError when it is none of ours.
bool is_part(const std::filesystem::path& file);

/// Whether the numbers of a result are in parts, and not in it (virtual_result.hpp).
bool is_virtual(const std::filesystem::path& file);

}  // namespace hilspace::results
