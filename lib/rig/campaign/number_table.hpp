#pragma once
// Tables of numbers as CSV: a heading, then one line per row. Calibrations, measured displacements,
// identified sections.

#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hilspace::rig {

/// Rows of as many numbers as the heading has columns, "volts,metres"; empty lines, comments (#) and the
/// heading left out. `origin` says where such a file comes from. Throws InputError with file and line.
std::vector<std::vector<double>> read_numbers(const std::string& path, std::string_view heading,
                                              std::string_view origin);

/// Written so that the same numbers are read again. Throws RunError.
void write_numbers(const std::filesystem::path& path, std::string_view heading,
                   std::span<const std::vector<double>> rows);

}  // namespace hilspace::rig
