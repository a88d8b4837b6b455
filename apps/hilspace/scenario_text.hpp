#pragma once
// One simulated scenario on the terminal.

#include <cstdint>
#include <string>

#include "metrics/catalogue.hpp"
#include "models/trace.hpp"
#include "study/study.hpp"

namespace hilspace::app {

/// Its parameters, a line each.
void print_parameters(const study::Study& study, std::uint64_t index);

/// Its outcome, its parameters, its metrics, and in six degrees of freedom its impacts.
void print_scenario(const study::Study& study, std::uint64_t index, const metrics::Row& row,
                    const models::Trace& trace);

/// "1,234", or "1,234 and 987" where the models have times of their own.
std::string sample_counts(const study::Study& study, const models::Trace& trace);

}  // namespace hilspace::app
