#pragma once
// Tables of numbers as CSV: a heading, then one line per row. Used for calibrations, measured displacements
// and identified sections.
// identified sections.

#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hilspace::rig {

/// Rows with as many numbers as the heading ("volts,metres") has columns; skips empty lines, comments (#) and
/// the heading. `origin` tells where such a file comes from. Throws InputError with file and line.
std::vector<std::vector<double>> read_numbers(const std::string& path, std::string_view heading,
                                              std::string_view origin);

/// Written with enough digits to read back the same numbers. Throws RunError.
void write_numbers(const std::filesystem::path& path, std::string_view heading,
                   std::span<const std::vector<double>> rows);

}  // namespace hilspace::rig
