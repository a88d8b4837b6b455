#pragma once
// One simulated scenario on the terminal.

#include <cstdint>
#include <string>
#include <string_view>

#include "metrics/catalogue.hpp"
#include "models/trace.hpp"
#include "study/study.hpp"

namespace hilspace::app {

/// A line with a measure in the unit that suits it; "undefined" for NaN.
void print_number(std::string_view name, double value, std::string_view si_unit);

/// "0.4 ms", "flores", "0.8"
std::string parameter_text(const study::Study& study, study::Id id, double value);

/// Parameters, one per line.
void print_parameters(const study::Study& study, std::uint64_t index);

/// Outcome, parameters, metrics and, in six degrees of freedom, impacts.
void print_scenario(const study::Study& study, std::uint64_t index, const metrics::Row& row,
                    const models::Trace& trace);

/// "1,234", or "1,234 and 987" where the models have separate time grids.
std::string sample_counts(const study::Study& study, const models::Trace& trace);

}  // namespace hilspace::app
