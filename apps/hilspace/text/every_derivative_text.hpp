#pragma once
// Derivatives of all scenarios of a study on the terminal.

#include <cstddef>

#include "analysis/derivatives/every_derivative.hpp"

namespace hilspace::app {

/// One line per metric: its `top` parameters with the largest median of the elasticity's magnitude, each with the median
/// and the range from 5 to 95 % of the scenarios; then how many have derivatives, and what has none and why.
void print_every_derivative(const study::Study& study, const analysis::EveryDerivative& every,
                            std::size_t top);

}  // namespace hilspace::app
