#pragma once
// Table of an attribution (results/records/table_file.hpp): content "attribution".
//
//   stage      dimension: the removed stage; first "nothing", the unmodified scenario
//   METRIC     on (stage), with its numerical error
//   outcome    on (stage)
//   scenario   index of the scenario

#include <cstdint>
#include <span>

#include "analysis/attribution/attribution.hpp"
#include "results/records/table_file.hpp"

namespace hilspace::analysis {

/// `metrics`: indices into metrics::catalogue().
results::AnalysisTable attribution_table(std::uint64_t scenario, std::span<const Removal> removals,
                                         std::span<const std::size_t> metrics);

}  // namespace hilspace::analysis
