#pragma once
// Whether the files that a command line names can be used, asked before anything is computed for them.

#include <string>

namespace hilspace::app {

/// Throws InputError when there is no such file, or it cannot be read.
void check_readable(const std::string& input);

/// Throws InputError when no file of that name can be written.
void check_writable(const std::string& output);

/// The same of a table, which replaces tables only.
void check_table_writable(const std::string& output);

}  // namespace hilspace::app
