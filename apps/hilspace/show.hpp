#pragma once
// The two ways in which `show` presents a result.

#include <filesystem>

#include "results/result_file.hpp"

namespace hilspace::app {

/// For people: what it is, what was varied, how it went, and the spread of every metric.
void print_result(const results::ResultFile& result);

/// One line per scenario; of a trace file one line per sample. Numbers read back to the same bits.
void print_csv(const std::filesystem::path& file, const results::ResultFile& result);

}  // namespace hilspace::app
