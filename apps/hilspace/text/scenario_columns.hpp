#pragma once
// First columns of a line per scenario, as CSV: its index and its values on the axes.

#include <cstdint>

#include "study/study.hpp"

namespace hilspace::app {

/// "index,chaser.mass,...", without an end of line.
void print_column_names(const study::Study& study);
void print_columns(const study::Study& study, std::uint64_t index);

}  // namespace hilspace::app
