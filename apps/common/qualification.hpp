#pragma once
// Table of the scenarios that the rig can perform, for the terminal.

#include <cstdint>
#include <span>

#include "sweep/checks/qualify.hpp"

namespace hilspace::app {

/// One line per scenario of the study, by its index, with its judgement.
void print_qualification(const study::Study& study, std::span<const std::uint64_t> scenarios,
                         std::span<const sweep::Judged> judged);

}  // namespace hilspace::app
