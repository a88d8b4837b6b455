#pragma once
// Results and traces read back, self-described: no study is needed. Potentially large data come a piece at a
// time (results/reading/result_reader.hpp).

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

/// The kind of the file and its study; none of its data.
ResultFile read_head(const std::filesystem::path& file);

/// The same with the time histories listed, without variables and coordinates.
ResultFile inspect_traces(const std::filesystem::path& file);

/// Reads one group of time histories, or of impacts: its variables, `time` or `impact` among them.
std::vector<Variable> read_trace_group(const std::filesystem::path& file, const std::string& path);

/// The study that a result, a part or a trace carries, from its resolved text; `file` is the source of that
/// text. Only the program that wrote it is certain to read it.
study::Study stored_study(std::string_view text, const std::filesystem::path& file);

/// The identity of a finished result file; throws RunError when it is not a hilspace file, or its parts are
/// gone.
Identity inspect_result(const std::filesystem::path& file);

/// Whether it is a part of a result, such as a shard's output. Throws RunError when it is not a hilspace
/// file.
bool is_part(const std::filesystem::path& file);

/// Whether the numbers of a result are in parts, not in the file (virtual_result.hpp).
bool is_virtual(const std::filesystem::path& file);

/// Throws RunError when another program's HDF5 may crash on the file, or not return from it (h5/heap_check.hpp): any HDF5 file; or
/// would read numbers of a virtual result as missing, because a part is gone or replaced.
void check_for_others(const std::filesystem::path& file);

}  // namespace hilspace::results
