#pragma once
// Whether the files that a command line names can be used, asked before anything is computed for them.

#include <string>

#include "results/disk/place.hpp"

namespace hilspace::app {

/// Throws InputError when there is no such file, or it cannot be read.
void check_readable(const std::string& input);

/// Where the file is to be, behind all links, and what stands there before anything is computed for it.
/// Throws InputError when no file of that name can be written.
results::Place check_writable(const std::string& output);

/// The same of a table, which replaces tables only, and of a trace.
results::Place check_table_writable(const std::string& output);
results::Place check_trace_writable(const std::string& output);

}  // namespace hilspace::app
