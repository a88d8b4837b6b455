#pragma once
// Derivatives of a scenario's measures on the terminal and as CSV.

#include <cstddef>
#include <cstdint>

#include "analysis/derivatives/derivatives.hpp"

namespace hilspace::app {

/// One line per metric with its `top` parameters, or, `in_detail`, a table per metric; then what has none and why.
void print_derivatives(const study::Study& study, std::uint64_t scenario,
                       const analysis::LocalSensitivity& local, std::size_t top, bool in_detail);
/// One line per metric and parameter, SI.
void print_csv(const analysis::LocalSensitivity& local);

}  // namespace hilspace::app
