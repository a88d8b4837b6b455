#pragma once
// The ways in which `show` presents a result.

#include <filesystem>

#include "results/reading/result_reader.hpp"

namespace hilspace::app {

/// For people: what it is, what was varied, how it went, and the spread of every metric; of a trace its
/// impacts.
void print_result(const std::filesystem::path& file, results::ResultReader& reader);

/// The same for programs: attributes, dimensions, coordinates, how every variable is spread, time histories; of
/// an analysis its numbers themselves.
void print_json(const std::filesystem::path& file, results::ResultReader& reader);

/// One line per scenario, read and printed a piece at a time; of a trace file one line per sample. Numbers
/// read back to the same bits. `units`: the heading says them, as in "chaser.mass [kg]".
void print_csv(const std::filesystem::path& file, results::ResultReader& reader, bool units);

/// One line per sample, or per impact, of one group of a file.
void print_group_csv(const std::filesystem::path& file, const std::string& group, bool units);

}  // namespace hilspace::app
