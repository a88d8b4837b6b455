#pragma once
// Results and traces read back, as they describe themselves: no study is needed. Numbers that may be many
// come a piece at a time (results/result_reader.hpp).

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/identity.hpp"

namespace hilspace::results {

struct Variable {
  std::string name;
  std::string units;
  std::string long_name;
  double numerical_error = std::numeric_limits<double>::quiet_NaN();  // the largest; NaN: not stored
  std::vector<std::string> dimensions{};
  std::vector<double> values{};      // row-major; empty for text
  std::vector<std::string> texts{};  // for names
  std::vector<std::string> flags{};  // names of 0, 1, ...; empty for other than flags
  double numerical_error_p95 = std::numeric_limits<double>::quiet_NaN();  // 95th percentile; NaN: not stored
  std::uint64_t size = 0;    // how many values or texts its file has, read or not
  bool holds_texts = false;  // in its file
};

/// Time histories of one model or rig in a file.
struct TraceGroup {
  std::string path;  // "hil", in results "traces/17/hil"
  std::vector<std::string> channels;
  std::size_t samples = 0;
  double begin = 0.0;  // s
  double end = 0.0;
  std::size_t impacts = 0;                  // how many are listed in its group "impacts"
  std::optional<std::uint64_t> scenario{};  // of the file's study, where it is known
};

struct ResultFile {
  std::string title;
  std::string study;  // resolved text
  Identity identity;
  bool is_trace = false;     // of one scenario (`simulate -o`): all its variables are scalars
  bool is_campaign = false;  // of runs on the rig
  bool is_table = false;     // of an analysis: `content` among the attributes says which
  std::vector<std::string> dimension_names;
  std::vector<std::size_t> shape;
  std::vector<Variable> coordinates;  // the varied parameters
  std::vector<Variable> variables;    // outcome, end.*, numerics.step, metrics
  std::vector<TraceGroup> traces;
  std::vector<std::pair<std::string, std::string>> attributes;  // all root attributes, as text
};

/// Reads a result or a trace file with all its numbers, but without the time histories. Throws RunError when
/// it is neither, or damaged.
ResultFile read_result(const std::filesystem::path& file);

/// What it is, and of which study; nothing of what it holds.
ResultFile read_head(const std::filesystem::path& file);

/// The same without its variables and coordinates: whose time histories are in there.
ResultFile inspect_traces(const std::filesystem::path& file);

/// Reads one group of time histories, or of impacts: its variables, `time` or `impact` among them.
std::vector<Variable> read_trace_group(const std::filesystem::path& file, const std::string& path);

/// The identity of a finished result file; throws RunError when it is none of ours, or its parts are gone.
Identity inspect_result(const std::filesystem::path& file);

/// Whether it is a part of a result, as a shard leaves one. Throws RunError when it is none of ours.
bool is_part(const std::filesystem::path& file);

/// Whether the numbers of a result are in parts, and not in it (virtual_result.hpp).
bool is_virtual(const std::filesystem::path& file);

}  // namespace hilspace::results
