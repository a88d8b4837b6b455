#pragma once
// One simulated scenario on the terminal.

#include <cstdint>
#include <string>

#include "metrics/catalogue.hpp"
#include "models/trace.hpp"
#include "study/study.hpp"

namespace hilspace::app {

/// Parameters, one per line.
void print_parameters(const study::Study& study, std::uint64_t index);

/// Outcome, parameters, metrics and, in six degrees of freedom, impacts.
void print_scenario(const study::Study& study, std::uint64_t index, const metrics::Row& row,
                    const models::Trace& trace);

/// "1,234", or "1,234 and 987" where the models have separate time grids.
std::string sample_counts(const study::Study& study, const models::Trace& trace);

}  // namespace hilspace::app
