#pragma once
// An attribution as a table of results/records/table_file.hpp: content "attribution".
//
//   stage      dimension: what was removed; first "nothing", the scenario as it is
//   METRIC     on (stage), with its numerical error
//   outcome    on (stage)
//   scenario   index of the scenario

#include <cstdint>
#include <span>

#include "analysis/attribution/attribution.hpp"
#include "results/records/table_file.hpp"

namespace hilspace::analysis {

/// `metrics`: places in metrics::catalogue().
results::Table attribution_table(std::uint64_t scenario, std::span<const Removal> removals,
                                 std::span<const std::size_t> metrics);

}  // namespace hilspace::analysis
