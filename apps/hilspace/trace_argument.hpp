#pragma once
// A trace named on the command line: FILE.h5 or FILE.h5:GROUP, where GROUP is a group of time histories
// (docking, hil, rig) or the folder of one (traces/17).

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/compare_traces.hpp"
#include "results/reading/result_file.hpp"

namespace hilspace::app {

/// FILE.h5 and GROUP; the latter is empty if not given.
struct TraceName {
  std::string file;
  std::string group;
};
TraceName split_trace_name(const std::string& argument);

/// Time histories of one model or rig, read and checked.
struct NamedTrace {
  std::string name;   // FILE.h5:GROUP
  std::string title;  // of its study
  std::vector<results::Variable> channels;
  metrics::Histories histories;  // of the channels
};

/// Reads the trace named by `argument`. If that is ambiguous, takes the first existing group of `preferred`,
/// or else the only group. Throws InputError when there is no such group or the choice is open, RunError when
/// the file is damaged or its numbers cannot be compared.
NamedTrace read_named_trace(const std::string& argument, std::span<const std::string_view> preferred);

}  // namespace hilspace::app
