#pragma once
// Contents of a file and of its groups: variables with their labels, time histories, and their locations.
// Private to lib/results.

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "results/format/contents.hpp"
#include "results/format/header.hpp"

namespace hilspace::results {

/// Opens any kind but a part.
Header read_any_header(hid_t file, const std::filesystem::path& path);

/// The root attributes.
ResultFile read_root(hid_t file, const std::filesystem::path& path, const Header& header);
/// Everything but numbers and texts. The variables of a virtual result are not opened: their source lists
/// have no checksum.
ResultFile read_contents(hid_t file, const std::filesystem::path& path, const Header& header,
                         bool is_virtual);
/// The root attributes, and the scenarios with time histories.
ResultFile read_traces(hid_t file, const std::filesystem::path& path, const Header& header);

/// The variables of a group of time histories or of impacts, with their numbers.
std::vector<Variable> read_group(hid_t file, const std::string& path, const Header& header);

std::vector<std::string> read_texts(hid_t group, const std::string& name, const Header& header);

/// Throws h5::Error if a variable with flags holds something else.
void check_flags(const Variable& variable, std::span<const double> values);

}  // namespace hilspace::results
