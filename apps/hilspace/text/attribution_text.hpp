#pragma once
// An attribution on the terminal.

#include <cstdint>
#include <span>

#include "analysis/attribution/attribution.hpp"
#include "study/study.hpp"

namespace hilspace::app {

/// One line per removal with the chosen metrics (indices into metrics::catalogue()), then the main cause of
/// each.
void print_attribution(const study::Study& study, std::uint64_t scenario,
                       std::span<const analysis::Removal> removals, std::span<const std::size_t> chosen);

}  // namespace hilspace::app
