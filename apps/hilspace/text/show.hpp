#pragma once
// The output formats of `show`.

#include <filesystem>

#include "results/reading/result_reader.hpp"

namespace hilspace::app {

/// Human-readable: description, varied parameters, outcomes, and the range of every metric; for a trace its
/// impacts.
void print_result(const std::filesystem::path& file, results::ResultReader& reader);

/// The result as JSON: attributes, dimensions, coordinates, range of every variable, time histories; of an
/// analysis its numbers themselves.
void print_json(const std::filesystem::path& file, results::ResultReader& reader);

/// One line per scenario, read and printed in pieces; for a trace file one line per sample. Numbers have
/// enough digits to read back the same bits. `units`: adds them to the heading, as in "chaser.mass [kg]".
void print_csv(const std::filesystem::path& file, results::ResultReader& reader, bool units);

/// One line per sample, or per impact, of one group of a file.
void print_group_csv(const std::filesystem::path& file, const std::string& group, bool units);

}  // namespace hilspace::app
