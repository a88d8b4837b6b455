#pragma once
// Contents of a file, self-described: no study is needed to read it.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/format/identity.hpp"

namespace hilspace::results {

struct Variable {
  std::string name;
  std::string units;
  std::string long_name;
  double numerical_error = std::numeric_limits<double>::quiet_NaN();  // the largest; NaN: not stored
  std::vector<std::string> dimensions{};
  std::vector<double> values{};      // row-major; empty for text
  std::vector<std::string> texts{};  // for names
  std::vector<std::string> flags{};  // names of 0, 1, ...; empty if not flags
  double numerical_error_p95 = std::numeric_limits<double>::quiet_NaN();  // 95th percentile; NaN: not stored
  std::uint64_t size = 0;     // number of values or texts in the file, read or not
  bool holds_texts = false;   // in the file
  std::string description{};  // a sentence; empty if the long_name suffices, or not read
};

/// Time histories of one model or rig in a file.
struct TraceGroupInfo {
  std::string path;  // "hil", in results "traces/17/hil"
  std::vector<std::string> channels;
  std::size_t samples = 0;
  double begin = 0.0;  // s
  double end = 0.0;
  std::size_t impacts = 0;                  // number of entries in the group "impacts"
  std::optional<std::uint64_t> scenario{};  // of the file's study, if known
};

struct ResultFile {
  std::string title;
  std::string study;  // resolved text
  Identity identity;
  bool is_trace = false;     // of one scenario (`simulate -o`): all its variables are scalars
  bool is_campaign = false;  // of runs on the rig
  bool is_table = false;     // of an analysis; the attribute `content` says which
  std::vector<std::string> dimension_names;
  std::vector<std::size_t> shape;
  std::vector<Variable> coordinates;  // the varied parameters
  std::vector<Variable> variables;    // outcome, end.*, numerics.step, metrics
  std::vector<TraceGroupInfo> traces;
  std::vector<std::pair<std::string, std::string>> attributes;  // all root attributes, as text
};

}  // namespace hilspace::results
