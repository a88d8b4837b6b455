#pragma once
// Table of the envelope: per scenario on the study's axes, and the border of its testbed over the virtual stiffness.

#include "analysis/envelope/envelope.hpp"
#include "results/records/table_file.hpp"

namespace hilspace::analysis {

results::AnalysisTable table_of(const study::Study& study, const Envelope& envelope);

}  // namespace hilspace::analysis
