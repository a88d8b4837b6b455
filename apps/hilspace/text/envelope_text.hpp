#pragma once
// Envelope of a study's testbeds, on the terminal and as CSV.

#include "analysis/envelope/envelope.hpp"
#include "study/study.hpp"

namespace hilspace::app {

/// What is stable at each scenario's virtual stiffness, with the simulated rebound; of many scenarios the counts alone.
void print_envelope(const study::Study& study, const analysis::Envelope& all);
/// One line per scenario, in SI units.
void print_csv(const study::Study& study, const analysis::Envelope& all);

}  // namespace hilspace::app
