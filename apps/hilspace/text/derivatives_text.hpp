#pragma once
// Derivatives of a scenario's measures on the terminal and as CSV.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/derivatives/derivatives.hpp"

namespace hilspace::app {

/// One line per metric with its `top` parameters, or, `in_detail`, a table per metric; then what has none and why.
void print_derivatives(const study::Study& study, std::uint64_t scenario,
                       const analysis::LocalSensitivity& local, std::size_t top, bool in_detail);
/// Parameters without derivatives, the same reasons on a line; then the stages that are left out.
void print_remarks(const std::vector<analysis::LocalParameter>& parameters,
                   const std::vector<std::string>& left_out);
/// One line per metric and parameter, SI.
void print_csv(const analysis::LocalSensitivity& local);

}  // namespace hilspace::app
