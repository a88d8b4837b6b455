#pragma once
// Checks of the files named on a command line, before anything is computed.

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "results/disk/place.hpp"

namespace hilspace::app {

/// Throws InputError when the file does not exist or cannot be read.
void check_readable(const std::string& input);

/// Whether it begins like an HDF5 file; false for what cannot be read or is no file.
bool is_hdf5(const std::string& input);

/// Runs what only reads a file: that it is damaged, foreign or not HDF5 is an error of the input, InputError.
template <class Read>
auto reading(Read&& read) {
  try {
    return read();
  } catch (const RunError& error) {
    throw InputError(error.what());
  }
}

/// Resolves the output's path through all links, and checks what is there before anything is computed. Throws
/// InputError, which names the option, when no file of that name can be written.
results::Place check_writable(const std::string& output, std::string_view option = "-o");

/// Throws RunError when the output exists and hilspace did not write it.
void check_not_foreign(const std::filesystem::path& output);

/// The same as check_writable for a table, which may replace tables only, and for a trace.
results::Place check_table_writable(const std::string& output);
results::Place check_trace_writable(const std::string& output);

/// The same for a text, which may replace only what begins with the same `heading`, or was cut off within it, and
/// none of the files that the command reads or writes besides.
results::Place check_text_writable(const std::string& output, std::string_view heading,
                                   std::string_view option = "-o",
                                   std::span<const std::filesystem::path> in_use = {});

}  // namespace hilspace::app
