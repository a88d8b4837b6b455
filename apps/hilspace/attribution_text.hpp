#pragma once
// An attribution on the terminal.

#include <cstdint>
#include <span>

#include "analysis/attribution/attribution.hpp"
#include "study/study.hpp"

namespace hilspace::app {

/// A line per removal with the chosen metrics (places in metrics::catalogue()), then what causes most of
/// each.
void print_attribution(const study::Study& study, std::uint64_t scenario,
                       std::span<const analysis::Removal> removals, std::span<const std::size_t> chosen);

}  // namespace hilspace::app
