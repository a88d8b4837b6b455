#pragma once
// Which scenarios the rig can bear, as a table on the terminal.

#include <cstdint>
#include <span>

#include "sweep/checks/qualify.hpp"

namespace hilspace::app {

/// A line per scenario of the study, by its index, and what was judged of it.
void print_qualification(const study::Study& study, std::span<const std::uint64_t> scenarios,
                         std::span<const sweep::Judged> judged);

}  // namespace hilspace::app
